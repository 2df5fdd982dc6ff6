import { separator } from "../text/clean-text.ts";
import { readCommand } from "../text/command-line.ts";
import { readBareDescribeRow, readBareTableRow, readTableHeader } from "../text/event-rows.ts";
import { podHeaderOf, readPodRow } from "../text/pod-rows.ts";
import { sections } from "./lines.ts";

/** Columns of a terminal. */
const widthMin = 40;
const widthMax = 400;
/** So wide is a terminal if nobody changes it: there, one line that was broken is enough. */
const usualWidth = 80;
/** Lines that were broken in other widths, at least. */
const brokenMin = 2;
/** A longer line is no line of a describe or a table. */
const lengthMax = 1 << 16;

/** So wide are the lines of mails. */
const mailMin = 60;
const mailMax = 80;

/**
 * Lines that a terminal broke at its width, and a copy of it, are one again: no line is longer than the width, and what follows one of
 * that length begins at the left and is nothing that kubectl prints there. A mail breaks them between words. The number of lines stays.
 */
export function unwrapped(lines: readonly string[]): readonly string[] {
  const joined = [...lines];
  const separators = lines.flatMap((line, index) => (line === separator ? [index] : []));
  let start = 0;
  for (const end of [...separators, lines.length]) {
    const width = widthOf(lines, start, end);
    const mailWidth = width === undefined ? mailWidthOf(lines, start, end) : undefined;
    if (width !== undefined) unwrap(joined, { lines, start, end, width });
    else if (mailWidth !== undefined) unwrapWords(joined, { lines, start, end, width: mailWidth });
    start = end + 1;
  }
  return joined;
}

/** Undefined if no terminal broke the lines. */
function widthOf(lines: readonly string[], start: number, end: number): number | undefined {
  let width = 0;
  for (let at = start; at < end; at += 1) width = Math.max(width, lines[at]?.length ?? 0);
  if (width < widthMin || width > widthMax) return undefined;
  let full = 0;
  let broken = 0;
  for (let at = start; at < end - 1; at += 1) {
    if (lines[at]?.length !== width) continue;
    full += 1;
    if (isRest(lines[at + 1])) broken += 1;
  }
  const isBroken = broken >= (width === usualWidth ? 1 : brokenMin) && 2 * broken > full;
  return isBroken && !isOfScreen(lines.slice(start, end)) ? width : undefined;
}

/** Undefined if no mail broke the lines: what follows one would have had room there, or nothing of kubectl is among them. */
function mailWidthOf(lines: readonly string[], start: number, end: number): number | undefined {
  let width = 0;
  for (let at = start; at < end; at += 1) {
    const line = lines[at] ?? "";
    // A longer word has a line to itself.
    if (/\S\s/.test(line)) width = Math.max(width, line.length);
  }
  if (width < mailMin || width > mailMax) return undefined;
  const counts = { broken: 0, whole: 0, ours: 0 };
  for (let at = start + 1; at < end; at += 1) {
    const [before = "", line] = [lines[at - 1], lines[at]];
    if (before === "" || !isRest(line)) continue;
    if (!isBetweenWords(before, line, width)) counts.whole += 1;
    else {
      counts.broken += 1;
      if (!isRest(before)) counts.ours += 1;
    }
  }
  return counts.ours > 0 && counts.broken >= brokenMin && counts.broken > counts.whole ? width : undefined;
}

/** The next word had no room. */
function isBetweenWords(before: string, line = "", width: number): boolean {
  return before.length + 1 + (line.split(" ", 1)[0] ?? "").length > width;
}

function unwrapWords(joined: string[], { lines, start, end, width }: Part): void {
  let head = start;
  for (let at = start + 1; at < end; at += 1) {
    const [before = "", line = ""] = [lines[at - 1], lines[at]];
    const whole = joined[head] ?? "";
    if (before === "" || !isRest(line) || !isBetweenWords(before, line, width) || whole.length > lengthMax) {
      head = at;
      continue;
    }
    joined[head] = `${whole} ${line}`;
    joined[at] = "";
  }
}

/** k9s cuts off what is wider than its screen. */
function isOfScreen(lines: readonly string[]): boolean {
  return lines.some((line) => podHeaderOf(line)?.is === "columns");
}

interface Part {
  readonly lines: readonly string[];
  readonly start: number;
  readonly end: number;
  readonly width: number;
}

function unwrap(joined: string[], { lines, start, end, width }: Part): void {
  let head = start;
  for (let at = start + 1; at < end; at += 1) {
    const [before = "", line = ""] = [lines[at - 1], lines[at]];
    // A blank at the end of a line is not copied.
    const isFull = before.length >= width - 1;
    const whole = joined[head] ?? "";
    if (!isFull || !isRest(line) || whole.length > lengthMax) {
      head = at;
      continue;
    }
    joined[head] = `${whole}${before.length < width && !line.startsWith(" ") ? " " : ""}${line}`;
    joined[at] = "";
  }
}

const objectKey = /^(?:apiVersion|kind|metadata|items|spec|status):(?:\s|$)/;

/** Nothing that begins a line of a describe, a table, or an object. */
function isRest(line = ""): boolean {
  if (/^(?:$| {2}|\t|[-{}[\]])/.test(line) || objectKey.test(line)) return false;
  const key = /^([A-Z][\w -]{0,62}):(?:\s|$)/.exec(line)?.[1];
  if (key !== undefined && sections.has(key)) return false;
  const isRow =
    readBareTableRow(line) !== undefined ||
    readBareDescribeRow(line) !== undefined ||
    readPodRow(line, { header: undefined, isLast: false }) !== undefined;
  return (
    !isRow && readTableHeader(line) === undefined && podHeaderOf(line) === undefined && readCommand(line) === undefined
  );
}
