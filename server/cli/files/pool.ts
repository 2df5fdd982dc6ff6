import { availableParallelism } from "node:os";
import { type FileResult, type FileTask, failedFile, type Job } from "./file-task.ts";
import { type DoJob, processFile } from "./process-file.ts";
import type { Thread } from "./worker.ts";

/** Fewer files are done before a second thread has started. */
const filesPerThread = 16;
const threadsMax = 8;
/** A thread that has done a file finds the next one waiting. */
const tasksPerThread = 2;

interface Batch {
  readonly doJob: DoJob;
  readonly job: Job;
  readonly tasks: readonly FileTask[];
  readonly onProgress: (done: number) => void;
  /** Takes each result as soon as those of all files before it were taken, so that only those that wait are kept. */
  readonly take: (result: FileResult) => Promise<void>;
}

/** How many threads there are, `jobs` if somebody says how many, else as many as are worth their start; 1: none besides the main one. */
export function threadCount(files: number, jobs: number | undefined): number {
  if (jobs !== undefined) return Math.max(1, Math.min(jobs, files));
  return Math.max(1, Math.min(availableParallelism(), threadsMax, Math.floor(files / filesPerThread)));
}

/** Does the job with all files in this thread. */
export function processHere(batch: Batch): Promise<void> {
  return workThrough(batch, [(task) => processFile(batch.doJob, batch.job, task)]);
}

/** Does the job with all files in so many threads. A thread that dies costs the file it was at, which is reported; another takes its place. */
export async function processInThreads(batch: Batch, count: number, start: () => Thread): Promise<void> {
  const threads = Array.from({ length: count }, () => lastingThread(start));
  await workThrough(
    batch,
    threads.flatMap(({ run }) => new Array<Run>(tasksPerThread).fill(run)),
  );
  for (const thread of threads) thread.end();
}

type Run = (task: FileTask) => Promise<FileResult>;

/** So many files may be done and wait for one before them: a thread that is further ahead waits, too. */
const waitingMax = 256;

async function workThrough({ tasks, onProgress, take }: Batch, runs: readonly Run[]): Promise<void> {
  const waiting = new Map<number, FileResult>();
  let taken = 0;
  let done = 0;
  let isTaking = false;
  const awaited: (() => void)[] = [];
  // One after the other, also where taking waits for a slow reader.
  const takeAll = async (): Promise<void> => {
    if (isTaking) return;
    isTaking = true;
    for (let result = waiting.get(taken); result !== undefined; result = waiting.get(taken)) {
      waiting.delete(taken);
      taken += 1;
      await take(result);
    }
    isTaking = false;
    for (const goOn of awaited.splice(0)) goOn();
  };
  const queue = tasks.entries();
  const work = async (run: Run): Promise<void> => {
    // All take from one queue.
    for (const [index, task] of queue) {
      waiting.set(index, await run(task));
      done += 1;
      onProgress(done);
      await takeAll();
      while (waiting.size >= waitingMax) await new Promise<void>((resolve) => awaited.push(resolve));
    }
  };
  await Promise.all(runs.map(work));
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
