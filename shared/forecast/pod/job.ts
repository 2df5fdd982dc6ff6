import { backOffCurve, crashLoopPolicy } from "../../backoff/policy.ts";
import { formatDuration } from "../../basics/durations.ts";
import { enumerated } from "../../basics/enumerated.ts";
import { formatSpan } from "../../basics/span-words.ts";
import { simulateJob } from "../../controllers/job/job.ts";
import { type JobSpec, type JobTimeline, replacedReason } from "../../controllers/job/model.ts";
import type { Assumptions } from "../../kubernetes/node.ts";
import { allContainers, type DefaultedPod } from "../../kubernetes/pod.ts";
import type { ContainerScript, Scenario } from "../../scenario/model.ts";
import { exitAfter, plainRun } from "../../scenario/script.ts";
import type { Span } from "../../simulation/index.ts";
import { forecastSeed } from "../runs/experiments.ts";

/**
 * When a Job tries again and when it ends: by its scenario, else if each try fails at once, one pod after the other. Of a Job with a limit
 * per index it is about the first index. Hint, hover and CLI read this.
 */
export interface JobForecast {
  /** What a failure leads to: another pod (Never), or a restart in the pod (OnFailure). */
  readonly retries: "pods" | "restarts";
  readonly backoffLimit: number;
  readonly backoffLimitPerIndex: number | undefined;
  /** The waits before the second try, the third, … up to the end; at most `delaysListed`. */
  readonly retryDelaysMs: readonly number[];
  /** When the tries start, since the Job was created; as many as there are waits, and the first one. */
  readonly tries: readonly Span[];
  /** Pods that failed, or restarts, by the end. */
  readonly failures: number;
  /** Undefined if it does not end within what is played. */
  readonly end: JobEnd | undefined;
  /** The scenario says what the pods do. */
  readonly isExplicit: boolean;
}

export interface JobEnd {
  /** When the Job gives up, has succeeded, or is deleted by the next start of its CronJob; pods that still run are stopped from then on. */
  readonly at: Span;
  readonly condition: "Complete" | "Failed" | "Deleted";
  readonly reason: string;
}

const delaysListed = 8;

/** What is played to find the end: with more tries or more time than this, it is left out. */
const podsPlayed = 128;
const playedMs = 24 * 3600 * 1000;

export function forecastJob(
  job: JobSpec,
  pod: DefaultedPod,
  assumptions: Assumptions,
  scenario: Scenario,
): JobForecast | undefined {
  if (job.suspend || job.managedByOther) return undefined;
  const isExplicit = Object.keys(scenario.containers).length > 0;
  const played = simulateJob({
    job: isExplicit ? job : oneAtATime(job),
    pod,
    assumptions,
    scenario: isExplicit ? scenario : failingAtOnce(pod),
    seed: forecastSeed,
    untilMs: playedMs,
    podsAtMost: podsPlayed,
  });
  const { backoffLimit, backoffLimitPerIndex } = job;
  const restartsPods = pod.restartPolicy === "Never";
  const tries = restartsPods
    ? podTries(played, backoffLimitPerIndex !== undefined)
    : restartTries(played, pod, assumptions);
  const retries = restartsPods ? "pods" : "restarts";
  return { retries, backoffLimit, backoffLimitPerIndex, isExplicit, end: endOf(played), ...tries };
}

/** The question is what a failure leads to, so that pods that fail side by side would hide the answer. Of several indexes the first one answers. */
function oneAtATime(job: JobSpec): JobSpec {
  const completions = job.backoffLimitPerIndex === undefined ? job.completions : Math.min(1, job.completions ?? 1);
  return { ...job, parallelism: Math.min(1, job.parallelism), completions };
}

function failingAtOnce(pod: DefaultedPod): Scenario {
  const scriptOf = (exitCode: number): ContainerScript => ({
    runs: [{ ...plainRun, end: exitAfter(0, exitCode) }],
    image: undefined,
  });
  const ending = allContainers(pod).filter(({ kind }) => kind !== "sidecar");
  const containers = Object.fromEntries(ending.map(({ name, kind }) => [name, scriptOf(kind === "init" ? 0 : 1)]));
  return { containers, events: [], expectations: [] };
}

function endOf({ entries }: JobTimeline): JobEnd | undefined {
  const last = entries.at(-1);
  if (last?.data.reason === replacedReason) return { at: last.at, condition: "Deleted", reason: replacedReason };
  const decided = entries.find(({ kind }) => kind === "condition-changed");
  if (last?.kind !== "job-ended" || decided === undefined) return undefined;
  return {
    at: decided.at,
    condition: last.data.condition === "Complete" ? "Complete" : "Failed",
    reason: last.data.reason ?? "",
  };
}

