import * as z from "zod/mini";
import { formatDuration } from "../basics/durations.ts";
import { type CronSchedule, nextFiring, parseSchedule } from "../kubernetes/cron-schedule.ts";
import { absentUnless } from "./written.ts";

/** The part of a CronJob's spec that decides when its Jobs start. */
export interface CronJobSpec {
  readonly schedule: CronSchedule | undefined;
  readonly concurrencyPolicy: "Allow" | "Forbid" | "Replace";
  readonly startingDeadlineSeconds: number | undefined;
  readonly suspend: boolean;
  /** As written. Times are those of its clock, without its changes to summer time. */
  readonly timeZone: string | undefined;
}

export interface ReadCronJob {
  readonly cronJob: CronJobSpec;
  readonly problems: readonly string[];
}

/** `skipped`: it never starts. `replaced`: it is stopped when the next one starts. `unfinished`: it does not end. */
export type CronOutcome = "completes" | "replaced" | "skipped" | "unfinished";

/** One time of the schedule and what becomes of it; all times in the schedule's own wall time. */
export interface CronRun {
  readonly scheduledMs: number;
  readonly startedMs: number | undefined;
  readonly endedMs: number | undefined;
  readonly outcome: CronOutcome;
  /** Runs of the CronJob that are still going when this one starts, without those that it replaces. */
  readonly overlaps: number;
  readonly text: string;
}

export interface CronPlanInput {
  readonly cronJob: CronJobSpec;
  /** Only times after this count. */
  readonly fromMs: number;
  readonly count: number;
  /** Duration of each Job; undefined if it does not end. */
  readonly durationMs: number | undefined;
}

/** No plan lists more times than this. */
export const plannedMax = 1000;

const text = absentUnless(z.string());
const schema = z.object({
  schedule: text,
  timeZone: text,
  concurrencyPolicy: text,
  startingDeadlineSeconds: absentUnless(z.int()),
  suspend: absentUnless(z.boolean()),
});

const policies = ["Allow", "Forbid", "Replace"] as const;

/** The spec of a CronJob with the defaults of the API server. Any value is taken; what cannot be used counts as not written. */
export function readCronJob(spec: unknown): ReadCronJob {
  const written = schema.safeParse(spec).data ?? schema.parse({});
  const { value: schedule, problems } = parseSchedule(written.schedule ?? "");
  const policy = policies.find((each) => each === written.concurrencyPolicy);
  const deadline = written.startingDeadlineSeconds;
  const isUnknown = policy === undefined && (written.concurrencyPolicy ?? "") !== "";
  return {
    cronJob: {
      schedule,
      concurrencyPolicy: policy ?? "Allow",
      startingDeadlineSeconds: deadline !== undefined && deadline >= 0 ? deadline : undefined,
      suspend: written.suspend ?? false,
      timeZone: written.timeZone,
    },
    problems: [
      ...problems,
      ...(isUnknown
        ? [`concurrencyPolicy ${written.concurrencyPolicy} is unknown: write Allow, Forbid or Replace.`]
        : []),
      ...(deadline !== undefined && deadline < 0 ? ["startingDeadlineSeconds cannot be negative."] : []),
    ],
  };
}

/** A run that was started and has not been written down yet. */
interface Going {
  readonly scheduledMs: number;
  readonly startedMs: number;
  readonly endMs: number;
  readonly overlaps: number;
}

/** The next times of the schedule and which of them start, overlap, replace each other or are skipped. */
// Models pkg/controller/cronjob/cronjob_controllerv2.go syncCronJob (v1.37.1)
export function planCronJob({ cronJob, fromMs, count, durationMs }: CronPlanInput): readonly CronRun[] {
  const { schedule, suspend } = cronJob;
  if (schedule === undefined || suspend) return [];
  const planned = Math.min(count, plannedMax);
  const times: number[] = [];
  // One more than is listed: the time after the last one may skip or replace it.
  for (let lastMs = fromMs; times.length <= planned; ) {
    const nextMs = nextFiring(schedule, lastMs);
    if (nextMs === undefined) break;
    times.push(nextMs);
    lastMs = nextMs;
  }
  return planTimes(times, cronJob, durationMs ?? Number.POSITIVE_INFINITY).slice(0, planned);
}

