import { parseAst } from "vitest/node";

/**
 * The texts in a TypeScript source: strings and templates, without comments, imports and types.
 * A value that is inserted in a template is a `0`.
 */
export function textsOfSource(source: string): readonly string[] {
  const texts: string[] = [];
  collect(parseAst(source, { lang: "ts" }), texts);
  return texts;
}

const skipped: ReadonlySet<unknown> = new Set(["ImportDeclaration", "ImportExpression", "TSLiteralType"]);

export interface Pattern {
  readonly source: string;
  readonly flags: string;
}

/** The regular expressions that a TypeScript source has as literals. */
export function patternsOfSource(source: string): readonly Pattern[] {
  const patterns: Pattern[] = [];
  const look = (node: unknown): void => {
    if (Array.isArray(node)) node.forEach(look);
    else if (isFields(node)) {
      const written = node["regex"];
      if (node["type"] === "Literal" && isFields(written))
        patterns.push({ source: String(written["pattern"]), flags: String(written["flags"]) });
      Object.values(node).forEach(look);
    }
  };
  look(parseAst(source, { lang: "ts" }));
  return patterns;
}

function collect(node: unknown, texts: string[]): void {
  if (Array.isArray(node)) {
    for (const each of node) collect(each, texts);
    return;
  }
  if (!isFields(node) || skipped.has(node["type"])) return;
  if (node["type"] === "Literal" && typeof node["value"] === "string") texts.push(node["value"]);
  if (node["type"] === "TemplateLiteral") texts.push(templateText(node["quasis"]));
  for (const each of Object.values(node)) collect(each, texts);
}

function templateText(parts: unknown): string {
  if (!Array.isArray(parts)) return "";
  return parts
    .map((part: unknown) => (isFields(part) && isFields(part["value"]) ? String(part["value"]["cooked"]) : ""))
    .join("0");
}

function isFields(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !(value instanceof RegExp);
}
