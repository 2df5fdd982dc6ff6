import * as z from "zod/mini";
import { outlookNames } from "../../../shared/forecast/answer/model.ts";
import type { Immutable } from "../../../shared/protocol/values/parse.ts";
import { curve, kubelet } from "./kubelet.ts";
import { observed } from "./observed.ts";
import {
  about,
  count,
  fieldPath,
  ms,
  node,
  notes,
  object,
  place,
  share,
  span,
  spread,
  time,
  version,
} from "./parts.ts";
import { training } from "./training.ts";
import { waiting, workload } from "./workload.ts";

const verdict = z.enum(outlookNames);

const answer = z.strictObject({
  basis: about(
    "What the answer rests on, the strongest that there is: a status, a scenario, or the manifest alone.",
    z.enum(["observed", "scenario", "manifest"]),
  ),
  verdict,
  headline: about("What happens, in a sentence; of an observed pod, what is the case and what comes next.", z.string()),
  fix: z.optional(about("Of an observed pod: what would help.", z.string())),
  after: z.optional(about("Of an observed pod: what follows the next step.", z.string())),
  notes: z.optional(
    about(
      "Of an observed pod: what is the case with further containers, and with the status itself.",
      z.array(z.strictObject({ label: z.string(), text: z.string() })),
    ),
  ),
  horizonMs: about("As set by --until; of an observed pod, from the observed moment on.", ms),
  watchedMs: z.optional(
    about("So much happens that the runs end before the horizon: all numbers cover only this time.", ms),
  ),
  runs: about("Simulated runs.", count),
  restarts: about("Of all containers.", spread),
  tries: z.optional(about("Of a Job: pods that were created, and restarts in them.", spread)),
  failedPods: z.optional(about("Of a Job.", spread)),
  firstReadyMs: z.optional(
    about("From the creation to the first Ready; null if it never is. Absent for Jobs.", z.nullable(spread)),
  ),
  readyForGoodMs: z.optional(
    about("From the creation to the Ready that stays; null if none does. Absent for Jobs.", z.nullable(spread)),
  ),
  notReadyYetMs: z.optional(about("The time not Ready before the pod is first Ready. Absent for Jobs.", spread)),
  downMs: z.optional(about("The time not Ready after the pod was first Ready. Absent for Jobs.", spread)),
  longestWaitMs: about("From an end to the next start; a wait ends with the pod, or the Job.", spread),
  readyShare: z.optional(
    about("The share of its time in which the pod is Ready, from 0 to 1. Absent for Jobs.", spread),
  ),
  rhythm: about(
    "When restarts become evenly spaced; null if they do not.",
    z.nullable(z.strictObject({ fromMs: spread, everyMs: spread })),
  ),
  outcomes: about(
    "More than one where runs differ, the most frequent first.",
    z.array(z.strictObject({ verdict, text: z.string(), share: about("The share of the runs.", share) })),
  ),
  bounds: about(
    "The earliest and the latest possible instant of what the runs come to; null for what does not happen.",
    z.strictObject({
      firstReady: z.nullable(span),
      end: z.nullable(span),
      restarts: about("The first restarts of each container.", z.record(z.string(), z.array(span))),
    }),
  ),
  why: about(
    "Null where nothing restarts or fails.",
    z.nullable(
      z.strictObject({
        text: z.string(),
        fieldPath: about("The field that causes it; null: none does.", z.nullable(z.string())),
        scenario: about("The part of the scenario that causes it.", z.nullable(z.string())),
        advice: z.nullable(z.string()),
      }),
    ),
  ),
});

const job = z.strictObject({
  retries: about("What a failure is followed by.", z.enum(["pods", "restarts"])),
  backoffLimit: z.int(),
  backoffLimitPerIndex: z.nullable(z.int()),
  retryDelaysMs: z.array(ms),
  tries: about("When each try starts.", z.array(z.nullable(span))),
  failures: about("Failures until the Job ends.", z.int()),
  ends: about(
    "The condition with which it ends; `Deleted` where the next start of its CronJob replaces it; null: it does not end.",
    z.nullable(z.enum(["Complete", "Failed", "Deleted"])),
  ),
  reason: z.nullable(z.string()),
  endsAfterMs: time("When it ends."),
  waiters: z.optional(waiting),
});

const schedule = z.strictObject({
  overlap: z.enum(["never-completes", "may-be-replaced", "blocked", "late", "skipped", "concurrent"]),
  text: z.string(),
});

