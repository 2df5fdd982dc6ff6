import * as z from "zod/mini";
import type { Immutable } from "../../../shared/protocol/values/parse.ts";
import { about, count, expectation, ms, node, notes, object, share, version } from "./parts.ts";

const head = {
  version,
  pod: z.strictObject({ ...object, fieldPath: about("Of the pod spec, from the root of the object.", z.string()) }),
  node,
  timing: about("`ideal`: exact, without the kubelet's loops and jitter.", z.enum(["kubelet", "ideal"])),
  semantics: about("`kep`: behavior as in the KEPs, where the released code differs.", z.enum(["released", "kep"])),
  seed: about("A seed always gives the same run.", z.int()),
  untilMs: ms,
  notes,
};
const expectations = about("Judged over seeds 1–20.", z.array(expectation));

const entry = z.strictObject({
  id: z.string(),
  tMs: about(
    "Virtual time since the kubelet first saw the pod. Of a pod with a status, which goes on from it: since the observed moment.",
    ms,
  ),
  kind: about("What happened, such as container-exited.", z.string()),
  container: z.optional(z.string()),
  run: z.optional(about("The number of the container's start in this pod, from 1.", z.int())),
  attempt: z.optional(about("The number of the container's creation, from 1.", z.int())),
  restartCount: z.optional(z.int()),
  cause: z.optional(about("The id of the entry that this one follows from.", z.string())),
  sinceCauseMs: about(
    "Bounds of the delay from the cause that the kubelet's loops allow.",
    z.strictObject({ min: ms, max: ms }),
  ),
  fieldPath: about("The field that decides, from the root of the object.", z.string()),
  text: about("The entry in a sentence.", z.string()),
  data: about(
    "What the kind does not say, such as exitCode. wasBefore: it was so already at the observed moment.",
    z.record(z.string(), z.unknown()),
  ),
});

const time = about("RFC 3339; virtual time begins in 1970.", z.optional(z.string()));
const terminated = z.strictObject({
  terminated: z.strictObject({
    exitCode: z.int(),
    reason: z.optional(z.string()),
    message: z.optional(z.string()),
    startedAt: time,
    finishedAt: time,
  }),
});
const containerState = z.union([
  z.strictObject({ waiting: z.strictObject({ reason: z.optional(z.string()), message: z.optional(z.string()) }) }),
  z.strictObject({ running: z.strictObject({ startedAt: time }) }),
  terminated,
]);
const containerStatus = z.strictObject({
  name: z.string(),
  state: containerState,
  lastState: z.union([terminated, z.strictObject({})]),
  ready: z.boolean(),
  started: z.boolean(),
  restartCount: count,
});

const podStatus = z.strictObject({
  phase: z.enum(["Pending", "Running", "Succeeded", "Failed"]),
  reason: z.optional(z.string()),
  message: z.optional(z.string()),
  startTime: time,
  conditions: z.array(
    z.strictObject({
      type: z.string(),
      status: z.enum(["True", "False"]),
      reason: z.optional(z.string()),
      message: z.optional(z.string()),
    }),
  ),
  initContainerStatuses: z.optional(z.array(containerStatus)),
  containerStatuses: z.array(containerStatus),
});

export const timelineSchema = z.strictObject({
  ...head,
  ended: about(
    "Why the run ends: at --until, because nothing more happens, or because too much does.",
    z.enum(["horizon", "settled", "event-limit"]),
  ),
  entries: z.array(entry),
  statuses: about(
    "The statuses that the API server has, each from its time on.",
    z.array(
      z.strictObject({
        tMs: ms,
        status: about("As the API writes v1.PodStatus.", podStatus),
        kubectl: about(
          "The columns of `kubectl get pod`.",
          z.strictObject({ ready: z.string(), status: z.string(), restarts: z.string() }),
        ),
      }),
    ),
  ),
  events: about(
    "Events as the kubelet writes them.",
    z.array(
      z.strictObject({
        tMs: ms,
        type: z.enum(["Normal", "Warning"]),
        reason: z.string(),
        message: z.string(),
        container: z.optional(z.string()),
      }),
    ),
  ),
  expectations,
});

const envelopeEntry = z.strictObject({
  kind: about("What happened, such as container-exited.", z.string()),
  container: z.optional(z.string()),
  run: z.optional(z.int()),
  probe: z.optional(z.string()),
  condition: z.optional(z.string()),
  nth: about("The n-th of its kind, from 1.", z.int()),
  earliestMs: about("The earliest possible time.", ms),
  minMs: about("The earliest time in a run.", ms),
  p50Ms: about("The median over the runs.", ms),
  maxMs: about("The latest time in a run.", ms),
  latestMs: about("The latest possible time.", ms),
  share: about("The share of the runs in which it happens.", share),
});

export const envelopeSchema = z.strictObject({
  ...head,
  runs: about("As set by --runs.", count),
  envelope: z.array(envelopeEntry),
  expectations,
});

export const simulateSchema = z.union([
  about("One run.", timelineSchema),
  about("Several runs, with --runs.", envelopeSchema),
]);

export type TimelineJson = Immutable<z.infer<typeof timelineSchema>>;
export type EnvelopeJson = Immutable<z.infer<typeof envelopeSchema>>;
