import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isActive } from "../../../../shared/controllers/objects/availability.ts";
import type { WorkloadPod } from "../../../../shared/controllers/objects/model.ts";
import { AlikePods } from "../../../../shared/controllers/replicaset/alike-pods.ts";
import { toDelete } from "../../../../shared/controllers/replicaset/ranking.ts";

const old: Omit<WorkloadPod, "number" | "tie"> = {
  name: "web-old",
  owner: "web-old",
  revision: "old",
  ordinal: undefined,
  createdMs: -90_000,
  node: "node-1",
  phase: "Running",
  ready: true,
  readySinceMs: -80_000,
  hasAddress: true,
  restarts: 0,
  deletedMs: undefined,
  gone: false,
};

const nowMs = 1000;
const context = { nowMs, podsOnNode: new Map([["node-1", 3]]) };

const anyPod = fc.record({
  tie: fc.double({ min: 0, max: 1, noNaN: true }),
  node: fc.constantFrom(undefined, "node-1"),
  phase: fc.constantFrom("Pending", "Running"),
  ready: fc.boolean(),
  restarts: fc.constantFrom(0, 2),
  createdMs: fc.constantFrom(-90_000, 0),
  deletedMs: fc.constantFrom(undefined, 500),
});

describe("pods that are alike but for their tie", () => {
  it("leave the choice of those that go first as it is among all of them", () => {
    fc.assert(
      fc.property(
        fc.array(anyPod, { minLength: 10, maxLength: 60 }),
        fc.integer({ min: 1, max: 5 }),
        (parts, count) => {
          const pods = parts.map((part, index): WorkloadPod => ({ ...old, ...part, number: index + 1 }));
          const alike = new AlikePods();
          const few = alike.candidates("web-old", count, () => pods);
          expect(toDelete(few, count, context)).toEqual(toDelete(pods.filter(isActive), count, context));
        },
      ),
    );
  });

  it("are a dozen to look at for one of 10,000 that goes, and follow what becomes of each", () => {
    const alike = new AlikePods();
    const nodes = ["node-1", "node-2", "node-3"];
    const pods = Array.from({ length: 10_000 }, (_, index): WorkloadPod => {
      const readySinceMs = -80_000 + (index % 4) * 250;
      return { ...old, number: index + 1, tie: (index * 7919) % 10_007, node: nodes[index % 3], readySinceMs };
    });
    const candidates = (count: number): readonly WorkloadPod[] => alike.candidates("web-old", count, () => pods);
    expect(candidates(1)).toHaveLength(12);
    const [first] = toDelete(candidates(1), 1, context);
    if (first !== undefined) alike.place(Object.assign(first, { deletedMs: nowMs }));
    expect(candidates(10_000)).toEqual(pods.filter((pod) => pod !== first));
  });
});