const tolerance = z.strictObject({
  fault: about(
    "What goes wrong in a container that was fine: a slow start, probes that time out or fail for a time, slow answers from the start, a slow stop.",
    z.enum(["start", "hang", "errors", "answers", "stop"]),
  ),
  harm: about("A kill (of a stop: SIGKILL), or no traffic.", z.enum(["kill", "unready"])),
  survivesMs: about("The longest that does no harm, whenever it begins; to 1s, answers to 100ms.", ms),
  hurtsMs: about("One step longer: it does harm if it begins at the worst moment.", ms),
  alwaysMs: about("From here on it does harm whenever it begins; null: never for certain.", z.nullable(ms)),
  fieldPath,
});

const container = z.strictObject({
  name: z.string(),
  kind: z.enum(["regular", "init", "sidecar"]),
  fieldPath,
  restarts: z.strictObject({
    canRestart: z.boolean(),
    delaysMs: about("Before each restart in a row; the last one is repeated.", z.array(ms)),
    steadyStateMs: about("The distance of two restarts once the delays no longer grow.", ms),
    resetAfterMs: about("A run of this length resets the back-off.", ms),
    next: about("When each restart comes, after the exit before it.", z.array(z.nullable(span))),
  }),
  startupBudget: about("How long a start may take; null: as long as it wants.", z.nullable(span)),
  hangToSigterm: time("From a hang to SIGTERM."),
  hangToDead: time("From a hang to the end of the process."),
  hangToReady: time("From a hang until the container is ready again."),
  unreadyAfter: time("From a hang until Services send no traffic."),
  tolerance: z.optional(
    about(
      "With --details or --details tolerance: how far each fault may go. What never does harm is left out.",
      z.array(tolerance),
    ),
  ),
});

const recovery = z.strictObject({
  laterMs: about("From the end of the outage; null: in no run.", z.nullable(spread)),
  runs: about("Runs in which it comes before the next outage and the horizon.", count),
});

const outage = z.strictObject({
  kind: about("What is away or goes wrong.", z.enum(["dependency", "image", "container", "kubelet", "node"])),
  name: about("Of the dependency or the container.", z.nullable(z.string())),
  fromMs: ms,
  untilMs: about("The latest end, where each run draws one.", ms),
  runs: about("Simulated runs.", count),
  ready: about("When the pod is ready, and stays so for a minute at least.", recovery),
  containers: about(
    "Those that the outage reaches.",
    z.array(
      z.strictObject({
        name: z.string(),
        ready: recovery,
        decidedBy: about(
          "What most of the time is spent on; null where there is none.",
          z.nullable(z.enum(["back-off", "image back-off", "start", "probe", "kubelet"])),
        ),
      }),
    ),
  ),
  shorter: about(
    "The one change that helps most, as played, for the outage that costs most; null: none of those that were tried helps.",
    z.nullable(z.strictObject({ change: z.string(), ready: recovery, restarts: spread })),
  ),
});

const forecastPod = z.strictObject({
  ...place,
  ...object,
  fieldPath: about("Of the pod spec, from the root of the object.", z.string()),
  node,
  summary: about("What is said of the pod first; the same as `headline` of its answer.", z.string()),
  answer: about("What happens until the horizon, over runs with different seeds.", answer),
  timeToReady: time("When the pod is first Ready; null for an observed pod."),
  job: z.optional(about("Of a Job.", job)),
  schedule: z.optional(about("Of a CronJob whose runs meet the next start: what becomes of them.", schedule)),
  training: z.optional(about("With --failures-every.", training)),
  containers: z.array(container),
  outage: z.optional(about("What the outage of the scenario that costs most costs.", z.string())),
  outages: z.optional(
    about("With --details or --details outage: what the outages of the scenario cost.", z.array(outage)),
  ),
  observed: z.optional(about("Of a pod with a status.", observed)),
  curves: z.optional(about("With --curves.", z.array(curve))),
});

export const forecastSchema = z.strictObject({
  version,
  pods: z.array(forecastPod),
  workloads: about("Deployments, StatefulSets, and DaemonSets.", z.array(workload)),
  kubelets: about("KubeletConfigurations.", z.array(kubelet)),
  notes,
});

export type ForecastPodJson = Immutable<z.infer<typeof forecastPod>>;
export type AnswerJson = Immutable<z.infer<typeof answer>>;
export type JobJson = Immutable<z.infer<typeof job>>;
export type OutageJson = Immutable<z.infer<typeof outage>>;
export type ToleranceJson = Immutable<z.infer<typeof tolerance>>;
