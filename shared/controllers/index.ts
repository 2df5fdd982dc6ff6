export type { CronSchedule, ReadSchedule } from "../kubernetes/cron-schedule.ts";
export type { PodOfJob, PodScenario, UsedRuns } from "./continued-runs.ts";
export type {
  CronJobSpec,
  CronPlanInput,
  CronRun,
  ReadCronJob,
} from "./cron.ts";
export { type JobInput, simulateJob } from "./job.ts";
export type * from "./model.ts";
export type { PlayInput } from "./play.ts";
export { type JobProblem, type ReadJob, readJob } from "./read-job.ts";
