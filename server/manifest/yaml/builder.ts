import type { OffsetRange } from "../../../shared/basics/offset-range.ts";
import { isPlaceholder } from "../../../shared/kubernetes/placeholders.ts";
import { quoted } from "../../../shared/scenario/reading/quoted.ts";
import type { DuplicateKey, ManifestProblem, MapEntry, ScalarNode, ScalarValue, TreeNode } from "../text/model.ts";
import { skipBlanks } from "../text/text.ts";
import { endsLine } from "./flow-text.ts";
import { keyName, refusedNumber, resolvePlain, resolveTagged } from "./scalars.ts";
import type { YamlToken } from "./token.ts";
import { decodeBlockScalar, decodeScalar } from "./tokens.ts";

// What the readers of block style (tree.ts) and flow style (flow.ts) share: the tokens, the anchors, the problems found, scalars.

/** Deeper nesting than this is no manifest, and would exhaust the stack. */
export const depthMax = 200;
const problemsMax = 50;

export interface Builder {
  readonly source: string;
  readonly tokens: readonly YamlToken[];
  /** Where templates were, in order. */
  readonly expressions: readonly OffsetRange[];
  readonly templated: boolean;
  readonly problems: ManifestProblem[];
  readonly duplicateKeys: DuplicateKey[];
  readonly anchors: Map<string, Anchor>;
  at: number;
  depth: number;
  /** The deepest level so far of the anchor that is being read, what its aliases lead to included. */
  deepest: number;
  nodeCount: number;
  aliasNodeCount: number;
  /** Last line of the text that made no sense; more of it right below is not reported again. */
  strayLine: number;
  /** Position of the token at which brackets were found to be open. */
  openAt: number;
}

interface Anchor {
  /** What the anchor names; undefined while that is still being read. */
  readonly node: TreeNode | undefined;
  /** Nodes in it, those behind aliases included. */
  readonly size: number;
  /** Levels below it. */
  readonly height: number;
}

/** A node, and where the alias stands if it is one. */
export interface PlacedNode {
  readonly node: TreeNode;
  readonly alias: OffsetRange | undefined;
}

export interface Properties {
  readonly anchor: YamlToken | undefined;
  readonly tag: YamlToken | undefined;
}

export function createBuilder(
  source: string,
  tokens: readonly YamlToken[],
  expressions: readonly OffsetRange[],
): Builder {
  return {
    source,
    tokens,
    expressions,
    templated: expressions.length > 0,
    problems: [],
    duplicateKeys: [],
    anchors: new Map(),
    at: 0,
    depth: 0,
    deepest: 0,
    nodeCount: 0,
    aliasNodeCount: 0,
    strayLine: -2,
    openAt: -1,
  };
}

const endToken: YamlToken = { kind: "end", start: 0, end: 0, line: 0, column: 0, endLine: 0 };

export function peek(builder: Builder, ahead = 0): YamlToken {
  return builder.tokens[builder.at + ahead] ?? builder.tokens.at(-1) ?? endToken;
}

/** The last token stays: it is the end. */
export function advance(builder: Builder): void {
  if (builder.at < builder.tokens.length - 1) builder.at += 1;
}

function textOf(builder: Builder, token: OffsetRange): string {
  return builder.source.slice(token.start, token.end);
}

/** Goes down a level; false where that is too deep. To be followed by `leave`. */
export function enter(builder: Builder): boolean {
  builder.depth += 1;
  builder.deepest = Math.max(builder.deepest, builder.depth);
  return builder.depth <= depthMax;
}

export function leave(builder: Builder): void {
  builder.depth -= 1;
}

/** The text of a token for a message. */
export function quote(builder: Builder, token: OffsetRange): string {
  const text = textOf(builder, token).split("\n", 1)[0] ?? "";
  return quoted(text, 30);
}

export function report(builder: Builder, { start, end }: OffsetRange, message: string): void {
  if (builder.problems.length < problemsMax) builder.problems.push({ start, end, message });
}

/** Text that makes no sense where it is. Of several such lines in a row, only the first is reported. */
export function reportStray(builder: Builder, token: YamlToken, message: string): void {
  if (token.line > builder.strayLine + 1) report(builder, token, message);
  builder.strayLine = Math.max(builder.strayLine, token.endLine);
}

/** What stands where nothing is written; a tag makes a text of it, or refuses it. */
export function emptyNode(builder: Builder, at: number, tag?: YamlToken): PlacedNode {
  builder.nodeCount += 1;
  if (tag !== undefined) {
    const value = taggedValue(builder, tag, tag, "");
    return { node: { type: "scalar", start: at, end: at, value, style: "plain", unknown: false }, alias: undefined };
  }
  // `resources:` above a line with `{{ toYaml … }}` has a value, only not here.
  const isBefore = builder.templated && skipBlanks(builder.source, at) >= nextExpression(builder, at);
  const unknown = isBefore || isCommentedOut(builder.source, at);
  return { node: { type: "scalar", start: at, end: at, value: null, style: "plain", unknown }, alias: undefined };
}

