import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import * as z from "zod";

// What the real controllers of v1.37.1 did, in short: the pods as the API showed them, and the controllers' decisions.

const pod = z.object({
  kind: z.literal("pod"),
  tMs: z.number(),
  name: z.string(),
  owner: z.string(),
  revision: z.string(),
  node: z.string(),
  phase: z.enum(["Pending", "Running", "Succeeded", "Failed"]),
  ready: z.boolean(),
  /** Its sandbox runs, and so it has an address. */
  sandbox: z.boolean(),
  restarts: z.number(),
  deleting: z.boolean(),
  gone: z.boolean(),
});
const others = [
  z.object({
    kind: z.enum(["deployment", "statefulSet", "daemonSet", "podDisruptionBudget"]),
    tMs: z.number(),
    name: z.string(),
    counts: z.record(z.string(), z.number()),
    /** Type → `status:reason`. */
    conditions: z.record(z.string(), z.string()),
  }),
  /** Pod → the conditions of its endpoint that are true. */
  z.object({ kind: z.literal("endpointSlice"), tMs: z.number(), endpoints: z.record(z.string(), z.string()) }),
  z.object({
    kind: z.literal("replicaSet"),
    tMs: z.number(),
    name: z.string(),
    revision: z.string(),
    replicas: z.number(),
  }),
  z.object({ kind: z.literal("action"), tMs: z.number(), op: z.string(), name: z.string() }),
  z.object({ kind: z.literal("eviction"), tMs: z.number(), pod: z.string(), answer: z.string() }),
] as const;

const spec = z.looseObject({ replicas: z.optional(z.number()), minReadySeconds: z.optional(z.number()) });
const written = z.looseObject({ kind: z.string(), metadata: z.looseObject({ name: z.string() }), spec });
const recording = z.object({
  scenario: z.string(),
  nodes: z.number(),
  objects: z.array(written),
  actions: z.array(
    z.looseObject({ at: z.string(), patch: z.optional(z.looseObject({ with: z.looseObject({ spec }) })) }),
  ),
  seconds: z.number(),
  t0: z.string(),
  entries: z.array(z.discriminatedUnion("kind", [pod, ...others])),
});

export type Recording = z.infer<typeof recording>;
export type RecordedEntry = Recording["entries"][number];
export type RecordedPod = z.infer<typeof pod>;

/** A file of `fixtures/workloads`, as `adopt.ts` makes them. */
export function readRecordings(name: string): readonly Recording[] {
  const file = new URL(`../../fixtures/workloads/${name}.jsonl.gz`, import.meta.url);
  const text = gunzipSync(readFileSync(file)).toString("utf8");
  return text.split("\n").map((line) => recording.parse(JSON.parse(line)));
}
