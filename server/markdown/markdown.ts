/**
 * The one place where text becomes Markdown. Text comes from manifests, project files and clusters, so nothing in it may be read as
 * Markdown: no picture, link, HTML, heading or table. In prose, what stands between backticks is code; everything else is shown letter by letter.
 */

import { plainLine } from "../../shared/basics/plain-line.ts";

/** A text for editors that show Markdown and for those that do not. Only the functions of this file make one. */
class Rich {
  readonly #markdown: string;
  readonly #plain: string;

  constructor(markdown: string, plain: string) {
    this.#markdown = markdown;
    this.#plain = plain;
  }

  get markdown(): string {
    return this.#markdown;
  }

  get plain(): string {
    return this.#plain;
  }
}

export type RichText = Rich;

/** A string is prose: sentences in paragraphs. */
export type Prose = string | RichText;

export interface Table {
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** Blocks below each other; empty ones are left out. */
export function paragraphs(parts: readonly Prose[]): RichText {
  return joined(parts.map(richText), "\n\n");
}

/** Letter by letter, in one line. */
export function literal(text: string): RichText {
  return new Rich(inline(text), text);
}

export function richText(text: Prose): RichText {
  if (text instanceof Rich) return text;
  const blocks = text.split(/\n[^\S\n]*\n/).map((block) => new Rich(withCode(block), block));
  return joined(blocks, "\n\n");
}

/** Below each other, or beside each other with a dot between. */
export function joined(parts: readonly RichText[], separator: "\n\n" | "\n" | " · "): RichText {
  const present = parts.filter(({ plain }) => plain.trim() !== "");
  return new Rich(
    present.map(({ markdown }) => markdown).join(separator),
    present.map(({ plain }) => plain).join(separator),
  );
}

export function heading(level: 1 | 2 | 3, text: string): RichText {
  return new Rich(`${"#".repeat(level)} ${inline(text)}`, text);
}

export function list(items: readonly string[]): RichText {
  const line = (item: string): RichText => new Rich(`- ${inline(item)}`, `- ${item}`);
  return joined(items.map(line), "\n");
}

/** The words are shown, the address is where they lead to: with nothing in it that could end it. */
export function link(words: string, address: string): RichText {
  const safe = address.replace(/[\s()<>[\]\\"'`|*!]/g, percentEncoded);
  // Readers take the backslashes off brackets in the words of a link before they look for pictures in them.
  const shown = inline(words).replace(/\\([[\]])/g, (_, bracket) => (bracket === "[" ? "&#91;" : "&#93;"));
  return new Rich(`[${shown}](${safe})`, `${words} (${address})`);
}

/** Shown when its first line is clicked, on pages that take HTML: GitHub and GitLab, not editors. */
export function collapsible(summary: string, content: RichText): RichText {
  const title = oneLine(summary).replace(/[^\p{L}\p{N} ]/gu, (letter) => `&#${letter.codePointAt(0)};`);
  return new Rich(
    `<details><summary>${title}</summary>\n\n${content.markdown}\n\n</details>`,
    `${summary}\n\n${content.plain}`,
  );
}

interface TableStyle {
  /** Editors draw the columns of a table without a gap. */
  readonly wide?: boolean;
  /** `---:` aligns a column on the right. */
  readonly columns?: readonly ("---" | "---:")[];
}

/** Nothing where there are no rows. */
export function table({ head, rows }: Table, { wide = false, columns = head.map(() => "---") }: TableStyle): RichText {
  if (rows.length === 0) return new Rich("", "");
  const row = (cells: readonly string[], separator: string) => `| ${cells.join(separator)} |`;
  const gap = wide ? "&nbsp;&nbsp; | " : " | ";
  const markdown = (cells: readonly string[]) =>
    row(
      cells.map((cell) => inline(cell)),
      gap,
    );
  const rule = `|${columns.join("|")}|`;
  return new Rich(
    [markdown(head), rule, ...rows.map(markdown)].join("\n"),
    [head, ...rows].map((cells) => row(cells, " | ")).join("\n"),
  );
}

/** The same as lines of words: for editors that do not draw tables. */
export function rowList({ head, rows }: Table): RichText {
  if (rows.length === 0) return new Rich("", "");
  const line = (cells: readonly string[]): string => cells.join(" · ");
  return joined([literal(line(head)), list(rows.map(line))], "\n\n");
}

/** One line that shows the text, with code where it is between backticks. */
function withCode(text: string): string {
  const pieces = oneLine(text).split("`");
  const written = pieces.map((piece, index) => {
    if (index % 2 === 0) return escaped(piece);
    // A last backtick without a partner is a letter like others.
    if (index === pieces.length - 1) return escaped(`\`${piece}`);
    return piece.trim() === "" ? escaped(`\`${piece}\``) : `\`${piece}\``;
  });
  return startEscaped(written.join(""));
}

/** One line that shows the text, letter by letter. */
function inline(text: string): string {
  return startEscaped(escaped(oneLine(text)));
}

/** No paragraph of ours is as long; a file's or cluster's text may be. */
const blockMax = 10_000;

function oneLine(text: string): string {
  return plainLine(text, blockMax);
}

/** A list begins with these. */
function startEscaped(line: string): string {
  return line.replace(/^(\d{1,9})(?=[.)](?:\s|$))/, "$1\\").replace(/^[-+](?=[\s-]|$)/, "\\$&");
}

/** What begins something in Markdown, and what editors make links of by themselves. */
function escaped(text: string): string {
  return text
    .replace(/[\\`*_[\]<>|#~$&@]/g, "\\$&")
    .replaceAll("://", ":\\/\\/")
    .replace(/www(?=\.)/gi, "$&\\");
}

function percentEncoded(letter: string): string {
  return [...new TextEncoder().encode(letter)]
    .map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, "0")}`)
    .join("");
}