/** `image: #{IMAGE}`, and `image: #@ data.values.image` of ytt, which YAML reads as a comment until somebody fills it in. */
function isCommentedOut(source: string, at: number): boolean {
  const comment = /[ \t]+#(?:\{\w+\}|@ )/y;
  comment.lastIndex = at;
  return comment.test(source);
}

export function scalarNode(builder: Builder, token: YamlToken, { tag }: Properties): ScalarNode {
  builder.nodeCount += 1;
  const { start, end } = token;
  const plain = token.kind === "plain";
  const style = plain ? "plain" : "quoted";
  if (builder.templated && isTemplate(builder, token))
    return { type: "scalar", start, end, value: null, style, unknown: true };
  const text = plain ? plainText(builder, token) : quotedText(builder, token);
  const value = tag === undefined ? (plain ? resolvePlain(text) : text) : taggedValue(builder, tag, token, text);
  const refused = refusedNumber(value, text);
  if (refused !== undefined) report(builder, token, refused);
  const expression = expressionIn(text, plain);
  // Inside of a text, `${NAME}` can also be a shell's, and a placeholder such as `<NAME>` is a text: what is written counts, but nobody
  // is certain of it.
  const isKnown = refused === undefined && expression !== "whole";
  return { type: "scalar", start, end, value: isKnown ? value : null, style, unknown: expression !== "none" };
}

function encloses(text: string, opening: string, closing: string): boolean {
  const at = text.indexOf(opening);
  return at !== -1 && text.includes(closing, at + opening.length);
}

/** Whether somebody fills in the text before it reaches Kubernetes: Helm, Jinja and Ansible write in quotes, too, and envsubst anywhere. */
function expressionIn(text: string, plain: boolean): "none" | "part" | "whole" {
  if (isPlaceholder(text) || (plain && beginsWithPlaceholder(text))) return "part";
  if (!plain && (encloses(text, "{{", "}}") || encloses(text, "{%", "%}"))) return "whole";
  if (!text.includes("$")) return "none";
  if (/^\$\{[\w.]+(?::?[-=?+][^}]*)?\}$/.test(text)) return plain ? "part" : "whole";
  // A name is no text of a shell.
  if (/^(?:[\w.-]|\$(?=[A-Za-z_])|\$\{[\w.]+\}|\$\([\w.-]+\))+$/.test(text)) return "part";
  return plain || !text.includes("${") ? "none" : "part";
}

export function blockScalarNode(
  builder: Builder,
  header: YamlToken,
  { tag }: Properties,
  parentColumn: number,
): ScalarNode {
  builder.nodeCount += 1;
  const block = peek(builder);
  const start = header.start;
  const isHeader = endsHeader(builder, header);
  if (!isHeader) report(builder, header, textBesideHeader);
  if (block.kind !== "block")
    return { type: "scalar", start, end: header.end, value: "", style: "block", unknown: false };
  advance(builder);
  const source = textOf(builder, block);
  checkTabs(builder, block, source);
  const end = block.start + source.trimEnd().length;
  const indicator = textOf(builder, header);
  const text = decodeBlockScalar(indicator, source, Math.max(0, parentColumn), (message) => {
    if (isHeader) report(builder, header, unreadable(message));
  });
  const value = tag === undefined ? text : taggedValue(builder, tag, header, text);
  const unknown = builder.templated && isTemplate(builder, block);
  return {
    type: "scalar",
    start,
    end: Math.max(end, header.end),
    value: unknown ? null : value,
    style: "block",
    unknown,
  };
}

const textBesideHeader =
  "The text of a block begins on the next line: put it there, or write the value without this mark.";

// Models go.yaml.in/yaml/v2 yaml_parser_scan_block_scalar (v2.4.4)
function endsHeader({ source }: Builder, { start }: YamlToken): boolean {
  const mark = /[|>](?:[+-][1-9]?|[1-9][+-]?)?/y;
  mark.lastIndex = start;
  mark.test(source);
  return endsLine(source, mark.lastIndex);
}

/** Nothing but spaces indents a block. */
// Models go.yaml.in/yaml/v2 yaml_parser_scan_block_scalar_breaks (v2.4.4)
function checkTabs(builder: Builder, block: YamlToken, source: string): void {
  const [before = "", tab] = /^(?: *\r?\n)* *(\t)?/.exec(source) ?? [];
  if (tab === undefined) return;
  const end = block.start + before.length;
  report(builder, { start: end - 1, end }, "A tab stands where a block of text is indented: write spaces instead.");
}