function planTimes(times: readonly number[], cronJob: CronJobSpec, lengthMs: number): readonly CronRun[] {
  if (cronJob.concurrencyPolicy === "Forbid") return planForbidding(times, lengthMs, cronJob.startingDeadlineSeconds);
  return cronJob.concurrencyPolicy === "Replace" ? planReplacing(times, lengthMs) : planAllowing(times, lengthMs);
}

function planAllowing(times: readonly number[], lengthMs: number): readonly CronRun[] {
  return times.map((startedMs, index) => {
    const overlaps = times.slice(0, index).filter((earlier) => earlier + lengthMs > startedMs).length;
    return ended({ scheduledMs: startedMs, startedMs, endMs: startedMs + lengthMs, overlaps });
  });
}

function planReplacing(times: readonly number[], lengthMs: number): readonly CronRun[] {
  return times.map((startedMs, index) => {
    const going = { scheduledMs: startedMs, startedMs, endMs: startedMs + lengthMs, overlaps: 0 };
    const nextMs = times[index + 1];
    if (nextMs === undefined || nextMs >= going.endMs) return ended(going);
    const text = `stopped after ${formatDuration(nextMs - startedMs)}, when the next one starts`;
    return { scheduledMs: startedMs, startedMs, endedMs: nextMs, outcome: "replaced", overlaps: 0, text };
  });
}

/**
 * A time that comes while a run is going is not lost at once: when that run ends, the latest of the times that were missed starts,
 * unless its deadline is over.
 */
function planForbidding(
  times: readonly number[],
  lengthMs: number,
  deadlineSeconds: number | undefined,
): readonly CronRun[] {
  const runs: CronRun[] = [];
  let busyUntilMs = Number.NEGATIVE_INFINITY;
  for (const [index, scheduledMs] of times.entries()) {
    const startedMs = Math.max(scheduledMs, busyUntilMs);
    const nextMs = times[index + 1] ?? Number.POSITIVE_INFINITY;
    const lateMs = startedMs - scheduledMs;
    if (startedMs === Number.POSITIVE_INFINITY) runs.push(skipped(scheduledMs, "the run before it does not end"));
    else if (nextMs <= startedMs) runs.push(skipped(scheduledMs, "the run before it is still going"));
    else if (deadlineSeconds !== undefined && lateMs > deadlineSeconds * 1000)
      runs.push(
        skipped(
          scheduledMs,
          `it would start ${formatDuration(lateMs)} late, and startingDeadlineSeconds is ${deadlineSeconds}`,
        ),
      );
    else {
      busyUntilMs = startedMs + lengthMs;
      runs.push(ended({ scheduledMs, startedMs, endMs: busyUntilMs, overlaps: 0 }));
    }
  }
  return runs;
}

function skipped(scheduledMs: number, why: string): CronRun {
  const text = `skipped: ${why}`;
  return { scheduledMs, startedMs: undefined, endedMs: undefined, outcome: "skipped", overlaps: 0, text };
}

function ended({ scheduledMs, startedMs, endMs, overlaps }: Going): CronRun {
  const isEndless = endMs === Number.POSITIVE_INFINITY;
  const late =
    startedMs > scheduledMs
      ? `starts ${formatDuration(startedMs - scheduledMs)} late, when the run before it ends`
      : "starts on time";
  const beside = overlaps === 0 ? "" : `, beside ${overlaps} that ${overlaps === 1 ? "is" : "are"} still going`;
  return {
    scheduledMs,
    startedMs,
    endedMs: isEndless ? undefined : endMs,
    outcome: isEndless ? "unfinished" : "completes",
    overlaps,
    text: `${late}${beside}`,
  };
}
