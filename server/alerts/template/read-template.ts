import { templateFunctionNames } from "./functions.ts";
import type { Command, FieldRoot, Operand, Pipeline, TemplateNode } from "./model.ts";

type ReadTemplate = { readonly value: readonly TemplateNode[] } | { readonly problem: string };

class WrongTemplate extends Error {}

/** Reads a template of Go. What is not supported is a problem that says so. */
export function readTemplate(text: string): ReadTemplate {
  try {
    const reader = new TemplateReader(piecesOf(text));
    return { value: reader.nodes(true) };
  } catch (error) {
    if (error instanceof WrongTemplate) return { problem: error.message };
    throw error;
  }
}

/** Text and actions in turn, text first; the dashes of `{{-` and `-}}` have removed what they remove. */
function piecesOf(text: string): readonly string[] {
  const pieces: string[] = [];
  let rest = text;
  for (let start = rest.indexOf("{{"); start >= 0; start = rest.indexOf("{{")) {
    const end = rest.indexOf("}}", start);
    if (end < 0) throw new WrongTemplate("the template has {{ without }}");
    const action = rest.slice(start + 2, end);
    const trimsLeft = /^-\s/.test(action);
    const trimsRight = /\s-$/.test(action);
    const before = rest.slice(0, start);
    pieces.push(trimsLeft ? before.trimEnd() : before, action.slice(trimsLeft ? 1 : 0, trimsRight ? -1 : undefined));
    const after = rest.slice(end + 2);
    rest = trimsRight ? after.trimStart() : after;
  }
  return [...pieces, rest];
}

/** How deep parts may be in each other. */
const depthMax = 20;

class TemplateReader {
  readonly #pieces: readonly string[];
  #next = 0;
  #depth = 0;

  constructor(pieces: readonly string[]) {
    this.#pieces = pieces;
  }

  /** Up to the end of the text, or to the `else` or `end` of the block, which is still to be read. */
  nodes(isWhole: boolean): readonly TemplateNode[] {
    const nodes: TemplateNode[] = [];
    for (;;) {
      const text = this.#pieces[this.#next] ?? "";
      if (text !== "") nodes.push({ is: "text", text });
      this.#next += 1;
      const action = this.#pieces[this.#next]?.trim();
      if (action === undefined) {
        if (isWhole) return nodes;
        throw new WrongTemplate("the template has {{ if }} without {{ end }}");
      }
      const [word = ""] = /^\w+/.exec(action) ?? [];
      if (word === "end" || word === "else") {
        if (isWhole) throw new WrongTemplate(`the template has {{ ${word} }} without {{ if }}`);
        return nodes;
      }
      this.#next += 1;
      if (action.startsWith("/*")) continue;
      nodes.push(word === "if" ? this.#condition(action.slice(2)) : { is: "value", of: pipelineOf(action) });
    }
  }

  #condition(text: string): TemplateNode {
    this.#depth += 1;
    if (this.#depth > depthMax) throw new WrongTemplate("the template is nested too deeply");
    const condition = pipelineOf(text);
    const then = this.nodes(false);
    const action = this.#pieces[this.#next]?.trim() ?? "";
    this.#next += 1;
    const [, chained] = /^else\s+if\s([\s\S]*)$/.exec(action) ?? [];
    if (chained !== undefined) return { is: "if", condition, then, otherwise: [this.#condition(chained)] };
    if (action !== "else") return { is: "if", condition, then, otherwise: [] };
    const otherwise = this.nodes(false);
    if (this.#pieces[this.#next]?.trim() !== "end") throw new WrongTemplate("the template has {{ else }} twice");
    this.#next += 1;
    return { is: "if", condition, then, otherwise };
  }
}

const token =
  /\s*(?:("(?:[^"\\]|\\.)*"|`[^`]*`)|([()|])|([+-]?\d[\d_]*(?:\.\d*)?(?:[eE][+-]?\d+)?)(?![\w.])|(\$?[A-Za-z_]\w*(?:\.\w+)*|(?:\.\w+)+))/y;

function pipelineOf(text: string): Pipeline {
  const operands = tokensOf(text);
  const { pipeline, rest } = readPipeline(operands, 0);
  if (rest.length > 0) throw new WrongTemplate(`the template {{ ${text.trim()} }} is not complete`);
  return pipeline;
}

type Token = Operand | "(" | ")" | "|";

function tokensOf(text: string): readonly Token[] {
  const tokens: Token[] = [];
  token.lastIndex = 0;
  for (let at = 0; text.slice(at).trim() !== ""; at = token.lastIndex) {
    token.lastIndex = at;
    const found = token.exec(text);
    if (found === null) throw notSupported(text);
    const [, quoted, sign, number, name] = found;
    if (quoted !== undefined) tokens.push({ is: "constant", value: unquoted(quoted) });
    else if (sign === "(" || sign === ")" || sign === "|") tokens.push(sign);
    else if (number !== undefined) tokens.push({ is: "constant", value: numberOf(number.replaceAll("_", "")) });
    else tokens.push(nameOf(name ?? "", text));
  }
  return tokens;
}

function notSupported(text: string): WrongTemplate {
  return new WrongTemplate(`the template {{ ${text.trim().slice(0, 60)} }} is not supported`);
}

function unquoted(quoted: string): string {
  const body = quoted.slice(1, -1);
  return quoted.startsWith("`") ? body : body.replaceAll(/\\(.)/g, (_, letter: string) => escapes[letter] ?? letter);
}

const escapes: Readonly<Record<string, string>> = { n: "\n", t: "\t", r: "\r" };

/** As Go: digits alone are an integer. */
function numberOf(text: string): number | bigint {
  return /^[+-]?\d+$/.test(text) ? BigInt(text) : Number(text);
}

const roots: Readonly<Record<string, FieldRoot>> = {
  $labels: "labels",
  ".Labels": "labels",
  $value: "value",
  ".Value": "value",
  $externalLabels: "external",
  ".ExternalLabels": "external",
};

function nameOf(name: string, text: string): Operand {
  if (name === "true" || name === "false") return { is: "constant", value: name === "true" };
  if (templateFunctionNames.has(name)) return { is: "function", name };
  const [head = "", ...path] = name.startsWith(".") ? splitField(name) : name.split(".");
  const root = Object.hasOwn(roots, head) ? roots[head] : undefined;
  if (root === undefined || (root === "value" ? path.length > 0 : path.length > 1)) throw notSupported(text);
  return { is: "field", root, path };
}

function splitField(name: string): readonly string[] {
  const [, first = "", ...path] = name.split(".");
  return [`.${first}`, ...path];
}

function readPipeline(tokens: readonly Token[], depth: number): { pipeline: Pipeline; rest: readonly Token[] } {
  if (depth > depthMax) throw new WrongTemplate("the template is nested too deeply");
  const commands: Command[] = [];
  let command: Operand[] = [];
  let rest = tokens;
  for (;;) {
    const [first, ...others] = rest;
    if (first === undefined || first === ")" || first === "|") {
      if (command.length === 0) throw new WrongTemplate("the template has {{ }} without a value");
      commands.push(command);
      command = [];
      if (first !== "|") return { pipeline: commands, rest };
      rest = others;
    } else if (first === "(") {
      const inner = readPipeline(others, depth + 1);
      if (inner.rest[0] !== ")") throw new WrongTemplate("the template has ( without )");
      command.push({ is: "pipeline", of: inner.pipeline });
      rest = inner.rest.slice(1);
    } else {
      command.push(first);
      rest = others;
    }
  }
}
