import { availableParallelism } from "node:os";
import { type FileResult, type FileTask, failedFile, type Job } from "./file-task.ts";
import { type DoJob, processFile } from "./process-file.ts";
import type { Thread } from "./worker.ts";

/** Fewer files are done before a second thread has started. */
const filesPerThread = 16;
const threadsMax = 8;
/** A thread that has done a file finds the next one waiting. */
const tasksPerThread = 2;

export interface Batch {
  readonly doJob: DoJob;
  readonly job: Job;
  readonly tasks: readonly FileTask[];
  readonly onProgress: (done: number) => void;
  /** Takes the text of a result as soon as those of all files before it were taken, so that it is not kept. */
  readonly takeText?: ((text: string) => Promise<void>) | undefined;
}

/** How many threads there are, `jobs` if somebody says how many, else as many as are worth their start; 1: none besides the main one. */
export function threadCount(files: number, jobs: number | undefined): number {
  if (jobs !== undefined) return Math.max(1, Math.min(jobs, files));
  return Math.max(1, Math.min(availableParallelism(), threadsMax, Math.floor(files / filesPerThread)));
}

/** Does the job with all files in this thread. Results are in the order of the files. */
export function processHere(batch: Batch): Promise<readonly FileResult[]> {
  return workThrough(batch, [(task) => processFile(batch.doJob, batch.job, task)]);
}

/**
 * Does the job with all files in so many threads. Results are in the order of the files.
 * A thread that dies costs the file it was at, which is reported; another takes its place.
 */
export async function processInThreads(
  batch: Batch,
  count: number,
  start: () => Thread,
): Promise<readonly FileResult[]> {
  const threads = Array.from({ length: count }, () => lastingThread(start));
  const results = await workThrough(
    batch,
    threads.flatMap(({ run }) => new Array<Run>(tasksPerThread).fill(run)),
  );
  for (const thread of threads) thread.end();
  return results;
}

type Run = (task: FileTask) => Promise<FileResult>;

async function workThrough(
  { tasks, onProgress, takeText }: Batch,
  runs: readonly Run[],
): Promise<readonly FileResult[]> {
  const results: FileResult[] = [];
  let taken = 0;
  const takeTexts = async (take: (text: string) => Promise<void>): Promise<void> => {
    for (let result = results[taken]; result !== undefined; result = results[taken]) {
      results[taken] = { ...result, text: "" };
      taken += 1;
      await take(result.text);
    }
  };
  const queue = tasks.entries();
  let done = 0;
  const work = async (run: Run): Promise<void> => {
    // All take from one queue.
    for (const [index, task] of queue) {
      results[index] = await run(task);
      done += 1;
      onProgress(done);
      if (takeText !== undefined) await takeTexts(takeText);
    }
  };
  await Promise.all(runs.map(work));
  return results;
}

/** A thread that is started when there is work, and again after it died. */
function lastingThread(start: () => Thread): { readonly run: Run; end(): void } {
  let thread: Thread | undefined;
  return {
    async run(task) {
      for (;;) {
        thread ??= start();
        const mine = thread;
        const result = await mine.run(task);
        if (typeof result !== "string") return result;
        if (thread === mine) {
          mine.end();
          thread = undefined;
        }
        if (result === "died") return failedFile(task.path, `${task.path}: the thread that looked at it died`);
      }
    },
    end: () => thread?.end(),
  };
}
