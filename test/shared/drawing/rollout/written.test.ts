import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { WorkloadEntryKind } from "../../../../shared/controllers/objects/model.ts";
import { decidingFields } from "../../../../shared/drawing/rollout/deciding-field.ts";
import { readRollout } from "../../../../shared/drawing/rollout/read.ts";
import { playRun } from "../../../../shared/drawing/rollout/run.ts";
import { setRollout } from "../../../../shared/drawing/rollout/setup.ts";
import { isWritable, isWrittenIn, writtenRollout } from "../../../../shared/drawing/rollout/written.ts";
import type { RolloutSetup } from "../../../../shared/protocol/pod/rollout.ts";
import { rolloutOf } from "../../../panel/rollout-payloads.ts";

const drain = (seconds: number): RolloutSetup["edits"][number] => ({
  kind: "drain",
  atMs: seconds * 1000,
  node: "node-1",
});
const scale: RolloutSetup["edits"][number] = { kind: "scale", atMs: 1000, replicas: 9 };

const atMs = fc.nat(600_000);
const edit: fc.Arbitrary<RolloutSetup["edits"][number]> = fc.oneof(
  fc.record({
    kind: fc.constantFrom("drain", "lose-node"),
    atMs,
    node: fc.constantFrom("node-1", "node-2", "drains", "a b"),
  }),
  fc.record({ kind: fc.constant("scale" as const), atMs, replicas: fc.nat(5000) }),
  fc.record({ kind: fc.constantFrom("roll-back", "pause", "resume"), atMs }),
  fc.record({ kind: fc.constant("delete-pod" as const), atMs, pod: fc.constantFrom("web-old-1", "is", "x: y") }),
);

function written(setup: RolloutSetup, payload = rolloutOf()) {
  const workload = readRollout(payload);
  if (workload === undefined) throw new Error("no workload");
  return { payload, workload, ...writtenRollout(payload, workload, setup) };
}

describe("what people let happen in a rollout", () => {
  it("becomes lines of the scenario, beside those of the manifest", () => {
    const setup = { seed: 1, crashAfterMs: 45_000, edits: [drain(90)] };
    expect(written(setup).lines).toEqual([
      { container: "app", text: "starts in 20s, stops in 5s" },
      { container: "app", text: "new: starts in 20s, crashes after 45s, stops in 5s" },
      { container: undefined, text: "at 1m30s node node-1 drains" },
    ]);
  });

  it("takes the place of what the manifest said of the new version before", () => {
    const payload = rolloutOf({ lines: ["app: new: starts in 3s"] });
    const { lines } = written({ seed: 1, crashAfterMs: 10_000, edits: [] }, payload);
    expect(lines.filter(({ text }) => text.startsWith("new:"))).toEqual([
      { container: "app", text: "new: starts in 3s, crashes after 10s" },
    ]);
  });

  it("plays in the same way when the manifest has it", () => {
    const setup = { seed: 1, crashAfterMs: 45_000, edits: [drain(90)] };
    const before = written(setup);
    const texts = before.lines.map(({ container, text }) => ({ container, text, source: "comment" as const }));
    const payload = { ...before.payload, pod: { ...before.payload.pod, scenarioTexts: texts } };
    const after = readRollout(payload);
    if (after === undefined) throw new Error("no workload");
    expect(isWrittenIn(payload, after, before)).toBe(true);
    expect(isWrittenIn(before.payload, before.workload, before)).toBe(false);
    const { assumptions } = payload.pod;
    const played = playRun(before.workload, assumptions, setup).timeline.entries;
    expect(playRun(after, assumptions, before.rest).timeline.entries).toEqual(played);
  });

  it("stays in the panel where a scenario has no words for it", () => {
    expect(isWritable({ seed: 1, trafficDelayMs: 5000, edits: [] })).toBe(false);
    const { rest } = written({ seed: 2, trafficDelayMs: 5000, crashAfterMs: 5000, edits: [scale, drain(9)] });
    expect(rest).toEqual({ seed: 2, trafficDelayMs: 5000, edits: [] });
  });

  it("has words for all that happens at a time", () => {
    const edits: RolloutSetup["edits"] = [
      scale,
      { kind: "pause", atMs: 2000 },
      { kind: "resume", atMs: 61_500 },
      { kind: "delete-pod", atMs: 90_000, pod: "web-new-4" },
      { kind: "roll-back", atMs: 3_600_000 },
    ];
    expect(written({ seed: 1, edits }).added.map(({ text }) => text)).toEqual([
      "at 1s scales to 9",
      "at 2s pauses",
      "at 1m1.5s resumes",
      "at 1m30s pod web-new-4 is deleted",
      "at 1h rolls back",
    ]);
  });

  it("happens in the same way after it was written, whatever it is", () => {
    const lines = fc.constantFrom("at 5s node drains", "at 30s rollout", "at 1m rolls back", "at 2m scales to 2");
    fc.assert(
      fc.property(fc.array(edit, { maxLength: 6 }), fc.array(lines, { maxLength: 3 }), (edits, present) => {
        const { payload, workload, lines: all, rest } = written({ seed: 1, edits }, rolloutOf({ lines: present }));
        const texts = all.map(({ container, text }) => ({ container, text, source: "comment" as const }));
        const after = readRollout({ ...payload, pod: { ...payload.pod, scenarioTexts: texts } });
        if (after === undefined) throw new Error("no workload");
        const played = setRollout(workload, { seed: 1, edits }, "first").events;
        expect(setRollout(after, rest, "first").events).toEqual(played);
      }),
    );
  });
});

describe("the field that decides about an entry", () => {
  const fieldsOf = (kind: WorkloadEntryKind, setup: RolloutSetup = { seed: 1, edits: [] }): readonly string[] => {
    const { workload, payload } = written(setup);
    const run = playRun(workload, payload.pod.assumptions, setup);
    const entry = run.timeline.entries.findLast((each) => each.kind === kind);
    if (entry === undefined) throw new Error(`no ${kind}`);
    return decidingFields(run, entry);
  };

  it.each([
    ["replica-set-scaled", ["strategy", "replicas"]],
    ["pod-created", ["strategy", "replicas"]],
    ["pod-deleted", ["strategy", "replicas"]],
    ["pod-available", ["minReadySeconds"]],
    ["pod-ready", []],
  ] as const)("of %s", (kind, fields) => {
    expect(fieldsOf(kind)).toEqual(fields);
  });

  it("is the deadline for a rollout that is reported as failed", () => {
    expect(fieldsOf("condition-changed", { seed: 1, crashAfterMs: 2000, edits: [] })[0]).toBe(
      "progressDeadlineSeconds",
    );
  });

  it("is none for pods that a drain removes", () => {
    const payload = rolloutOf();
    const workload = readRollout(payload);
    if (workload === undefined) throw new Error("no workload");
    const run = playRun(workload, payload.pod.assumptions, { seed: 1, edits: [drain(0)] });
    const evicted = run.timeline.entries.find(({ kind }) => kind === "eviction-accepted");
    const deleted = run.timeline.entries.find(({ kind, cause }) => kind === "pod-deleted" && cause === evicted?.id);
    expect(deleted && decidingFields(run, deleted)).toEqual([]);
  });
});
