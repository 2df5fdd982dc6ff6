import { imagePullPolicy } from "../backoff/policy.ts";
import { exactly, type Span } from "../basics/span.ts";
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
  if (next.is === "polled") return [polledText(next)];
  if (next.window === undefined) return [unseenPullText()];
  const what = { start: nextTryTitle, pull: nextPullTitle, reset: "restart of all containers" }[next.is];
  const window = { what, window: next.window, ...(next.is === "pull" && { afterwards: unseenPullText() }) };
  return next.is === "start" && next.mayBeReset === true ? [window, sooner] : [window];
}

const nextTryTitle = "next try";
export const nextPullTitle = "next pull";

/** `next try every 10–15s`. */
export function polledText({ everyMs }: Extract<NextTry, { is: "polled" }>): string {
  return `${nextTryTitle} every ${formatSpan(everyMs)}`;
}

/** Where no event tells when the last pull failed: `next pull at most 5m20s after the last one`. */
export function unseenPullText(): string {
  const longestMs = imagePullPolicy.maximumMs + pollSpan.latestMs;
  return `${nextPullTitle} at most ${formatAtMost(longestMs)} after the last one`;
}

/** Of a try at one moment, in whole seconds: `next try in 8s`. Undefined if it is due. */
export function nextTryInText(tryMs: number, nowMs: number): string | undefined {
  const leftMs = Math.ceil((tryMs - nowMs) / secondMs) * secondMs;
  return leftMs > 0 ? windowTextAt({ what: nextTryTitle, window: exactly(nowMs + leftMs) }, nowMs) : undefined;
}

/** The same at a moment: `next try in 1m12s–1m43s`. */
export function nextTryText(next: NextTry, nowMs: number): string {
  return timedTextAt(nextTryWords(next), nowMs);
}

const secondMs = 1000;
