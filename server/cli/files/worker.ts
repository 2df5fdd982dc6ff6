import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import { type FileResult, type FileTask, fileResultSchema, type Job } from "./file-task.ts";

/** One thread that does tasks, in the order in which it gets them. */
export interface Thread {
  /** "died": while it did this task; "not-begun": before it came to it. */
  run(task: FileTask): Promise<FileResult | "died" | "not-begun">;
  end(): void;
}

/** Starts a thread of this same bundle, which reads the arguments of the call as the main thread has. */
export function startThread(args: readonly string[], { color, columns }: Pick<Job, "color" | "columns">): Thread {
  const bundle = fileURLToPath(import.meta.url);
  const worker = new Worker(new URL("./cli.thread.cjs", import.meta.url), {
    workerData: { args, color, columns, bundle },
  });
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
