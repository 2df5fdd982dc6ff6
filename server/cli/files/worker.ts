import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";
import * as z from "zod/mini";
import { parseCommandLine } from "../arguments/command-line.ts";
import { jobOf } from "../forecast/job.ts";
import { type FileResult, type FileTask, fileResultSchema, fileTaskSchema, type Job } from "./file-task.ts";
import { processFile } from "./process-file.ts";

/** One thread that does tasks, in the order in which it gets them. */
export interface Thread {
  /** `died`: of this task; `not-begun`: of one before it. */
  run(task: FileTask): Promise<FileResult | "died" | "not-begun">;
  end(): void;
}

/** What a thread is told at its start: the arguments of the call. */
const startSchema = z.object({ podCadence: z.object({ args: z.array(z.string()), color: z.boolean() }) });

/** Starts a thread; it runs this same program. */
export function startThread(args: readonly string[], color: boolean): Thread {
  const worker = new Worker(new URL("./cli.js", import.meta.url), { workerData: { podCadence: { args, color } } });
  const waiting: ((answer: Awaited<ReturnType<Thread["run"]>>) => void)[] = [];
  const died = (): void => {
    for (const [index, resolve] of waiting.splice(0).entries()) resolve(index === 0 ? "died" : "not-begun");
  };
  worker.on("message", (message: unknown) => waiting.shift()?.(fileResultSchema.safeParse(message).data ?? "died"));
  worker.once("error", died);
  worker.once("exit", died);
  return {
    run: (task) =>
      new Promise((resolve) => {
        waiting.push(resolve);
        worker.postMessage(task);
      }),
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
  let last = Promise.resolve();
  port.on("message", (message: unknown) => {
    last = last.then(async () => port.postMessage(await answer(job.value, message)));
  });
  return true;
}

function answer(job: Job, message: unknown): Promise<FileResult> {
  return processFile(job, fileTaskSchema.parse(message));
}
