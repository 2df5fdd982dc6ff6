import { type FileResult, type FileTask, failedFile, type Job } from "./file-task.ts";

/** What a command does with each of its files. */
export type DoJob = (job: Job, task: FileTask) => Promise<FileResult>;

/** Never rejects: a defect of ours costs the one file. */
export async function processFile(doJob: DoJob, job: Job, task: FileTask): Promise<FileResult> {
  try {
    return await doJob(job, task);
  } catch (error) {
    return failedFile(
      task.path,
      `${task.path}: a defect of pod-cadence: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}
