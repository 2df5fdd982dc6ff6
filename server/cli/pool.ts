import { availableParallelism } from "node:os";
import { type FileResult, type FileTask, failedFile, type Job } from "./file-task.ts";
import { processFile } from "./process-file.ts";
import type { Thread } from "./worker.ts";

/** Fewer files are done before a second thread has started. */
const filesPerThread = 16;
const threadsMax = 8;

export interface Batch {
  readonly job: Job;
  readonly tasks: readonly FileTask[];
  readonly onProgress: (done: number) => void;
}

/** How many threads are worth their start; 1: none besides the main one. */
export function threadCount(files: number): number {
  return Math.max(1, Math.min(availableParallelism(), threadsMax, Math.floor(files / filesPerThread)));
}

/** Does the job with all files in this thread. Results are in the order of the files. */
export function processHere({ job, tasks, onProgress }: Batch): Promise<readonly FileResult[]> {
  return workThrough(tasks, [(task) => processFile(job, task)], onProgress);
}

/**
 * Does the job with all files in so many threads. Results are in the order of the files.
 * A thread that dies costs the file it was at, which is reported; another takes its place.
 */
export async function processInThreads(
  { tasks, onProgress }: Batch,
  count: number,
  start: () => Thread,
): Promise<readonly FileResult[]> {
  const threads = Array.from({ length: count }, () => lastingThread(start));
  const results = await workThrough(
    tasks,
    threads.map(({ run }) => run),
    onProgress,
  );
  for (const thread of threads) thread.end();
  return results;
}

type Run = (task: FileTask) => Promise<FileResult>;

async function workThrough(
  tasks: readonly FileTask[],
  runs: readonly Run[],
  onProgress: (done: number) => void,
): Promise<readonly FileResult[]> {
  const results: FileResult[] = [];
  const queue = tasks.entries();
  let done = 0;
  const work = async (run: Run): Promise<void> => {
    // All take from one queue.
    for (const [index, task] of queue) {
      results[index] = await run(task);
      done += 1;
      onProgress(done);
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
      thread ??= start();
      const result = await thread.run(task);
      if (result !== undefined) return result;
      thread.end();
      thread = undefined;
      return failedFile(task.path, `${task.path}: the thread that looked at it died`);
    },
    end: () => thread?.end(),
  };
}