export function createEntry(
  builder: Builder,
  key: OffsetRange & { readonly node: TreeNode | undefined },
  value: PlacedNode,
): MapEntry {
  const { node, start, end } = key;
  const scalar = node?.type === "scalar" ? node : undefined;
  const text = scalar === undefined ? "" : textOf(builder, scalar);
  // `$patch` and `__proto__` are keys as they are written.
  const isWritten = !builder.templated && isPlaceholder(text.replace(/^(["'])(.*)\1$/, "$2"));
  const unknown = scalar?.unknown === true && scalar.value === null && !isWritten;
  const merge = scalar?.value === "<<" && scalar.style === "plain";
  const name = scalar && (isWritten ? text.replace(/^(["'])(.*)\1$/, "$2") : keyName(scalar.value, text));
  if (name === undefined && !unknown)
    report(builder, key, typeof scalar?.value === "number" ? tooLargeKey : keyWithoutName);
  if (merge && !isMergeable(value.node))
    report(builder, key, '"<<" takes the keys of a map, or of a list of maps: write an alias of a map ("<<: *name").');
  return {
    key: name ?? "",
    keyRange: { start, end },
    value: value.node,
    alias: value.alias,
    merge,
    unknown: unknown || name === undefined,
  };
}

const keyWithoutName = "A key must be a word, a number or a text in quotes: kubectl refuses the document.";
const tooLargeKey = "A number above 9223372036854775807 cannot be a key: put it in quotes.";

function isMergeable(node: TreeNode): boolean {
  if (node.type === "sequence") return node.items.every((item) => item.value.type === "map");
  return node.type === "map" || node.unknown;
}

function plainText(builder: Builder, token: YamlToken): string {
  const text = textOf(builder, token);
  const first = text[0];
  const isReserved = first === "@" || first === "`" || first === "%" || first === ",";
  if (isReserved && !beginsWithPlaceholder(text))
    report(builder, token, `A value cannot start with ${quoted(first, 1)}: put ${quote(builder, token)} in quotes.`);
  return token.line === token.endLine ? text : decodeScalar(text, 0, () => undefined);
}

/** `@NAME@` or `@NAME@-data`: what a build replaces is gone before anybody reads the text as YAML. */
function beginsWithPlaceholder(text: string): boolean {
  return isPlaceholder(text.startsWith("@") ? text.slice(0, text.indexOf("@", 1) + 1) : text);
}

function quotedText(builder: Builder, token: YamlToken): string {
  const text = textOf(builder, token);
  const mark = text[0] ?? "";
  const inner = text.slice(1, -1);
  const closed = text.length > 1 && text.endsWith(mark);
  if (!closed) return text.slice(1);
  if (token.line === token.endLine && !inner.includes(mark === '"' ? "\\" : "'")) return inner;
  const source = mark === '"' ? withKnownEscapes(builder, token, text) : text;
  return decodeScalar(source, 0, (message) => report(builder, token, unreadable(message)));
}

/** Of text in double quotes: goyaml knows `\'`, which is no YAML, and knows neither `\/` nor halves of a letter, which JSON has. */
// Models go.yaml.in/yaml/v2 yaml_parser_scan_flow_scalar (v2.4.4)
function withKnownEscapes(builder: Builder, token: YamlToken, text: string): string {
  return text.replace(/\\(?:u[dD][89a-fA-F][\da-fA-F]{2}|[\s\S])/g, (written: string) => {
    if (written === "\\/" && !isJson(builder))
      report(builder, token, unreadable('"\\/" has no meaning in YAML, write "/"'));
    if (written.length > 2 && !isJson(builder))
      report(builder, token, unreadable(`"${written}" is half a letter, write the letter itself`));
    return written === "\\'" ? "'" : written;
  });
}

function isJson({ source }: Builder): boolean {
  return /^\s*\{/.test(source);
}

function unreadable(message: string): string {
  return `YAML cannot read this text: ${message}.`;
}

function taggedValue(builder: Builder, tag: YamlToken, token: YamlToken, text: string): ScalarValue {
  const resolved = resolveTagged(textOf(builder, tag), text);
  if (resolved.refused !== undefined) report(builder, token, resolved.refused);
  return resolved.value;
}

function isTemplate(builder: Builder, { start, end }: OffsetRange): boolean {
  return nextExpression(builder, start) < end;
}

/** Offset of the first expression that ends after the offset. */
function nextExpression(builder: Builder, offset: number): number {
  const { expressions } = builder;
  let low = 0;
  let high = expressions.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((expressions[middle]?.end ?? 0) <= offset) low = middle + 1;
    else high = middle;
  }
  return expressions[low]?.start ?? Number.POSITIVE_INFINITY;
}
