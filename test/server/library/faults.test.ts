import { expect, test } from "vitest";
import { analyze, createSimulation, type Simulation } from "../../../server/library/index.ts";
import type { AnalyzeOptions } from "../../../server/library/model.ts";

const manifest = `apiVersion: v1
kind: Pod
metadata: {name: web}
spec:
  containers:
  - name: app
    image: registry.example/app:1
    readinessProbe: {httpGet: {path: /, port: 80}}
    livenessProbe: {httpGet: {path: /, port: 80}}
  - {name: log, image: registry.example/log:1}
`;
const atMs = 300_000;
const untilMs = 900_000;

type Injected = Parameters<Simulation["inject"]>[0];

/** What the panel can inject, and the same as an event. */
const faults: readonly (readonly [event: string, injected: Injected])[] = [
  ["app: exits 3", { kind: "crash", atMs, container: "app", exitCode: 3 }],
  ["app: oom", { kind: "oom", atMs, container: "app" }],
  ["app: hangs", { kind: "hang", atMs, container: "app" }],
  ["app: hangs for 25s", { kind: "hang", atMs, container: "app", forMs: 25_000 }],
  ["app: answers readiness in 5s", { kind: "slow", atMs, container: "app", latencyMs: 5000, probe: "readiness" }],
  ["log: image missing 3 times", { kind: "image-missing", atMs, container: "log", times: 3 }],
  ["kubelet restarts", { kind: "kubelet-restart", atMs, downMs: 3000 }],
  ["node reboots", { kind: "node-reboot", atMs, downMs: 60_000 }],
  ["pod is deleted", { kind: "pod-deleted", atMs, graceMs: undefined }],
];

function played(options: AnalyzeOptions, injected?: Injected): readonly string[] {
  const [pod] = analyze(manifest, options).pods;
  if (pod === undefined) throw new Error("no pod");
  const simulation = createSimulation(pod, { untilMs });
  if (injected !== undefined) simulation.inject(injected);
  // The image is needed again.
  simulation.inject({ kind: "oom", atMs: atMs + 60_000, container: "log" });
  simulation.runUntil(untilMs);
  return simulation.entries().map(({ tMs, kind, container }) => `${tMs} ${kind} ${container}`);
}

test.each(faults)("5m %s is the same, injected or as an event", (event, injected) => {
  const asEvent = played({ events: [`5m ${event}`] });
  expect(played({}, injected)).toEqual(asEvent);
  expect(asEvent).not.toEqual(played({}));
});

test("what cannot be played throws a sentence", () => {
  expect(() => analyze(manifest, { events: ["5m db: oom"] })).toThrow(
    '"5m db: oom": The pod has no container "db". It has "app", "log".',
  );
  expect(() => analyze(manifest, { scenario: [""] })).toThrow("The text is empty.");
  const [pod] = analyze(manifest, { events: ["5m app: oom"] }).pods;
  expect(() => pod && createSimulation(pod, { untilMs: 60_000 })).toThrow("It happens after the end of the run (1m).");
  expect(() => pod && createSimulation(pod).inject({ kind: "oom", atMs: 0, container: "db" })).toThrow(
    "Pod/web has no container db: use app, log.",
  );
});
