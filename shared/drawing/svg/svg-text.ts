import { type Markup, markup } from "../../basics/markup.ts";

/** Text of a picture whose fonts nobody has measured: widths are estimated, rather too wide than too narrow. */

/** Of the font's size: what a character of a usual text takes on average, and one of a name in a fixed width. */
const characterEm = 0.53;
const codeEm = 0.6;
const wideEm = 1;

/** Names in the sentences of forecasts stand between backticks, as in Markdown. */
interface Word {
  readonly text: string;
  readonly isCode: boolean;
  /** A space stands before it. */
  readonly isApart: boolean;
}

/** About how wide a text is in the font of the picture. */
export function textWidthPx(text: string, fontPx: number, isCode = false): number {
  let widthEm = 0;
  for (const character of text) widthEm += widthOf(character, isCode);
  return widthEm * fontPx;
}

function widthOf(character: string, isCode = false): number {
  if (wide.test(character)) return wideEm;
  return isCode ? codeEm : characterEm;
}

/** Mostly as wide as they are high: from Hangul Jamo on, but for what extends Latin and Greek, dashes, arrows and symbols. */
const wide = /[\u{1100}-\u{1DFF}\u{2E80}-\u{10FFFF}]/u;

/** A text that fits, with an ellipsis where something was cut off. One character stays in any width. */
export function cutToWidth(text: string, widthPx: number, fontPx: number): string {
  const mostEm = widthPx / fontPx;
  let em = 0;
  let read = 0;
  let kept = 0; // so much fits with an ellipsis behind it
  for (const character of text) {
    em += widthOf(character);
    read += character.length;
    if (kept === 0 || em + characterEm <= mostEm) kept = read;
    if (em > mostEm) return `${text.slice(0, kept)}…`;
  }
  return text;
}

/** The lines of a sentence as content of `<text>` elements; what stands between backticks is code. */
export function wrapText(text: string, widthPx: number, fontPx: number): Markup[] {
  const lines: Word[][] = [];
  let line: Word[] = [];
  let linePx = 0;
  for (const word of wordsOf(text)) {
    const wordPx = textWidthPx(word.isApart ? ` ${word.text}` : word.text, fontPx, word.isCode);
    if (word.isApart && line.length > 0 && linePx + wordPx > widthPx) {
      lines.push(line);
      line = [];
      linePx = 0;
    }
    line.push(word);
    linePx += wordPx;
  }
  return (line.length > 0 ? [...lines, line] : lines).map(lineContent);
}

function wordsOf(text: string): Word[] {
  const words: Word[] = [];
  let isApart = false;
  for (const [index, part] of text.split("`").entries()) {
    for (const piece of part.split(/(\s+)/u)) {
      if (piece === "") continue;
      const isSpace = piece.trim() === "";
      if (!isSpace) words.push({ text: piece, isCode: index % 2 === 1, isApart });
      isApart = isSpace;
    }
  }
  return words;
}

function lineContent(words: readonly Word[]): Markup {
  const parts = words.map(({ text, isCode, isApart }, index) => [
    isApart && index > 0 ? " " : "",
    isCode ? markup`<tspan class="code">${text}</tspan>` : text,
  ]);
  return markup`${parts}`;
}
