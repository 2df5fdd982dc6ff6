import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import * as z from "zod";
import type { WorkloadStatus } from "../../../shared/controllers/objects/model.ts";
import { readWorkloadSpec } from "../../../shared/controllers/objects/read-spec.ts";
import { type WaiterVerdict, waiterVerdict } from "../../../shared/controllers/waiters/verdict.ts";

// What the code of Helm, Flux, Argo CD, and kubectl makes of objects, as `record.ts` asked it.

const verdict = z.enum(["waits", "returns", "fails"]);
const recordedWaiters = ["helm-3", "helm-4", "flux", "argo-cd", "kubectl-rollout-status"] as const;
const count = z.number().default(0);
const text = z.string().default("");
const observedGeneration = count;
const conditionStatus = z.enum(["True", "False", "Unknown"]);
const condition = z.object({
  ...{ type: z.string(), status: conditionStatus, reason: z.string(), message: text },
  ...{ lastUpdateMs: count, lastTransitionMs: count },
});
const replicas = { observedGeneration, replicas: count, updatedReplicas: count, readyReplicas: count };
const statuses = {
  Deployment: z.object({
    ...replicas,
    ...{ availableReplicas: count, unavailableReplicas: count, terminatingReplicas: count },
    conditions: z.array(condition).default([]),
  }),
  StatefulSet: z.object({
    ...replicas,
    ...{ availableReplicas: count, currentReplicas: count, currentRevision: text, updateRevision: text },
  }),
  DaemonSet: z.object({
    ...{ observedGeneration, desiredNumberScheduled: count, currentNumberScheduled: count },
    ...{ updatedNumberScheduled: count, numberReady: count, numberAvailable: count, numberUnavailable: count },
  }),
};
const line = z.object({
  object: z.object({
    kind: z.enum(["Deployment", "StatefulSet", "DaemonSet"]),
    metadata: z.looseObject({ generation: z.number() }),
    spec: z.looseObject({}),
    status: z.looseObject({}),
  }),
  ready: z.optional(z.number()),
  verdicts: z.record(z.enum(recordedWaiters), verdict),
});
type Line = z.infer<typeof line>;

const lines = gunzipSync(readFileSync(new URL("verdicts.jsonl.gz", import.meta.url)))
  .toString("utf8")
  .trimEnd()
  .split("\n")
  .map((text) => line.parse(JSON.parse(text)));

function ours({ object, ready }: Line, waiter: (typeof recordedWaiters)[number]): WaiterVerdict | undefined {
  const { kind, metadata, spec } = object;
  const read = readWorkloadSpec(kind, spec, { kubernetes: "1.37", featureGates: {} });
  return read && waiterVerdict(waiter, { ...metadata, spec: read, status: statusOf(object), readyInNewSet: ready });
}

function statusOf({ kind, status }: Line["object"]): WorkloadStatus {
  if (kind === "Deployment") return { kind, ...statuses.Deployment.parse(status) };
  return kind === "StatefulSet"
    ? { kind, ...statuses.StatefulSet.parse(status) }
    : { kind, ...statuses.DaemonSet.parse(status) };
}

describe("what those who wait make of a workload", () => {
  test.each(recordedWaiters)("is what the code of %s says, of each object", (waiter) => {
    const wrong = lines.filter((one) => ours(one, waiter) !== one.verdicts[waiter]);
    expect(wrong.slice(0, 3)).toEqual([]);
    expect(new Set(lines.map(({ verdicts }) => verdicts[waiter])).size).toBeGreaterThan(1);
  });

  test("is known of each kind, in thousands of states", () => {
    expect(lines.length).toBeGreaterThan(5000);
    expect(new Set(lines.map(({ object }) => object.kind)).size).toBe(3);
  });
});
