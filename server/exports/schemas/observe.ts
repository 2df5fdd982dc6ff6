import * as z from "zod/mini";
import { observedCases } from "../../../shared/observation/answer/model.ts";
import type { Immutable } from "../../../shared/protocol/values/parse.ts";
import { observed } from "./observed.ts";
import { about, count, ms, node, object, span, version } from "./parts.ts";

const rollout = z.strictObject({
  ...object,
  updated: about("Pods of the newest template.", count),
  of: about("Pods that are wanted.", count),
  available: about("Available pods, of all templates.", count),
  state: about(
    "`failed`: reported with ProgressDeadlineExceeded; it may go on. `complete`: pods are not available for another reason than a rollout.",
    z.enum(["running", "paused", "failed", "complete"]),
  ),
  problem: z.optional(about("Why no pod can be created, as the controller says it.", z.string())),
  completes: about("When it is expected to be complete; null: that is not predicted.", z.nullable(span)),
  unplayed: z.optional(about("Why that is not predicted.", z.string())),
  deadlineMs: about("When it is reported as failed, unless something moves before.", z.nullable(ms)),
});

const reason = z.strictObject({
  is: about("`ready`: it is for now, and restarted not long ago.", z.enum(observedCases)),
  container: about("Null: it is about the whole pod.", z.nullable(z.string())),
  text: about("What is the case, since when, and why.", z.string()),
  fix: about("What would help.", z.nullable(z.string())),
  after: about("What follows.", z.nullable(z.string())),
  nextTry: about("When it is tried again; null: it is not, or nobody can know.", z.nullable(span)),
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
  reason: about("Why it is in trouble, or not ready yet; null: all is well.", z.nullable(reason)),
  observed: about("Null for a pod that cannot be read.", z.nullable(observed)),
});

const freshness = z.strictObject({
  is: about("`stale`: something may have changed since that is not known.", z.enum(["live", "stale"])),
  sinceMs: about("Until when it was true, by the clock of this machine; null: it is.", z.nullable(ms)),
  reason: about("Why it is stale, or only listed, in a sentence.", z.nullable(z.string())),
  nextTryMs: about(
    "When it is tried again, by the clock of this machine; null: it is live, or tried now.",
    z.nullable(ms),
  ),
  listedEveryMs: about("Where watches do not work: how often everything is listed in their place.", z.nullable(ms)),
});

export const observeSchema = z.strictObject({
  version,
  context: about("Of the kubeconfig.", z.string()),
  namespaces: about("None: all.", z.array(z.string())),
  atMs: about("Now, by the clock of the API server, in ms since 1970. So are all times.", ms),
  freshness: about("Whether it is what the cluster has.", freshness),
  gone: z.optional(about("With --watch: the UIDs of deleted pods.", z.array(z.string()))),
  missing: about("What could not be read, a sentence each.", z.array(z.string())),
  rollouts: z.optional(about("Of the object that was asked for, while it rolls out.", z.array(rollout))),
  pods: about("With --watch: those that changed.", z.array(pod)),
});

export type ObserveJson = Immutable<z.infer<typeof observeSchema>>;
export type ObservePodJson = Immutable<z.infer<typeof pod>>;
