import * as z from "zod/mini";
import type { Immutable } from "../../../shared/protocol/values/parse.ts";
import { observed } from "./observed.ts";
import { about, count, ms, node, object, span, version } from "./parts.ts";

const rollout = z.strictObject({
  ...object,
  updated: about("Pods of the newest template.", count),
  of: about("Pods that are wanted.", count),
  available: about("Available pods, of all templates.", count),
  state: about(
    "`failed`: reported with ProgressDeadlineExceeded; it may go on.",
    z.enum(["running", "paused", "failed"]),
  ),
  completes: about("When it is expected to be complete; null: that is not predicted.", z.nullable(span)),
  unplayed: z.optional(about("Why that is not predicted.", z.string())),
  deadlineMs: about("When it is reported as failed, unless something moves before.", z.nullable(ms)),
});

const pod = z.strictObject({
  ...object,
  kind: z.literal("Pod"),
  uid: z.string(),
  owners: z.array(z.strictObject({ kind: z.string(), name: z.string() })),
  phase: z.nullable(z.string()),
  nodeName: z.nullable(z.string()),
  node,
  assumed: about("What is assumed because it could not be read, a sentence each.", z.array(z.string())),
  observed: about("Null for a pod that cannot be read.", z.nullable(observed)),
});

export const observeSchema = z.strictObject({
  version,
  context: about("Of the kubeconfig.", z.string()),
  namespaces: about("None: all.", z.array(z.string())),
  atMs: about("Now, by the clock of the API server, in ms since 1970. So are all times.", ms),
  gone: z.optional(about("With --watch: the UIDs of deleted pods.", z.array(z.string()))),
  missing: about("What could not be read, a sentence each.", z.array(z.string())),
  rollouts: z.optional(about("Of the object that was asked for, while it rolls out.", z.array(rollout))),
  pods: about("With --watch: those that changed.", z.array(pod)),
});

export type ObserveJson = Immutable<z.infer<typeof observeSchema>>;
export type ObservePodJson = Immutable<z.infer<typeof pod>>;
