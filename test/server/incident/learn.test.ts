import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { learnText } from "../../../server/cli/learn/learn-text.ts";
import { createStyle } from "../../../server/cli/terminal/style.ts";
import { learnedJson } from "../../../server/exports/learned-json.ts";
import { learnSchema } from "../../../server/exports/schemas/learn.ts";
import { readInput } from "../../../server/incident/read-input.ts";
import { formatWallTime } from "../../../shared/basics/wall-time.ts";
import { incidentOf } from "../../../shared/evidence/incident.ts";
import { defaultAssumptions } from "../../../shared/kubernetes/assumptions.ts";
import { learnedComment, learnWorkloads } from "../../../shared/learn/index.ts";
import { parseScenario } from "../../../shared/scenario/language/parse.ts";

// What the pods of a workload did, as scenarios, and what follows for their settings.

const dayMs = 24 * 3600_000;
const beginMs = Date.UTC(2026, 10, 20, 10);

/** As the API writes it: cut to whole seconds. */
function time(ms: number): string {
  const text = formatWallTime(Math.floor(ms / 1000) * 1000).replace(" ", "T");
  return text.length === "2026-11-20T10:00".length ? `${text}:00Z` : `${text}Z`;
}

interface PodOf {
  readonly spec?: object;
  readonly container?: object;
  readonly status?: object;
  readonly readyAfterMs?: number | undefined;
  readonly startedMs?: number;
  readonly meta?: object;
  readonly more?: object;
}

const startupProbe = { exec: { command: ["up"] }, periodSeconds: 10, failureThreshold: 30 };

function pod(index: number, given: PodOf = {}): object {
  const { startedMs = beginMs + index * 1000, readyAfterMs = 20_000 } = given;
  const isReady = given.status === undefined;
  return {
    kind: "Pod",
    metadata: {
      name: `web-7f9-${index}`,
      namespace: "shop",
      labels: { "pod-template-hash": "7f9" },
      ownerReferences: [{ kind: "ReplicaSet", name: "web-7f9", controller: true }],
      ...given.meta,
    },
    spec: {
      containers: [
        { name: "web", image: "a:1", env: [{ name: "P", value: "correct-horse" }], startupProbe, ...given.container },
      ],
      ...given.spec,
    },
    status: {
      phase: "Running",
      conditions: [
        { type: "Ready", status: isReady ? "True" : "False", lastTransitionTime: time(startedMs + readyAfterMs) },
      ],
      containerStatuses: [
        {
          ...{ name: "web", restartCount: 0, ready: isReady, started: isReady },
          state: { running: { startedAt: time(startedMs) } },
          ...given.status,
        },
        ...(given.more === undefined ? [] : [given.more]),
      ],
    },
  };
}

function learned(...objects: readonly object[]) {
  const text = JSON.stringify({ kind: "List", apiVersion: "v1", items: objects });
  const incident = incidentOf([readInput("-", text, undefined)]);
  const workloads = learnWorkloads(incident.pods, defaultAssumptions());
  const [first] = workloads[0]?.containers ?? [];
  const json = learnSchema.parse(learnedJson(workloads));
  const shown = learnText(workloads, { columns: 80, style: createStyle(false) });
  expect(shown + JSON.stringify(json)).not.toContain("correct-horse");
  for (const container of workloads.flatMap(({ containers }) => containers)) {
    const comment = learnedComment(container);
    // What is written can be read.
    if (comment !== undefined) expect(problemsOf(container.name, comment), comment).toEqual([]);
  }
  return { workloads, first, json, shown };
}

function problemsOf(name: string, text: string) {
  return parseScenario([{ text, container: undefined, source: "comment" }], [{ name, kind: "regular" }]).problems;
}

const fixture = (name: string): string =>
  readFileSync(new URL(`../../fixtures/incidents/${name}`, import.meta.url), "utf8");

it("measures starts to a period of the probe that notices them, and no run that began as started", () => {
  const incident = incidentOf([readInput("replicas", fixture("replicas.json"), undefined)]);
  const workloads = learnWorkloads(incident.pods, defaultAssumptions());
  expect(workloads[0]?.containers.map(learnedComment)).toEqual([
    "app: starts in 14s–18s — 3 starts, 3 pods, 2026-03-01",
  ]);
});

it("writes the ends of the only pod one after the other", () => {
  const incident = incidentOf([readInput("watch", fixture("watch-dump.json"), undefined)]);
  const workloads = learnWorkloads(incident.pods, defaultAssumptions());
  expect(workloads[0]?.containers.map(learnedComment)).toEqual([
    "main: crashes after 9s–11s, then crashes after 29s–31s — 2 ends, 1 pod, 2026-11-27",
  ]);
});

