import type { OffsetRange } from "../../../shared/basics/offset-range.ts";
import type { ManifestProblem } from "./model.ts";

interface Blanked {
  /** As long as the original: what was found is replaced by blanks or by a word, line breaks stay. */
  readonly text: string;
  readonly expressions: readonly OffsetRange[];
}

/** Keeps the search for the end of an expression that somebody has not closed yet short. */
const expressionLengthMax = 10_000;

/**
 * Takes the expressions of Helm, Go templates, Jinja and envsubst out of a text, so that the YAML around them can be read.
 * A line that holds nothing else becomes blank; in the middle of a line an expression becomes a word.
 */
export function blankTemplates(text: string): Blanked {
  const expressions = findExpressions(text);
  const gaps = [...expressions, undefined].map((next, index) =>
    text.slice(expressions[index - 1]?.end ?? 0, next?.start ?? text.length),
  );
  const first = opensLine(gaps);
  const last = closesLine(gaps);
  const parts: string[] = [];
  for (const [index, { start, end }] of expressions.entries()) {
    const source = text.slice(start, end);
    const blank = first[index]
      ? last[index] || isControl(source)
      : last[index] && /["'\]}][ \t]+$/.test(text.slice(Math.max(0, start - 20), start));
    parts.push(gaps[index] ?? "", source.replace(/[^\n]/g, blank ? " " : "x"));
  }
  parts.push(gaps.at(-1) ?? "");
  return { text: parts.join(""), expressions };
}

/** Both sides of a conflict are read; its first marker is a problem. */
export function blankConflictMarkers(text: string): {
  readonly text: string;
  readonly problems: readonly ManifestProblem[];
} {
  const problems: ManifestProblem[] = [];
  let isWithin = false;
  const blanked = text.replace(/^(?:<{7}|>{7}|\|{7})(?: .*)?$|^={7}$/gm, (marker, start: number) => {
    const isFirst = !isWithin || marker.startsWith("<");
    isWithin = !marker.startsWith(">");
    if (isFirst)
      problems.push({
        start,
        end: start + marker.trimEnd().length,
        message:
          "This marks a merge conflict that is not resolved yet: keep one of the two sides and remove the marker lines.",
      });
    return " ".repeat(marker.length);
  });
  return { text: blanked, problems };
}

/** Whether one of the lines is made by an expression: `{{ toYaml .Values.probe | nindent 8 }}`, but not `{{ if .Values.probe }}`. */
export function addsContent(text: string): boolean {
  return text.split("\n").some((line) => {
    if (!/^[ \t]*(?:- +)*(?:\{\{|\{%|\$\{)/.test(line)) return false;
    return findExpressions(line).some(({ start, end }) => makesContent(line.slice(start, end)));
  });
}

function makesContent(expression: string): boolean {
  return !isControl(expression) || /^\{%-?\s*(?:include|import|extends|macro|call)\b/.test(expression);
}

export function hasConflictMarkers(text: string): boolean {
  return text.includes("<<<<<<<") || text.includes(">>>>>>>") || text.includes("=======");
}

function findExpressions(text: string): readonly OffsetRange[] {
  const found: OffsetRange[] = [];
  const opening = /\{\{|\{%|\{#|\$\{/g;
  for (let match = opening.exec(text); match !== null; match = opening.exec(text)) {
    const length = expressionLength(text.slice(match.index, match.index + expressionLengthMax), match[0]);
    found.push({ start: match.index, end: match.index + length });
    opening.lastIndex = match.index + length;
  }
  return found;
}

const closings: Readonly<Record<string, string>> = { "${": "}", "{{": "}}", "{%": "%}" };

/** One that is not closed ends with its line: somebody is typing. */
function expressionLength(text: string, opening: string): number {
  const closing = closings[opening] ?? "#}";
  const isComment = opening === "{#" || /^\{\{-? ?\/\*/.test(text);
  const step = isComment ? /[}#]\}/g : /["'`]|\}+|%\}|\{[{%]|\n/g;
  const endOfText = createTextSearch(text);
  step.lastIndex = isComment ? Math.max(2, text.indexOf("*/")) : 2;
  for (let match = step.exec(text); match !== null; match = step.exec(text)) {
    const found = match[0];
    if (found === '"' || found === "'" || found === "`") {
      step.lastIndex = endOfText(found, match.index);
      continue;
    }
    // The last two of `}}}` close.
    if (found.endsWith(closing)) return opening === "${" ? match.index + 1 : match.index + found.length;
    if (found === "{{" || found === "{%" || (found === "\n" && opening === "${")) break;
  }
  const lineEnd = text.indexOf("\n");
  return lineEnd === -1 ? text.length : lineEnd;
}

type Quote = '"' | "'" | "`";

/** Finds where a text in quotes ends: after its closing quote, or right after its opening one if that is never closed. */
function createTextSearch(text: string): (quote: Quote, start: number) => number {
  // What has no end has none from any later quote of its kind before the same place either, so that nothing is looked at twice.
  const openUntil: Record<Quote, number> = { '"': 0, "'": 0, "`": 0 };
  return (quote, start) => {
    if (start < openUntil[quote]) return start + 1;
    const inside = quote === '"' ? /(?:[^"\\\n]|\\.)*/y : quote === "'" ? /(?:[^'\\\n]|\\.)*/y : /[^`]*/y;
    inside.lastIndex = start + 1;
    inside.test(text);
    const end = inside.lastIndex;
    if (text[end] === quote) return end + 1;
    openUntil[quote] = end;
    return start + 1;
  };
}

function isControl(expression: string): boolean {
  return /^\{(?:%|#|\{[-~]?\s*(?:if|else|end|range|with|define|block|break|continue|\/\*|\$\w+\s*:?=))/.test(
    expression,
  );
}

/** For each expression: only blanks and other expressions stand before it on its line. `gaps[i]` is the text before expression i. */
function opensLine(gaps: readonly string[]): readonly boolean[] {
  const result: boolean[] = [];
  for (const gap of gaps) {
    const lineStart = gap.lastIndexOf("\n") + 1;
    const blank = gap.slice(lineStart).trim() === "";
    result.push(blank && (lineStart > 0 || (result.at(-1) ?? true)));
  }
  return result;
}

/** For each expression: only blanks, other expressions and a comment follow on its line. */
function closesLine(gaps: readonly string[]): readonly boolean[] {
  const result: boolean[] = [];
  for (let index = gaps.length - 1; index > 0; index -= 1) {
    const gap = gaps[index] ?? "";
    const lineEnd = gap.indexOf("\n");
    const rest = lineEnd === -1 ? gap : gap.slice(0, lineEnd);
    const commented = /^\s+#/.test(rest);
    result.push(commented || (rest.trim() === "" && (lineEnd !== -1 || (result.at(-1) ?? true))));
  }
  return result.reverse();
}
