import * as z from "zod/mini";
import type { Immutable } from "../../../shared/protocol/values/parse.ts";
import { about, count, ms, named, place } from "./parts.ts";

export const curve = named(
  "curve",
  "Restarts on one back-off curve, over an hour with exact timing.",
  z.strictObject({
    container: z.optional(about("Of a pod.", z.string())),
    of: about("What the container does: its scenario, or it crashes immediately.", z.enum(["scenario", "crash"])),
    id: z.string(),
    title: z.string(),
    source: about("Where the curve comes from.", z.string()),
    about: z.string(),
    delaysMs: about("The last one is repeated.", z.array(ms)),
    restarts: z.array(z.strictObject({ withinMs: ms, count })),
    downMs: ms,
    apiRequestsPerMinute: about("Five requests per restart, as KEP-4603 counts.", z.number()),
  }),
);

const interval = named(
  "interval",
  "How far a sampled number can be from the true one.",
  z.strictObject({
    standardError: z.number(),
    low: about("The lower bound of the 95 % interval.", z.number()),
    high: about("The upper bound of the 95 % interval.", z.number()),
  }),
);

const limit = z.strictObject({
  name: z.enum(["kubeAPIQPS", "eventRecordQPS", "registryPullQPS"]),
  perSecond: about("Null: unlimited.", z.nullable(z.number())),
  burst: z.int(),
  wantedPerSecond: about("What the pods cause.", z.number()),
  reached: z.boolean(),
  longestWaitMs: ms,
});

const rates = {
  pods: about("Pods on the node.", count),
  restartsPerMinute: count,
  apiRequestsPerMinute: about("Changes of pod statuses.", count),
  kepApiRequestsPerMinute: about("Five requests per restart, as KEP-4603 counts.", count),
  eventsPerMinute: count,
  eventsSentPerMinute: about("Events that are left after the limit of the kubelet.", count),
  imagePullsPerMinute: count,
  statusWritesSentPerMinute: about("Status changes that are left once the kubelet has merged them.", count),
  statusWritesWaitMs: about("How long a status change waits at most.", ms),
  sampledPods: about("Pods that were simulated.", count),
  intervals: z.strictObject({
    restartsPerMinute: interval,
    apiRequestsPerMinute: interval,
    eventsPerMinute: interval,
    eventsSentPerMinute: interval,
    imagePullsPerMinute: interval,
  }),
  limits: z.array(limit),
};
const load = named("load", "What the pods of one node cost the node and the API server.", z.strictObject(rates));

export const kubelet = z.strictObject({
  ...{ path: place.path, document: place.document, item: place.item },
  initialMs: about("The first delay after the immediate restart.", ms),
  maximumMs: about("The longest delay.", ms),
  delaysMs: about("The last one is repeated.", z.array(ms)),
  maxPods: count,
  nodes: about("As set by --nodes.", count),
  podsDo: about("As set by --pods; null: the node is full of pods that crash immediately.", z.nullable(z.string())),
  load: z.strictObject({
    ...rates,
    default: about("With the default back-off.", load),
    firstFiveMinutes: about("Of pods that are created together.", load),
  }),
  cluster: about(
    "What all nodes cost the API server.",
    z.strictObject({ apiRequestsPerSecond: z.number(), firstFiveMinutesApiRequestsPerSecond: z.number() }),
  ),
  watch: about(
    "Metrics that show what the change does, by component, as the KEPs name them. Empty with the default back-off.",
    z.array(z.string()),
  ),
  refused: z.optional(about("Why no kubelet starts with this configuration.", z.string())),
  curves: z.optional(about("With --curves.", z.array(curve))),
});

export type CurveJson = Immutable<z.infer<typeof curve>>;
export type LoadJson = Immutable<z.infer<typeof load>>;
export type KubeletJson = Immutable<z.infer<typeof kubelet>>;
