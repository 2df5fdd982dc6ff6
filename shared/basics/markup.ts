import { visible } from "./plain-line.ts";

/** A part of a document in SVG, HTML, or other XML. Only this file makes one of text, which it escapes. */
export interface Markup {
  readonly markup: string;
}

/** Texts are data: they are escaped. */
export type Content = string | number | Markup | readonly Content[];

/** Tags as they are written, with contents between them and in attributes. */
export function markup(tags: TemplateStringsArray, ...contents: readonly Content[]): Markup {
  return { markup: String.raw({ raw: tags }, ...contents.map(written)) };
}

/** An element; attributes that are undefined are left out. */
export function element(
  name: string,
  attributes: Readonly<Record<string, string | number | undefined>>,
  content: Content = "",
): Markup {
  const all = Object.entries(attributes).map(([attribute, value]) =>
    value === undefined ? "" : ` ${attribute}="${written(value)}"`,
  );
  return { markup: `<${name}${all.join("")}>${written(content)}</${name}>` };
}

/** Each on a line of its own. */
export function lines(contents: readonly Content[]): Markup {
  return { markup: contents.map(written).join("\n") };
}

/** Scripts, styles, and data of ours, in which nothing may be escaped. */
export function verbatim(text: string): Markup {
  return { markup: text };
}

export const noMarkup: Markup = { markup: "" };

function written(content: Content): string {
  if (typeof content === "string") return escaped(content);
  if (typeof content === "number") return String(content);
  return "markup" in content ? content.markup : content.map(written).join("");
}

/** XML forbids most control characters, halves of pairs and two others even as references. */
const forbidden = /[\p{Cc}\p{Cs}\uFFFE\uFFFF]/gu;

/** What nobody sees, or what turns the order of letters around, but for joiners of scripts and emoji. */
const unseen = /(?![\u200c\u200d])\p{Cf}/gu;

/** Text as it may stand in XML, between tags and in attributes. Control characters and line breaks become spaces. */
function escaped(text: string): string {
  return text
    .replace(/\s/gu, " ")
    .replace(unseen, (letter) => visible(letter))
    .replace(forbidden, "\u{FFFD}")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
