import type { CommandLine, Parsed } from "../arguments/command-line.ts";
import { jobOf } from "../forecast/job.ts";
import { readStandardInput, showProgress, wantsColor } from "../terminal/terminal.ts";
import type { FileResult, FileTask, Job } from "./file-task.ts";
import { findInputs, type Input } from "./inputs.ts";
import { processHere, processInThreads, threadCount } from "./pool.ts";
import type { DoJob } from "./process-file.ts";
import { optionProblems, settingsFor } from "./read-manifest.ts";
import { startThread } from "./worker.ts";

/** What became of the files of a call. */
export interface ProcessedCall {
  readonly job: Job;
  readonly results: readonly FileResult[];
}

/**
 * Finds the files that the operands name and does the job of the command with each. `args` are those that the command line was read from.
 * `takeText` gets the text of each file in order, while others are still worked on; the results have none then.
 */
export async function processCall(
  line: CommandLine,
  args: readonly string[],
  doJob: DoJob,
  takeText?: (text: string) => Promise<void>,
): Promise<Parsed<ProcessedCall> | { readonly problems: readonly string[] }> {
  const job = jobOf(line, wantsColor(line));
  if ("problem" in job) return job;
  const inputs = await findInputs(line.operands);
  if (inputs.problems.length > 0) return { problems: inputs.problems };
  // A wrong option is told before work is done that nobody can use.
  const wrong = optionProblems(await settingsFor(inputs.value[0]?.path ?? "-", job.value.settings));
  if (wrong.length > 0) return { problems: wrong };
  const tasks = await Promise.all(inputs.value.map(toTask));
  const progress = showProgress(line, tasks.length);
  const take =
    takeText &&
    (async (text: string) => {
      if (text === "") return;
      progress.end();
      await takeText(text);
    });
  const batch = { doJob, job: job.value, tasks, onProgress: progress.update, takeText: take };
  const count = threadCount(tasks.length, job.value.jobs);
  const results =
    count === 1
      ? await processHere(batch)
      : await processInThreads(batch, count, () => startThread(args, job.value.color));
  progress.end();
  return { value: { job: job.value, results } };
}

async function toTask({ path }: Input): Promise<FileTask> {
  return path === "-" ? { path, text: await readStandardInput() } : { path };
}
