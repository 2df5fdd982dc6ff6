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

/**
 * Lines that a terminal broke at its width, and a copy of it, are one again: no line is longer than the width, and what follows one of
 * that length begins at the left and is nothing that kubectl prints there. The number of lines stays.
 */
export function unwrapped(lines: readonly string[]): readonly string[] {
  const joined = [...lines];
  const separators = lines.flatMap((line, index) => (line === separator ? [index] : []));
  let start = 0;
  for (const end of [...separators, lines.length]) {
    const width = widthOf(lines, start, end);
    if (width !== undefined) unwrap(joined, { lines, start, end, width });
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
