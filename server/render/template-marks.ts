import type { OffsetRange } from "../../shared/basics/offset-range.ts";
import { blankTemplates } from "../manifest/text/templates.ts";

const markOf = (id: number): string => ` #@cadence:${id}@`;
const marks = / #@cadence:(\d+)@/g;

interface MarkedTemplate {
  readonly text: string;
  /** The zero-based line of each mark, from the first id on. */
  readonly lines: readonly number[];
  /** Lines that the output of the line before may be joined to, because `-}}` takes its line break away. */
  readonly joined: ReadonlySet<number>;
}

/** Marks the lines of a Helm template, so that its output says which line made it. `firstId`: of the first mark. */
export function markTemplate(text: string, firstId: number): MarkedTemplate {
  const template = readTemplate(text);
  const lines: number[] = [];
  const joined = new Set<number>();
  const marked = linesOf(text, template.expressions).map((line, index) => {
    const isMarked = isMarkable(line, template);
    if (!isMarked && makesOutput(line)) joined.add(index + 1);
    if (!isMarked) return line.text;
    lines.push(index);
    const ending = line.text.endsWith("\r") ? "\r" : "";
    return `${line.text.slice(0, line.text.length - ending.length)}${markOf(firstId + lines.length - 1)}${ending}`;
  });
  return { text: marked.join("\n"), lines, joined };
}

/** A line of output without its marks, and their ids in order. */
export function readMarks(line: string): { readonly text: string; readonly ids: readonly number[] } {
  const ids = [...line.matchAll(marks)].map(([, id]) => Number(id));
  return { text: ids.length === 0 ? line : line.replaceAll(marks, ""), ids };
}

interface Expression extends OffsetRange {
  readonly source: string;
}

interface Template {
  readonly expressions: readonly Expression[];
  /** Between `define` and its `end`, where the result may be compared, cut or joined, because it is no YAML. */
  readonly words: readonly OffsetRange[];
}

interface Line extends OffsetRange {
  readonly text: string;
  readonly expressions: readonly Expression[];
  /** What stands between the expressions. */
  readonly outside: string;
}

const keyword = /^\{\{-?\s*(if|else|end|range|with|define|block|break|continue|\/\*|\$\w+\s*:?=)/;
const structure = /^[ \t]*(?:- |["']?[\w./-]+["']?:(?:\s|$))/m;

function readTemplate(text: string): Template {
  const blanked = blankTemplates(text);
  const expressions = blanked.expressions
    .map(({ start, end }) => ({ start, end, source: text.slice(start, end) }))
    .filter(({ source }) => source.startsWith("{{"));
  const open: { readonly word: string; readonly start: number }[] = [];
  const words: OffsetRange[] = [];
  for (const { start, end, source } of expressions) {
    const word = keyword.exec(source)?.[1] ?? "";
    if (/^(?:if|range|with|define|block)$/.test(word)) open.push({ word, start: end });
    if (word !== "end") continue;
    const opened = open.pop();
    const isWords = opened?.word === "define" && !structure.test(blanked.text.slice(opened.start, start));
    if (isWords) words.push({ start: opened.start, end: start });
  }
  return { expressions, words };
}

function linesOf(text: string, expressions: readonly Expression[]): readonly Line[] {
  let start = 0;
  let next = 0;
  return text.split("\n").map((line): Line => {
    const end = start + line.length;
    while ((expressions[next]?.end ?? Number.POSITIVE_INFINITY) <= start) next += 1;
    let last = next;
    while ((expressions[last]?.start ?? Number.POSITIVE_INFINITY) < end) last += 1;
    const own = expressions.slice(next, last);
    const placed = { text: line, start, end, expressions: own, outside: outsideOf(line, start, own) };
    start = end + 1;
    return placed;
  });
}

function outsideOf(line: string, lineStart: number, expressions: readonly Expression[]): string {
  let outside = "";
  let at = 0;
  for (const { start, end } of expressions) {
    outside += line.slice(at, Math.max(at, start - lineStart));
    at = Math.max(at, end - lineStart);
  }
  return (outside + line.slice(at)).trim();
}

function makesOutput({ outside, expressions }: Line): boolean {
  return outside !== "" || expressions.some(({ source }) => !keyword.test(source));
}

function isMarkable(line: Line, { words }: Template): boolean {
  if (!makesOutput(line) || line.outside.startsWith("#") || line.outside.startsWith("---")) return false;
  if (words.some(({ start, end }) => start <= line.end && line.end <= end)) return false;
  const last = line.expressions.at(-1);
  // Inside of an expression of several lines a mark would be code.
  if (last !== undefined && last.end > line.end) return false;
  const isLast = last !== undefined && last.end === line.start + line.text.trimEnd().length;
  return !(isLast && last.source.endsWith("-}}"));
}
