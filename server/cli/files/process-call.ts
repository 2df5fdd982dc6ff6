import type { CommandLine, Parsed } from "../arguments/command-line.ts";
import { columnsOf, note, readStandardInput, showProgress, wantsColor } from "../terminal/terminal.ts";
import type { FileResult, FileTask, Job } from "./file-task.ts";
import { findInputs, type Input } from "./inputs.ts";
import { jobOf } from "./job.ts";
import { processHere, processInThreads, threadCount } from "./pool.ts";
import type { DoJob } from "./process-file.ts";
import { optionProblems, settingsFor } from "./read-manifest.ts";
import { renderReleases } from "./releases.ts";
import { type ReadRendered, readRendered } from "./rendered.ts";
import { threadStarter } from "./worker.ts";

/** What a command does with files, and with what it has rendered. */
interface CallWork {
  readonly doJob: DoJob;
  readonly doRendered: (job: Job, rendered: ReadRendered) => Promise<readonly FileResult[]>;
  /** Called before the work, where there are many files. */
  readonly prepareForMany?: () => Promise<void>;
  /** Gets each result in the order of the files, while others are still worked on. */
  readonly take: (result: FileResult) => Promise<void>;
}

/** Fewer files take no longer than a start does. */
const manyFilesMin = 32;

/** Finds the files that the operands name and does the job of the command with each. Gives the job when all is done. */
export async function processCall(
  line: CommandLine,
  { doJob, doRendered, prepareForMany, take }: CallWork,
): Promise<Parsed<Job> | { readonly problems: readonly string[] }> {
  const job = jobOf(line, { color: wantsColor(line), columns: columnsOf(line) });
  if ("problem" in job) return job;
  const rendered = await readRendered(line, job.value.settings);
  if ("problem" in rendered) return rendered;
  const inputs = await findInputs(line.operands);
  if (inputs.problems.length > 0) return { problems: inputs.problems };
  // A wrong option is reported before work is done that nobody can use.
  const wrong = optionProblems(await settingsFor(inputs.value[0]?.path ?? "-", job.value.settings));
  if (wrong.length > 0) return { problems: wrong };
  const tasks = await Promise.all(inputs.value.map(toTask));
  const progress = showProgress(line, tasks.length);
  const takeNext = (result: FileResult): Promise<void> => {
    // What is written would stand behind it on the same line.
    if (result.text !== "") progress.end();
    return take(result);
  };
  const isNamed = rendered.value.length > 0 || job.value.fix;
  const releases = isNamed ? undefined : await renderReleases(inputs.value, job.value.settings);
  const all = [...rendered.value, ...(releases?.rendered ?? [])];
  const ofRendered = (await Promise.all(all.map((each) => doRendered(job.value, each)))).flat();
  for (const result of ofRendered) await takeNext(result);
  const batch = { doJob, job: job.value, tasks, onProgress: progress.update, take: takeNext };
  if (tasks.length >= manyFilesMin) await prepareForMany?.();
  const count = threadCount(tasks.length, job.value.jobs);
  if (count === 1) await processHere(batch);
  else await processInThreads(batch, count, await threadStarter(line, job.value));
  progress.end();
  note(line, releases?.notes ?? []);
  return job;
}

async function toTask({ path }: Input): Promise<FileTask> {
  return path === "-" ? { path, text: await readStandardInput() } : { path };
}
