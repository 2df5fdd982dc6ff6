import { describe, expect, it } from "vitest";
import { rejectedAnswer } from "../../../shared/forecast/answer/answer.ts";
import { fromPageSchema } from "../../../shared/protocol/panel/from-page.ts";
import { panelStateSchema, toPageSchema } from "../../../shared/protocol/panel/panel.ts";
import { type PodPayload, podReferenceSchema } from "../../../shared/protocol/pod/pod.ts";
import { serverRequests } from "../../../shared/protocol/request.ts";
import { parseMessage } from "../../../shared/protocol/values/parse.ts";

const reference = { uri: "file:///w/web.yaml", kind: "Deployment", name: "web", namespace: "default", ordinal: 0 };

const payload: PodPayload = {
  reference,
  written: { kind: "Deployment", name: "web", namespace: "default", spec: { containers: [{ name: "app" }] } },
  scenarioTexts: [
    { text: "exits 1 after 5s", container: "app", source: "comment" },
    { text: "app: runs", container: undefined, source: "project" },
  ],
  assumptions: {
    node: {
      kubernetes: "1.36",
      featureGates: { KubeletCrashLoopBackOffMax: true },
      kubeletConfiguration: { name: undefined, maxContainerRestartPeriodMs: 30_000, syncFrequencyMs: undefined },
    },
    apiServer: { kubernetes: "1.37", featureGates: {} },
    timing: "kubelet",
    semantics: "released",
    imagePull: { minMs: 0, maxMs: 30_000 },
  },
  assumptionsText: "Kubernetes 1.36 · gates default · kubelet defaults",
  answer: rejectedAnswer("The API server rejects it.", 1_800_000),
  locations: [
    {
      path: ["containers", 0],
      range: { start: { line: 3, character: 2 }, end: { line: 4, character: 0 } },
    },
  ],
  broken: undefined,
};

const panelState = {
  reference,
  tMs: 12_000,
  selected: undefined,
  fromMs: 0,
  toMs: 1_800_000,
  horizonMs: 1_800_000,
  view: "lanes",
} as const;

/** What the other end of a wire gets. */
function overTheWire(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}

describe("messages arrive as they were sent, with the undefined fields that JSON drops", () => {
  it.each([
    ["podCadence/pod answer", serverRequests.pod.answer, payload],
    ["podCadence/pod answer, no pod", serverRequests.pod.answer, null],
    ["podCadence/forecast answer", serverRequests.forecast.answer, { title: "web", markdown: "# web" }],
    [
      "podCadence/assumptions answer",
      serverRequests.assumptions.answer,
      {
        kubernetes: "1.36",
        source: "project file",
        text: "Kubernetes 1.36",
        hasPod: true,
        hasKubeletConfiguration: false,
      },
    ],
    ["panel: pod", toPageSchema, { type: "pod", payload, horizonMs: 1_800_000 }],
    ["panel: stale", toPageSchema, { type: "stale", reason: "The manifest is closed." }],
    ["panel: select", toPageSchema, { type: "select", path: ["containers", 0, "livenessProbe"] }],
    ["page: ready", fromPageSchema, { type: "ready", hasFirst: true }],
    ["page: reveal", fromPageSchema, { type: "reveal", path: ["containers", 0], focus: true }],
    [
      "page: write",
      fromPageSchema,
      { type: "write", lines: [{ container: "app", text: "crashes" }, { text: "expect ready within 1m" }] },
    ],
    ["page: failed", fromPageSchema, { type: "failed", message: "no canvas" }],
    ["state", panelStateSchema, panelState],
  ])("%s", (what, schema, value) => {
    expect(parseMessage<unknown>(schema, overTheWire(value), what)).toStrictEqual({ value, problem: undefined });
  });
});

describe("a pod without a spec is still a pod", () => {
  it("has the field", () => {
    const written = { kind: "Pod", name: "", namespace: "default", spec: undefined };
    const arrived = parseMessage(serverRequests.pod.answer, overTheWire({ ...payload, written }), "answer");
    expect(arrived.value?.written).toStrictEqual(written);
  });
});

describe("wrong messages are told, not thrown", () => {
  it.each([
    [serverRequests.pod.answer, undefined, "message is not what was agreed: Invalid input"],
    [fromPageSchema, { type: "format disk" }, "message is not what was agreed at type: Invalid input"],
    [fromPageSchema, { type: "reveal", path: [-1] }, "message is not what was agreed at path.0: Invalid input"],
    [toPageSchema, { type: "stale" }, "message is not what was agreed at reason: Invalid input"],
    [podReferenceSchema, { ...reference, ordinal: 1.5 }, "message is not what was agreed at ordinal: Invalid input"],
    [serverRequests.pod.params, "file:///a", "message is not what was agreed: Invalid input"],
    [
      serverRequests.assumptions.answer,
      { kubernetes: "0.9", source: "default", text: "", hasPod: false, hasKubeletConfiguration: false },
      "message is not what was agreed at kubernetes: Invalid input",
    ],
    [panelStateSchema, { ...panelState, tMs: -1 }, "message is not what was agreed at tMs: Invalid input"],
  ])("%# %o", (schema, value, problem) => {
    expect(parseMessage<unknown>(schema, value, "message")).toEqual({ value: undefined, problem });
  });
});
