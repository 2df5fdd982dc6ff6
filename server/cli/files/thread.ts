import * as z from "zod/mini";
import { once } from "../../../shared/basics/once.ts";
import { parseCommandLine } from "../arguments/command-line.ts";
import { jobOf } from "../forecast/job.ts";
import { fileTaskSchema } from "./file-task.ts";
import { type DoJob, processFile } from "./process-file.ts";

/** What a thread is told at its start: the arguments of the call, and the bundle that starts it. */
const startSchema = once(() =>
  z.object({
    args: z.array(z.string()),
    color: z.boolean(),
    columns: z.optional(z.number()),
    bundle: z.string(),
  }),
);

/** Does tasks until the thread is ended, in the order in which they come. */
export async function serveTasks(doJob: DoJob): Promise<void> {
  // Loaded here alone: the main thread reads this file, too.
  const { parentPort: port, workerData } = await import("node:worker_threads");
  const { args, color, columns } = startSchema().parse(workerData);
  const line = parseCommandLine(args);
  const job = "value" in line ? jobOf(line.value, { color, columns }) : line;
  // The main thread has read the same arguments before.
  if (!("value" in job)) throw new Error(job.problem);
  let last = Promise.resolve();
  port?.on("message", (message: unknown) => {
    last = last.then(async () =>
      port.postMessage(await processFile(doJob, job.value, fileTaskSchema().parse(message))),
    );
  });
}
