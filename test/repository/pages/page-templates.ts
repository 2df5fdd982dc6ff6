/** What stands as plain English in lit templates: texts between tags, and attributes that people read. */
export function plainTexts(source: string): string[] {
  const templates: string[] = [];
  readCode(source, 0, templates);
  return templates.flatMap((template) => {
    const attributes = [...template.matchAll(/\s(?:title|aria-label|placeholder|alt)="([^"]*)"/g)];
    const between = template
      .replace(/<(?:code|kbd|style)[^>]*>[^<]*<\/(?:code|kbd|style)>/g, "\n")
      .replace(/<[^>]*>/g, "\n")
      .split("\n");
    return [...attributes.map(([, text = ""]) => text), ...between]
      .map((text) => text.replaceAll(hole, "").trim())
      .filter((text) => word.test(text));
  });
}

/** Columns of kubectl are no words. */
const word = /\b(?![A-Z]+\b)[A-Za-z]{2,}/;
/** Stands for a value in a template. */
const hole = "\u0000";

/** A comment, a string literal, the beginning of a template, or a brace. */
const token = /\/\/[^\n]*|\/\*[\s\S]*?\*\/|"(?:[^"\\\n]|\\.)*"|(?:html|svg)?`|[{}]/g;

/** Reads code up to the brace that closes it, and gives the place behind that. */
function readCode(source: string, from: number, templates: string[]): number {
  let at = from;
  let depth = 0;
  for (;;) {
    token.lastIndex = at;
    const found = token.exec(source);
    if (found === null) return source.length;
    const [text] = found;
    at = found.index + text.length;
    if (text === "}" && depth === 0) return at;
    if (text === "}") depth -= 1;
    if (text === "{") depth += 1;
    if (text.endsWith("`") && !text.startsWith("/"))
      at = readTemplate(source, at, { templates, isMarkup: text !== "`" });
  }
}

interface Reading {
  readonly templates: string[];
  readonly isMarkup: boolean;
}

/** Reads a template up to its last backtick, and gives the place behind that. */
function readTemplate(source: string, from: number, { templates, isMarkup }: Reading): number {
  let text = "";
  let at = from;
  while (at < source.length && source[at] !== "`") {
    const isValue = source.startsWith("$" + "{", at);
    text += isValue ? hole : source[at];
    at = isValue ? readCode(source, at + 2, templates) : at + 1;
  }
  if (isMarkup) templates.push(text);
  return at + 1;
}