type Tries = Pick<JobForecast, "retryDelaysMs" | "tries" | "failures">;

/** Of a Job with a limit per index those of the first index, because each has its own. */
function podTries({ entries, failed }: JobTimeline, isPerIndex: boolean): Tries {
  const tries: Span[] = [];
  const retryDelaysMs: number[] = [];
  let delayMs: number | undefined;
  for (const { kind, at, data, index } of entries) {
    if (isPerIndex && index !== 0) continue;
    if (kind === "job-back-off-started") delayMs = data.delayMs;
    if (kind !== "job-pod-created") continue;
    tries.push(at);
    // Pods that are created together waited together.
    if (delayMs !== undefined) retryDelaysMs.push(delayMs);
    delayMs = undefined;
  }
  return listed({ tries, retryDelaysMs, failures: failed });
}

function restartTries({ pods }: JobTimeline, pod: DefaultedPod, assumptions: Assumptions): Tries {
  const timeline = pods[0]?.timeline;
  const [main] = pod.containers;
  const started = timeline?.entries.filter(
    ({ kind, container }) => kind === "container-started" && container === main?.name,
  );
  const tries = (started ?? []).map(({ at }) => at);
  const curve = backOffCurve(crashLoopPolicy(assumptions.node, assumptions.semantics));
  const retryDelaysMs = tries.slice(1, delaysListed + 1).map((_, step) => curve[step] ?? curve.at(-1) ?? 0);
  const failures = Object.values(timeline?.counts.restarts ?? {}).reduce((sum, count) => sum + count, 0);
  return listed({ tries, retryDelaysMs, failures });
}

function listed({ tries, retryDelaysMs, failures }: Tries): Tries {
  return {
    tries: tries.slice(0, delaysListed + 1),
    retryDelaysMs: retryDelaysMs.slice(0, delaysListed),
    failures,
  };
}

/** Delays that are named in a sentence before the longest. */
const namedDelays = 3;

/** What the Job makes of failures, in a sentence. */
export function jobSentence(forecast: JobForecast): string {
  const { retries, retryDelaysMs, end, isExplicit } = forecast;
  // Then the answer says it, over many runs.
  if (isExplicit) return "";
  if (forecast.backoffLimitPerIndex !== undefined && retries === "pods") return indexSentence(forecast);
  if (end?.condition === "Deleted") return replacedSentence(forecast, end);
  const ends =
    end === undefined ? "" : `${end.condition === "Failed" ? "fails" : "completes"} with the ${whichFailure(forecast)}`;
  const after = end === undefined ? "" : `, ${formatSpan(end.at)} after it starts if each fails immediately`;
  if (retries === "restarts") return end === undefined ? "" : `The Job ${ends}${after}, and its pod is deleted.`;
  if (retryDelaysMs.length === 0) return end === undefined ? "" : `The Job ${ends}.`;
  const next = `The Job creates the next pod ${delaysInWords(retryDelaysMs)} after a failure`;
  return end === undefined ? `${next}, with no end in sight.` : `${next}, and ${ends}${after}.`;
}

function replacedSentence({ retries, retryDelaysMs }: JobForecast, end: JobEnd): string {
  const deleted = `the next start of the CronJob deletes it after ${formatSpan(end.at)}`;
  if (retries === "restarts" || retryDelaysMs.length === 0) return `If the Job fails, ${deleted}.`;
  return `The Job creates the next pod ${delaysInWords(retryDelaysMs)} after a failure, until ${deleted}.`;
}

function indexSentence({ retryDelaysMs, end, ...forecast }: JobForecast): string {
  const which = whichFailure(forecast);
  if (end === undefined) return "";
  if (retryDelaysMs.length === 0) return `The Job fails an index with its ${which}.`;
  const delays = delaysInWords(retryDelaysMs);
  return `The Job creates the next pod of an index ${delays} after a failure, and fails the index with its ${which}.`;
}

function whichFailure({ retries, failures }: Pick<JobForecast, "retries" | "failures">): string {
  return `${ordinal(failures)} ${retries === "pods" ? "failed pod" : "restart"}`;
}

function ordinal(count: number): string {
  if (count === 1) return "first";
  const tens = count % 100;
  const suffix = tens > 10 && tens < 14 ? "th" : (["th", "st", "nd", "rd"][count % 10] ?? "th");
  return `${count}${suffix}`;
}

function delaysInWords(delaysMs: readonly number[]): string {
  const delays = delaysMs.map(formatDuration);
  if (delays.length <= namedDelays + 1) return enumerated(delays);
  return `${delays.slice(0, namedDelays).join(", ")} … ${delays.at(-1)}`;
}
