import { imagePullPolicy } from "../backoff/policy.ts";
import type { Span } from "../basics/span.ts";
import { formatAtLeast, formatAtMost, formatSpan } from "../basics/span-words.ts";
import type { TimedAge, TimedText, TimedWindow } from "../protocol/values/timed-text.ts";
import { humanDuration } from "../simulation/status/kubectl.ts";
import { pollSpan } from "./objects/kubelet-model.ts";
import type { NextTry } from "./windows/next-try.ts";

/** How late a busy machine may be before something counts as overdue. */
const toleranceMs = 1000;

/** Position of a moment relative to the window of the next try. */
export type WindowState =
  | { readonly is: "ahead"; readonly inMs: Span }
  | { readonly is: "any moment"; readonly leftMs: number }
  | { readonly is: "overdue"; readonly byMs: number };

export function windowAt(window: Span, nowMs: number): WindowState {
  if (nowMs < window.earliestMs) {
    const { nominalMs, earliestMs, latestMs } = window;
    return {
      is: "ahead",
      inMs: { nominalMs: nominalMs - nowMs, earliestMs: earliestMs - nowMs, latestMs: latestMs - nowMs },
    };
  }
  return nowMs <= window.latestMs + toleranceMs
    ? { is: "any moment", leftMs: Math.max(0, window.latestMs - nowMs) }
    : { is: "overdue", byMs: nowMs - window.latestMs };
}

export function timedTextAt(text: TimedText, nowMs: number): string {
  return text.map((part) => partAt(part, nowMs)).join("");
}

function partAt(part: TimedText[number], nowMs: number): string {
  if (typeof part === "string") return part;
  if ("untilMs" in part) return nowMs <= part.untilMs ? part.text : part.afterwards;
  return "window" in part ? windowTextAt(part, nowMs).trim() : agoText(part, nowMs);
}

/** Writes an age as kubectl does: `2m ago`. */
function agoText({ sinceMs }: TimedAge, nowMs: number): string {
  return `${humanDuration(Math.max(0, nowMs - sinceMs))} ago`;
}

/** `next try in 1m12s–1m43s`, `next try any moment`, `next try overdue by 12s`. */
function windowTextAt({ what, window, afterwards }: TimedWindow, nowMs: number): string {
  const state = windowAt(window, nowMs);
  switch (state.is) {
    case "ahead":
      return what === "" ? formatSpan(state.inMs) : `${what} in ${formatSpan(state.inMs)}`;
    case "any moment":
      return `${what} any moment`;
    case "overdue":
      return afterwards ?? `${what} overdue by ${overdueText(state)}`;
  }
}

/** In whole seconds that are over, at least 1. */
export function overdueText({ byMs }: Extract<WindowState, { is: "overdue" }>): string {
  return formatAtLeast(Math.max(secondMs, byMs));
}

const sooner = ", early if all containers restart";

/** When the next try comes, or why there is none. */
export function nextTryWords(next: NextTry): TimedText {
  if (next.is === "none") return [`no restart: ${next.reason}`];
  const what = { start: "next try", pull: "next pull", polled: "next try", reset: "restart of all containers" }[
    next.is
  ];
  if (next.is === "polled") return [`${what} every ${formatSpan(next.everyMs)}`];
  const longestMs = imagePullPolicy.maximumMs + pollSpan.latestMs;
  const unseen = `${what} up to ${formatAtMost(longestMs)} after the last one`;
  if (next.window === undefined) return [unseen];
  const window = { what, window: next.window, ...(next.is === "pull" && { afterwards: unseen }) };
  return next.is === "start" && next.mayBeReset === true ? [window, sooner] : [window];
}

/** The same at a moment: `next try in 1m12s–1m43s`. */
export function nextTryText(next: NextTry, nowMs: number): string {
  return timedTextAt(nextTryWords(next), nowMs);
}

const secondMs = 1000;
