import { checkFile } from "../check/check-file.ts";
import { forecastFile } from "../forecast/forecast-file.ts";
import { type FileResult, type FileTask, failedFile, type Job } from "./file-task.ts";

/** Does the job with one file. Never rejects: a defect of ours costs the one file. */
export async function processFile(job: Job, task: FileTask): Promise<FileResult> {
  try {
    return job.kind === "check" ? await checkFile(job, task) : await forecastFile(job, task);
  } catch (error) {
    return failedFile(
      task.path,
      `${task.path}: a defect of pod-cadence: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}
