import * as z from "zod/mini";
import type { Message } from "./parse.ts";
import { spanSchema } from "./values.ts";

/** What is to happen within a window: `next try`. */
const timedWindowSchema = z.object({
  /** Empty: the window alone is shown. */
  what: z.string(),
  window: spanSchema,
  /** Instead of how long it is overdue, where it can have happened without a trace: an event that would tell it can be filtered. */
  afterwards: z.optional(z.string()),
});

/** What was: `5m ago`. Ms since 1970. */
const timedAgeSchema = z.object({ sinceMs: z.number() });

/** What holds until a moment, and what holds after it. Ms since 1970. */
const timedTurnSchema = z.object({ text: z.string(), untilMs: z.number(), afterwards: z.string() });

/** A text with times in it that go on: `waiting after crash, ` and a window that counts down. */
export const timedTextSchema = z.array(z.union([z.string(), timedWindowSchema, timedAgeSchema, timedTurnSchema]));

export type TimedWindow = Message<typeof timedWindowSchema>;
export type TimedAge = Message<typeof timedAgeSchema>;
export type TimedText = Message<typeof timedTextSchema>;

/** Whether something in it counts down. */
export function countsDown(text: TimedText): boolean {
  return text.some((part) => typeof part !== "string" && "window" in part);
}
