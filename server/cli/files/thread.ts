import * as z from "zod/mini";
import { once } from "../../../shared/basics/once.ts";
import { fileTaskSchema } from "./file-task.ts";
import { jobOf } from "./job.ts";
import { type DoJob, processFile } from "./process-file.ts";

/** What a thread gets at its start: the command line of the call, and the bundle that starts it. */
const startSchema = once(() =>
  z.object({
    line: z.object({
      command: z.literal(["check", "forecast"]),
      options: z.record(z.string(), z.array(z.string())),
    }),
    color: z.boolean(),
    columns: z.optional(z.number()),
    bundle: z.string(),
  }),
);

/** Does tasks until the thread is ended, in the order in which they come. */
export async function serveTasks(doJob: DoJob): Promise<void> {
  // Loaded here alone: the main thread reads this file, too.
  const { parentPort: port, workerData } = await import("node:worker_threads");
  const { line, color, columns } = startSchema().parse(workerData);
  const options = new Map(Object.entries(line.options));
  const job = jobOf({ ...line, operands: [], options }, { color, columns });
  // The main thread has read the same line before.
  if (!("value" in job)) throw new Error(job.problem);
  let last = Promise.resolve();
  port?.on("message", (message: unknown) => {
    last = last.then(async () =>
      port.postMessage(await processFile(doJob, job.value, fileTaskSchema().parse(message))),
    );
  });
}
