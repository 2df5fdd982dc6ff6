import { readFileSync } from "node:fs";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { Backoff, type BackoffPolicy } from "../../../shared/backoff/backoff.ts";

// Recorded from client-go v0.37.1 with a fake clock: what the keys mean is in README.md beside the file.
const operationSchema = z.object({
  atMs: z.number(),
  op: z.enum(["next", "get", "inBackOffSince", "inBackOffSinceUpdate", "reset", "gc"]),
  key: z._default(z.string(), ""),
  timeMs: z._default(z.number(), Number.NaN),
  result: z.optional(z.union([z.number(), z.boolean()])),
});
const sequenceSchema = z.object({
  initialMs: z.number(),
  maxMs: z.number(),
  resetMs: z.number(),
  ops: z.array(operationSchema),
});
type Operation = z.infer<typeof operationSchema>;

const recorded = readFileSync(new URL("../../truth/backoff/vectors.jsonl", import.meta.url), "utf8")
  .trim()
  .split("\n")
  .map((line) => sequenceSchema.parse(JSON.parse(line)));

describe("every recorded sequence of operations gives client-go's answers", () => {
  test.each(recorded.map(({ initialMs, maxMs, resetMs, ops }, index) => ({ index, initialMs, maxMs, resetMs, ops })))(
    "sequence $index: $initialMs to $maxMs ms, reset $resetMs ms",
    ({ initialMs, maxMs, resetMs, ops }) => {
      const backoff = new Backoff({ initialMs, maximumMs: maxMs, resetAfterMs: resetMs === 0 ? undefined : resetMs });
      const answers = ops.map((operation) => ({ ...operation, result: apply(backoff, operation) }));
      expect(answers).toEqual(ops);
    },
  );

  test("all of them were read", () => {
    expect(recorded.length).toBe(120);
    expect(recorded.flatMap(({ ops }) => ops).length).toBe(7200);
  });
});

describe("the edges, with a back-off of 10 s to 300 s that is forgotten after 600 s", () => {
  const policy: BackoffPolicy = { initialMs: 10_000, maximumMs: 300_000, resetAfterMs: 600_000 };

  test("nothing is delayed before the first failure was counted", () => {
    const backoff = new Backoff(policy);
    expect(backoff.isInBackOffSince("app", 0, 0)).toBe(false);
    expect(backoff.isInBackOffSinceUpdate("app", 0)).toBe(false);
    expect(backoff.get("app")).toBe(0);
    expect(backoff.entry("app")).toBeUndefined();
  });

  test("a wait of 10 s is over at exactly 10 s", () => {
    const backoff = new Backoff(policy);
    backoff.next("app", 0, 500);
    expect([9_999, 10_000].map((nowMs) => backoff.isInBackOffSince("app", 0, nowMs))).toEqual([true, false]);
    expect([10_499, 10_500].map((nowMs) => backoff.isInBackOffSinceUpdate("app", nowMs))).toEqual([true, false]);
  });

  test("an exit exactly 600 s after the last update still doubles, one later starts again", () => {
    const doubled = new Backoff(policy);
    doubled.next("app", 0, 0);
    const restarted = doubled.copy();
    doubled.next("app", 600_000, 600_000);
    restarted.next("app", 600_001, 600_001);
    expect([doubled.get("app"), restarted.get("app")]).toEqual([20_000, 10_000]);
  });

  test("garbage collection looks at the clock, not at the exit", () => {
    const backoff = new Backoff(policy);
    backoff.next("app", 0, 0);
    backoff.gc(600_000);
    expect(backoff.get("app")).toBe(10_000);
    backoff.gc(600_001);
    expect(backoff.get("app")).toBe(0);
  });

  test("an initial delay above the maximum shows once: client-go clamps only what it doubles", () => {
    const backoff = new Backoff({ initialMs: 10_000, maximumMs: 4_000, resetAfterMs: 600_000 });
    backoff.next("app", 0, 0);
    expect(backoff.get("app")).toBe(10_000);
    backoff.next("app", 0, 0);
    expect(backoff.get("app")).toBe(4_000);
  });

  test("containers and copies do not disturb each other", () => {
    const backoff = new Backoff(policy);
    backoff.next("app", 0, 0);
    const copy = backoff.copy();
    copy.next("app", 0, 0);
    copy.next("proxy", 0, 0);
    backoff.deleteEntry("proxy");
    expect([backoff.get("app"), backoff.get("proxy"), copy.get("app"), copy.get("proxy")]).toEqual([
      10_000, 0, 20_000, 10_000,
    ]);
    copy.reset("app");
    expect([backoff.get("app"), copy.get("app")]).toEqual([10_000, 0]);
  });
});

test("no sequence of failures exceeds the maximum or falls below the initial delay", () => {
  const policies = fc
    .tuple(fc.integer({ min: 1, max: 60_000 }), fc.integer({ min: 0, max: 300_000 }))
    .map(([initialMs, moreMs]) => ({ initialMs, maximumMs: initialMs + moreMs, resetAfterMs: 600_000 }));
  const gapsMs = fc.array(fc.integer({ min: 0, max: 700_000 }), { minLength: 1, maxLength: 50 });
  fc.assert(
    fc.property(policies, gapsMs, (policy, gaps) => {
      const backoff = new Backoff(policy);
      let nowMs = 0;
      for (const gapMs of gaps) {
        nowMs += gapMs;
        backoff.next("app", nowMs, nowMs);
        expect(backoff.get("app")).toBeLessThanOrEqual(policy.maximumMs);
        expect(backoff.get("app")).toBeGreaterThanOrEqual(policy.initialMs);
      }
    }),
  );
});

function apply(backoff: Backoff, { op, key, atMs, timeMs }: Operation): number | boolean | undefined {
  switch (op) {
    case "next":
      return void backoff.next(key, timeMs, atMs);
    case "get":
      return backoff.get(key);
    case "inBackOffSince":
      return backoff.isInBackOffSince(key, timeMs, atMs);
    case "inBackOffSinceUpdate":
      return backoff.isInBackOffSinceUpdate(key, timeMs);
    case "reset":
      return void backoff.reset(key);
    case "gc":
      return void backoff.gc(atMs);
  }
}
