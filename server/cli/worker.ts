import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";
import * as z from "zod/mini";
import { parseCommandLine } from "./command-line.ts";
import { type FileResult, type FileTask, fileResultSchema, fileTaskSchema, type Job } from "./file-task.ts";
import { jobOf } from "./job.ts";
import { processFile } from "./process-file.ts";

/** One thread that does tasks. */
export interface Thread {
  /** Undefined: the thread died of it. */
  run(task: FileTask): Promise<FileResult | undefined>;
  end(): void;
}

/** What a thread is told at its start: the arguments of the call. */
const startSchema = z.object({ podCadence: z.object({ args: z.array(z.string()), color: z.boolean() }) });

/** Starts a thread; it runs this same program. */
export function startThread(args: readonly string[], color: boolean): Thread {
  const worker = new Worker(new URL("./cli.js", import.meta.url), { workerData: { podCadence: { args, color } } });
  const died = new Promise<undefined>((resolve) => {
    worker.once("error", () => resolve(undefined));
    worker.once("exit", () => resolve(undefined));
  });
  return {
    run: (task) => {
      const answer = new Promise<FileResult | undefined>((resolve) => {
        worker.once("message", (message: unknown) => resolve(fileResultSchema.safeParse(message).data));
      });
      worker.postMessage(task);
      return Promise.race([answer, died]);
    },
    end: () => void worker.terminate(),
  };
}

/** True in a thread that `startThread` started: it then does tasks until it is ended, and is no program of its own. */
export function serveIfThread(): boolean {
  const start = startSchema.safeParse(workerData);
  if (isMainThread || parentPort === null || !start.success) return false;
  const line = parseCommandLine(start.data.podCadence.args);
  const job = "value" in line ? jobOf(line.value, start.data.podCadence.color) : line;
  // The main thread has read the same arguments before.
  if (!("value" in job)) throw new Error(job.problem);
  const port = parentPort;
  port.on("message", (message: unknown) => {
    void answer(job.value, message).then((result) => port.postMessage(result));
  });
  return true;
}

function answer(job: Job, message: unknown): Promise<FileResult> {
  return processFile(job, fileTaskSchema.parse(message));
}
