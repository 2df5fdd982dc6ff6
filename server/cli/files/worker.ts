import { fileURLToPath } from "node:url";
import type { Worker } from "node:worker_threads";
import type { CommandLine } from "../arguments/command-line.ts";
import { type FileResult, type FileTask, fileResultSchema, type Job } from "./file-task.ts";

/** One thread that does tasks, in the order in which it gets them. */
export interface Thread {
  /** "died": while it did this task; "not-begun": before it came to it. */
  run(task: FileTask): Promise<FileResult | "died" | "not-begun">;
  end(): void;
}

/** Starts threads of this same bundle, which get the command line of the call. Reading it again would take the texts of all options. */
export async function threadStarter(
  { command, options }: CommandLine,
  { color, columns }: Pick<Job, "color" | "columns">,
): Promise<() => Thread> {
  // Few calls need it, and all would load it.
  const { Worker } = await import("node:worker_threads");
  const line = { command, options: Object.fromEntries(options) };
  const workerData = { line, color, columns, bundle: fileURLToPath(import.meta.url) };
  return () => threadOf(new Worker(new URL("./cli.thread.cjs", import.meta.url), { workerData }));
}

function threadOf(worker: Worker): Thread {
  const waiting: ((answer: Awaited<ReturnType<Thread["run"]>>) => void)[] = [];
  const died = (): void => {
    for (const [index, resolve] of waiting.splice(0).entries()) resolve(index === 0 ? "died" : "not-begun");
  };
  worker.on("message", (message: unknown) => waiting.shift()?.(fileResultSchema().safeParse(message).data ?? "died"));
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
