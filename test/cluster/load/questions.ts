import * as z from "zod/mini";

/** What the watcher is asked for; every other message is the kubeconfig to connect with. */
export type Question = keyof typeof answers;

export const answers = {
  /** Cheap: it is asked again and again. */
  state: z.object({ state: z.string(), freshness: z.string(), rows: z.number() }),
  /** Restarts that are shown, by `NAMESPACE/NAME`. */
  restarts: z.record(z.string(), z.number()),
  /** Since the last one. */
  costs: z.object({
    /** From the test's write to the row, for each change. */
    latenciesMs: z.array(z.number()),
    /** More than before the connection. */
    memoryMb: z.number(),
    /** After a collection of garbage. */
    heapMb: z.number(),
    /** Of the event loop. */
    longestDelayMs: z.number(),
    usualDelayMs: z.number(),
    cpuShare: z.number(),
    spanMs: z.number(),
  }),
} as const;

export type State = z.infer<typeof answers.state>;
export type Restarts = z.infer<typeof answers.restarts>;
export type Costs = z.infer<typeof answers.costs>;

export function isQuestion(message: unknown): message is Question {
  return typeof message === "string" && Object.hasOwn(answers, message);
}
