import * as z from "zod/mini";
import { type CronJobSpec, overlapOf } from "../../shared/controllers/cronjob/overlap.ts";
import { intervalOf, parseSchedule, type StartInterval } from "../../shared/controllers/cronjob/schedule.ts";
import type { JobSpec } from "../../shared/controllers/job/model.ts";
import type { MetStart } from "../../shared/forecast/pod/cron-words.ts";
import { forecastJob } from "../../shared/forecast/pod/job.ts";
import type { LocatedPod } from "../manifest/text/model.ts";
import type { AnalyzedPod } from "./subject.ts";

const cronJob = z.object({
  spec: z.object({
    schedule: z.string(),
    concurrencyPolicy: z.optional(z.nullable(z.literal(["Allow", "Forbid", "Replace"]))),
    startingDeadlineSeconds: z.optional(z.nullable(z.number())),
    suspend: z.optional(z.nullable(z.boolean())),
    timeZone: z.optional(z.nullable(z.string())),
  }),
});

/** What a CronJob says of its starts. Undefined for anything else, and for a part of one. */
export function cronJobSpecOf({
  kind,
  apiVersion,
  owner,
  partial,
}: LocatedPod): z.infer<typeof cronJob>["spec"] | undefined {
  if (kind !== "CronJob" || apiVersion !== "batch/v1" || partial) return undefined;
  return cronJob.safeParse(owner).data?.spec;
}

interface Scheduled {
  readonly spec: CronJobSpec;
  readonly interval: StartInterval;
}

/** Undefined if the pod is of no CronJob that starts more than once. */
function scheduledOf(located: LocatedPod): Scheduled | undefined {
  const written = cronJobSpecOf(located);
  if (written === undefined || written.suspend === true) return undefined;
  const schedule = parseSchedule(written.schedule);
  const interval = schedule && intervalOf(schedule);
  if (interval === undefined) return undefined;
  const seconds = written.startingDeadlineSeconds ?? undefined;
  const startingDeadlineMs = seconds === undefined ? undefined : seconds * 1000;
  return { spec: { concurrencyPolicy: written.concurrencyPolicy ?? "Allow", startingDeadlineMs }, interval };
}

/** What the next start of its CronJob does to a Job that is not over, or the Job to it. Where starts are not evenly spaced, some Jobs have less time. */
export function nextStartOf(located: LocatedPod): Pick<JobSpec, "replacedAfterMs" | "heldStartMs"> {
  const { spec, interval } = scheduledOf(located) ?? {};
  const longestMs = interval?.longestMs;
  const policy = spec?.concurrencyPolicy;
  return {
    replacedAfterMs: policy === "Replace" ? longestMs : undefined,
    heldStartMs: policy === "Forbid" ? longestMs : undefined,
  };
}

/** What becomes of the runs of a CronJob that meet the next start. Undefined if none does, or no scenario says how long a run lasts. */
export function metStartOf(analyzed: AnalyzedPod): MetStart | undefined {
  const scheduled = scheduledOf(analyzed.located);
  const { pod, settings, scenario } = analyzed;
  const job = scheduled && analyzed.jobSpec();
  if (job === undefined || pod === undefined || scheduled === undefined) return undefined;
  // How long a run would last if nothing replaced it.
  const alone = forecastJob({ ...job, replacedAfterMs: undefined }, pod, settings.assumptions, scenario.scenario);
  if (alone === undefined || !alone.isExplicit) return undefined;
  const { spec, interval } = scheduled;
  const overlap = overlapOf(spec, alone.end?.at, interval);
  return overlap && { spec, overlap, lasts: alone.end?.at, interval };
}
