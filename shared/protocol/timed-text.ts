import * as z from "zod/mini";
import type { Message } from "./parse.ts";
import { spanSchema } from "./values.ts";

/** What is to happen within a window: `next try`. */
const timedWindowSchema = z.object({
  what: z.string(),
  window: spanSchema,
  /** Instead of how long it is overdue, where it can have happened without a trace: an event that would tell it can be filtered. */
  afterwards: z.optional(z.string()),
});

/** A text with times in it that count down: `waiting after crash, ` and a window. */
export const timedTextSchema = z.array(z.union([z.string(), timedWindowSchema]));

export type TimedWindow = Message<typeof timedWindowSchema>;
export type TimedText = Message<typeof timedTextSchema>;