describe("a startup budget that is more than needed", () => {
  const many = (count: number, days = 8) =>
    Array.from({ length: count }, (_, index) =>
      pod(index, { startedMs: beginMs + (index * days * dayMs) / count, readyAfterMs: 20_000 + (index % 20) * 1000 }),
    );
  it("is proposed with its evidence", () => {
    const { first, shown } = learned(...many(60));
    expect(first?.proposals).toEqual([
      {
        ...{ severity: "hint", kind: "startup-unneeded", field: "startupProbe.failureThreshold", value: 8 },
        text: "The startup probe allows 5m; the slowest of 60 starts took 40s. 1m20s is enough: set failureThreshold to 8.",
      },
    ]);
    expect(shown).toContain("# cadence: web: starts in 10s–40s — 60 starts, 60 pods, 2026-11-20 to 2026-11-28\n");
  });
  it.each([
    ["too few starts", many(40)],
    ["too few days", many(60, 3)],
    ["a start that a probe ended", [...many(60), pod(60, ended())]],
    ["a start that took ten times as long", [...many(60), pod(60, { readyAfterMs: 200_000 })]],
  ])("is not with %s", (_name, pods) => {
    expect(learned(...pods).first?.proposals.filter(({ severity }) => severity === "hint")).toEqual([]);
  });
});

/** The startup probe ended its first run after 300s. */
function ended(): PodOf {
  return {
    status: {
      restartCount: 1,
      state: { running: { startedAt: time(beginMs + 301_000) } },
      lastState: {
        terminated: { exitCode: 143, startedAt: time(beginMs), finishedAt: time(beginMs + 300_000) },
      },
    },
  };
}

it("has no scenario where starts were cut off, and asks for twice the time", () => {
  const { first } = learned(pod(0), pod(1), pod(2, ended()));
  expect(first?.scenario).toBeUndefined();
  expect(first?.starts.cutOff).toEqual({ count: 1, atLeastMs: 290_000 });
  expect(first?.proposals.map(({ text }) => text)).toEqual([
    "1 of 3 starts was cut off at 5m; how long it needs is not known. Set failureThreshold to 60 and learn again.",
  ]);
});

it("warns where a start comes close to the budget", () => {
  const container = { startupProbe: { ...startupProbe, failureThreshold: 3 } };
  const { first } = learned(pod(0, { container }), pod(1, { container, readyAfterMs: 23_000 }));
  expect(first?.proposals).toMatchObject([{ severity: "warning", kind: "startup-too-close", value: 5 }]);
});

describe("stops", () => {
  const deleted = (index: number, tookMs: number, exitCode = 143): object =>
    pod(index, {
      meta: { deletionTimestamp: time(beginMs + 100_000 + 30_000), deletionGracePeriodSeconds: 30 },
      status: {
        state: {
          terminated: { exitCode, startedAt: time(beginMs), finishedAt: time(beginMs + 100_000 + tookMs) },
        },
      },
    });
  it("are measured from the deletion", () => {
    const { first } = learned(deleted(0, 2000), deleted(1, 8000));
    expect(first?.scenario).toBe("stops in 1s–9s");
    expect(first?.proposals).toEqual([]);
  });
  it("ask for a longer grace period, and never for a shorter one", () => {
    const { first } = learned(deleted(0, 28_000));
    expect(first?.proposals.map(({ text }) => text)).toEqual([
      "terminationGracePeriodSeconds is 30; the only stop took 29s. Set it to 45.",
    ]);
  });
  it("that were cut off are no measure", () => {
    const { first } = learned(deleted(0, 30_000, 137), deleted(1, 4000));
    expect(first?.scenario).toBeUndefined();
    expect(first?.proposals.map(({ text }) => text)).toEqual([
      "1 of 2 stops was cut off after 30s; how long it needs is not known. Set terminationGracePeriodSeconds to 45 and learn again.",
    ]);
  });
});

describe("attempts that timed out", () => {
  const probe = { httpGet: { port: 80, path: "/" }, periodSeconds: 10 };
  const message = (type: string) =>
    `${type} probe failed: Get "http://10.0.0.1:80/": context deadline exceeded (Client.Timeout exceeded while awaiting headers)`;
  const event = (atMs: number, given: object = {}) => ({
    ...{ kind: "Event", metadata: { name: "e", namespace: "shop" }, type: "Warning", reason: "Unhealthy", count: 4 },
    involvedObject: { kind: "Pod", name: "web-7f9-0", namespace: "shop", fieldPath: "spec.containers{web}" },
    ...{
      message: message("Liveness"),
      firstTimestamp: time(beginMs + atMs),
      lastTimestamp: time(beginMs + atMs + 60_000),
    },
    ...given,
  });
  const texts = (given: PodOf, ...events: readonly object[]) =>
    learned(pod(0, given), ...events).first?.proposals.map(({ field, value, text }) => [field, value, text]);
  const livenessProbe = { container: { livenessProbe: probe } };

  it("of a program that responded later: ask for twice the timeout", () => {
    expect(texts(livenessProbe, event(300_000))).toEqual([
      [
        "livenessProbe.timeoutSeconds",
        2,
        "4 attempts of the liveness probe timed out after 1s, and the program responded later; how long it needs is not known. Set timeoutSeconds to 2 and learn again.",
      ],
    ]);
    const readiness = event(300_000, { message: message("Readiness"), count: 1 });
    const slow = { container: { readinessProbe: { ...probe, timeoutSeconds: 3 } } };
    expect(texts(slow, readiness)?.map(([field, value]) => [field, value])).toEqual([
      ["readinessProbe.timeoutSeconds", 6],
    ]);
  });

  it.each<[why: string, given: PodOf, events: readonly object[]]>([
    [
      "it failed in another way",
      livenessProbe,
      [event(300_000, { message: "Liveness probe failed: HTTP probe failed with statuscode: 503" })],
    ],
    [
      "it hung, and was killed",
      livenessProbe,
      [
        event(300_000),
        event(300_000, {
          type: "Normal",
          reason: "Killing",
          message: "Container web failed liveness probe, will be restarted",
        }),
      ],
    ],
    ["it was the run before", livenessProbe, [event(-300_000)]],
    ["the period has no room", { container: { livenessProbe: { ...probe, timeoutSeconds: 6 } } }, [event(300_000)]],
    [
      "it was still starting, without a startup probe",
      { container: { livenessProbe: probe, startupProbe: undefined } },
      [event(5000)],
    ],
    ["it is not ready", { ...livenessProbe, status: { ready: false } }, [event(300_000)]],
  ])("say nothing where %s", (_, given, events) => {
    expect(texts(given, ...events)).toEqual([]);
  });
});

