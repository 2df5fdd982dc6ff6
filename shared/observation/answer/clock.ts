import { plainLine } from "../../basics/plain-line.ts";
import type { Span } from "../../basics/span.ts";
import { formatWallTime } from "../../basics/wall-time.ts";
import type { AnswerNote } from "../../forecast/answer/model.ts";
import { windowAt } from "../words.ts";

const secondMs = 1000;

/** `12:03:10`, with the day where it is another one than that of the observation. In UTC. */
export function clockText(ms: number, atMs: number): string {
  const [day = "", time = ""] = wholeTime(ms).split(" ");
  return wholeTime(atMs).startsWith(`${day} `) ? time : `${day} ${time}`;
}

/** `12:08:10–12:08:26`: rounded outwards to whole seconds. */
export function clockWindow({ earliestMs, latestMs }: Span, atMs: number): string {
  const firstMs = Math.floor(earliestMs / secondMs) * secondMs;
  const lastMs = Math.ceil(latestMs / secondMs) * secondMs;
  const first = clockText(firstMs, atMs);
  const last = clockText(lastMs, firstMs);
  return firstMs === lastMs ? first : `${first}–${last}`;
}

/** `2026-03-01 10:00:00`, with the seconds also where they are 0. */
function wholeTime(ms: number): string {
  const text = formatWallTime(ms);
  return text.length === "2026-11-21 12:10".length ? `${text}:00` : text;
}

/** The parts of a headline about something that lasts. */
interface Lasting {
  readonly what: string;
  /** The word before the time. */
  readonly from?: "since" | "at";
  readonly sinceMs?: number | undefined;
  readonly why?: string | undefined;
  /** What comes next, and when: `next pull`. */
  readonly next?: { readonly what: string; readonly window: Span | undefined } | undefined;
  /** What else comes, where no time is known. */
  readonly tail?: string | undefined;
}

/** What is said of something that lasts, in a line and in less. */
interface LastingWords {
  readonly headline: string;
  /** The same without times, for a headline that is about something else, too: `waits for its image (401 Unauthorized)`. */
  readonly brief: string;
  /** Why, where the headline has the beginning of it only: a message of the API server or of a program. */
  readonly message: string | undefined;
}

/** In a headline. */
const whyMax = 120;
const briefWhyMax = 60;

/** The whole message of which the headline has the beginning. */
export function messageNote({ message }: Partial<Pick<LastingWords, "message">>): readonly AnswerNote[] {
  return message === undefined ? [] : [{ label: "Message", text: plainLine(message) }];
}

/** The words of something that lasts. A message that is too long for a headline is cut there. */
export function lasting(parts: Lasting, atMs: number): LastingWords {
  const { what, why } = parts;
  const shown = why === undefined ? undefined : plainLine(why, whyMax);
  return {
    headline: lastingText({ ...parts, why: shown }, atMs),
    brief: why === undefined ? what : `${what} (${plainLine(why, briefWhyMax)})`,
    message: shown === why ? undefined : why,
  };
}

/** `waits for its image since 12:03:10 (401 Unauthorized), next pull 12:08:10–12:08:26 UTC`: the zone stands once, at the last time. */
export function lastingText({ what, from = "since", sinceMs, why, next, tail }: Lasting, atMs: number): string {
  const window = next?.window;
  const zone = window === undefined ? " UTC" : "";
  const since = sinceMs === undefined ? "" : ` ${from} ${clockText(sinceMs, atMs)}${zone}`;
  const because = why === undefined ? "" : ` (${why})`;
  const coming = next === undefined || window === undefined ? "" : `, ${next.what} ${dueText(window, atMs)} UTC`;
  return `${what}${since}${because}${coming}${tail === undefined ? "" : `, ${tail}`}`;
}

function dueText(window: Span, atMs: number): string {
  const isOver = windowAt(window, atMs).is === "overdue";
  return `${isOver ? "was due " : ""}${clockWindow(window, atMs)}`;
}
