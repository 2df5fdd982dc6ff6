import type { Span } from "../basics/span.ts";

/** A text with times in it that count down: `waiting after crash, ` and a window. */
export type TimedText = readonly (string | TimedWindow)[];

/** What is to happen within a window: `next try`. */
export interface TimedWindow {
  readonly what: string;
  readonly window: Span;
  /** Instead of how long it is overdue, where it can have happened without a trace: an event that would tell it can be filtered. */
  readonly afterwards?: string | undefined;
}