it("says why nothing is known of starts", () => {
  const none = { startupProbe: undefined };
  expect(learned(pod(0, { container: none })).first?.unknown).toEqual([
    "How long it takes to start is not known: without a startup or readiness probe, nothing says when it has started.",
  ]);
  const two = {
    spec: {
      containers: [
        { name: "web", image: "a", startupProbe },
        { name: "log", image: "b", startupProbe },
      ],
    },
    more: {
      name: "log",
      restartCount: 0,
      ready: true,
      started: true,
      state: { running: { startedAt: time(beginMs) } },
    },
  };
  expect(learned(pod(0, two)).first?.unknown).toEqual([
    "How long it takes to start is not known: 2 containers of the pod have probes, and a status only says when all are ready.",
  ]);
});

it("takes nobody for starting who lost readiness for a while", () => {
  const readinessProbe = { exec: { command: ["up"] } };
  const { first } = learned(
    pod(0, { container: { startupProbe: undefined, readinessProbe }, readyAfterMs: 2 * dayMs }),
  );
  expect(first?.starts).toEqual({ measured: undefined, cutOff: undefined, doubtful: 1 });
  // Another container that started then made the pod ready.
  const more = {
    ...{ name: "log", restartCount: 3, ready: true, started: true },
    state: { running: { startedAt: time(beginMs + 60_000) } },
  };
  const spec = {
    containers: [
      { name: "web", image: "a:1", readinessProbe },
      { name: "log", image: "b" },
    ],
  };
  expect(learned(pod(0, { spec, more, readyAfterMs: 60_000 })).first?.starts.measured).toBeUndefined();
});

it("does not mix revisions, and lists the newest first", () => {
  const old = { labels: { "pod-template-hash": "old" }, ownerReferences: [{ kind: "ReplicaSet", name: "web-old" }] };
  const at = (ms: number) => ({ creationTimestamp: time(ms) });
  const { workloads } = learned(
    pod(0, { meta: { ...old, ...at(beginMs) } }),
    pod(1, { meta: at(beginMs + dayMs) }),
    pod(2, { meta: at(beginMs + dayMs) }),
  );
  expect(workloads.map(({ kind, name, revision, pods }) => [kind, name, revision, pods])).toEqual([
    ["Deployment", "web", "7f9", 2],
    ["Deployment", "web", "old", 1],
  ]);
});

it("puts ends after which a pod runs on into the note", () => {
  const crashed = {
    status: {
      ...{ restartCount: 1, ready: true, started: true },
      state: { running: { startedAt: time(beginMs + 10_000) } },
      lastState: { terminated: { exitCode: 3, startedAt: time(beginMs), finishedAt: time(beginMs + 5000) } },
    },
  };
  const { first } = learned(pod(0, crashed), pod(1, { startedMs: beginMs + 5000 }));
  expect(learnedComment(first ?? expect.fail())).toBe(
    "web: starts in 10s–21s — 1 start, 1 exit with 3 after 4s to 6s, 2 pods, 2026-11-20",
  );
});

it.each([300, -1, 3_221_225_786])("writes no scenario with exit code %s, which none can say", (exitCode) => {
  const status = {
    restartCount: 1,
    state: { waiting: { reason: "CrashLoopBackOff" } },
    lastState: { terminated: { exitCode, startedAt: time(beginMs), finishedAt: time(beginMs + 5000) } },
  };
  const { first } = learned(pod(0, { status }));
  expect(first?.scenario).toBeUndefined();
  expect(first?.note).toContain(`1 exit with ${exitCode} after 4s to 6s`);
});

it("writes no scenario for a name that no comment can have", () => {
  const status = { name: "a: x, then" };
  const { first } = learned(pod(0, { container: { name: "a: x, then" }, status: { ...status, ready: true } }));
  expect(first?.scenario).toBeUndefined();
});
