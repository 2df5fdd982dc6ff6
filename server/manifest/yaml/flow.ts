import type { MapEntry, SequenceItem, TreeNode } from "../text/model.ts";
import { aliasNode, closeAnchor, openAnchor, takeProperties } from "./anchors.ts";
import {
  advance,
  type Builder,
  createEntry,
  depthMax,
  emptyNode,
  enter,
  leave,
  type PlacedNode,
  type Properties,
  peek,
  quote,
  report,
  reportStray,
  scalarNode,
} from "./builder.ts";
import { noteDuplicates } from "./duplicates.ts";
import type { YamlToken } from "./token.ts";

/** Reads `{…}` or `[…]`; the next token is its bracket. One that is never closed ends where the lines below cannot belong to it. */
export function flowCollection(builder: Builder): PlacedNode {
  const node = collection(builder);
  if (peek(builder).kind === "flow-cut") advance(builder);
  return { node, alias: undefined };
}

function collection(builder: Builder): TreeNode {
  builder.nodeCount += 1;
  const opening = peek(builder);
  advance(builder);
  const node = !enter(builder)
    ? tooDeep(builder, opening)
    : opening.kind === "{"
      ? flowMap(builder, opening)
      : flowSequence(builder, opening);
  leave(builder);
  return node;
}

function flowMap(builder: Builder, opening: YamlToken): TreeNode {
  const entries: MapEntry[] = [];
  while (!atEnd(builder, opening, "}")) {
    const mark = peek(builder);
    const key = flowKey(builder, mark);
    entries.push(entryAfter(builder, key, mark));
    separator(builder, "}");
  }
  const [only] = entries;
  if (only !== undefined && entries.length === 1 && isFormatField(builder, only)) {
    const end = close(builder, opening, "}");
    return { type: "scalar", start: opening.start, end, value: null, style: "plain", unknown: true };
  }
  noteDuplicates(builder, entries);
  return { type: "map", start: opening.start, end: close(builder, opening, "}"), flow: true, entries: entries.slice() };
}

/** `{self.name}` alone, which Python fills in: no field of an object has such a name. */
function isFormatField(builder: Builder, { keyRange: { start, end }, value }: MapEntry): boolean {
  const isAlone = value.type === "scalar" && value.start === value.end;
  return isAlone && /^[a-z_]\w*(?:\.[A-Za-z_]\w*)+$/.test(builder.source.slice(start, end));
}

function flowSequence(builder: Builder, opening: YamlToken): TreeNode {
  const items: SequenceItem[] = [];
  while (!atEnd(builder, opening, "]")) {
    const mark = peek(builder);
    const { start } = mark;
    const item = flowKey(builder, mark);
    if (mark.kind === "?" || peek(builder).kind === ":") {
      // `[a: b]` is a list of one map.
      const entry = entryAfter(builder, item, mark);
      const end = Math.max(entry.keyRange.end, (entry.alias ?? entry.value).end);
      items.push({ start, value: { type: "map", start, end, flow: true, entries: [entry] }, alias: undefined });
    } else items.push({ start, value: item.node, alias: item.alias });
    separator(builder, "]");
  }
  return {
    type: "sequence",
    start: opening.start,
    end: close(builder, opening, "]"),
    flow: true,
    items: items.slice(),
  };
}

/** What stands first, or after its question mark: nothing stands right behind that. */
function flowKey(builder: Builder, first: YamlToken): PlacedNode {
  if (first.kind !== "?") return flowNode(builder);
  advance(builder);
  return flowNode(builder, first.end);
}

/** The rest of an entry after its key, which begins at the first token or after its question mark. */
function entryAfter(builder: Builder, key: PlacedNode, first: YamlToken): MapEntry {
  const { start, end } = key.alias ?? key.node;
  let value: PlacedNode | undefined;
  if (peek(builder).kind === ":") {
    const colon = peek(builder);
    checkColon(builder, colon, first);
    advance(builder);
    value = flowNode(builder, colon.end);
  }
  return createEntry(builder, { start, end, node: key.node }, value ?? emptyNode(builder, end));
}

// Models go.yaml.in/yaml/v2 yaml_parser_fetch_value, yaml_parser_scan_plain_scalar (v2.4.4)
function checkColon(builder: Builder, colon: YamlToken, first: YamlToken): void {
  const before = peek(builder, -1);
  if (first.kind !== "?" && colon.line !== first.line)
    report(builder, colon, "Between brackets, a colon must be on the line of its key.");
  else if (before.kind === "plain" && /\S/.test(builder.source[colon.end] ?? ""))
    report(builder, colon, "Between brackets, kubectl needs a space after this colon.");
}

function flowNode(builder: Builder, emptyAt = peek(builder).start): PlacedNode {
  const properties = takeProperties(builder, never);
  const opened = openAnchor(builder, properties);
  return closeAnchor(builder, properties, opened, flowContent(builder, properties, emptyAt));
}

function flowContent(builder: Builder, properties: Properties, emptyAt: number): PlacedNode {
  const token = peek(builder);
  switch (token.kind) {
    case "{":
    case "[":
      return { node: collection(builder), alias: undefined };
    case "alias":
      advance(builder);
      return aliasNode(builder, token);
    case "plain":
    case "quoted":
      if (token.kind === "plain") checkPlain(builder, token);
      advance(builder);
      return { node: scalarNode(builder, token, properties), alias: undefined };
    default:
      return emptyNode(builder, properties.tag?.end ?? properties.anchor?.end ?? emptyAt, properties.tag);
  }
}

/** Between brackets, some letters mean something to goyaml that mean nothing to YAML. */
// Models go.yaml.in/yaml/v2 yaml_parser_scan_plain_scalar, yaml_parser_fetch_next_token (v2.4.4)
function checkPlain(builder: Builder, token: YamlToken): void {
  const written = builder.source.slice(token.start, token.end);
  const first = written.charAt(0);
  const say = (matter: string): void => report(builder, token, `${matter}: put ${quote(builder, token)} in quotes.`);
  if (first === ":" || first === "?") say(`A text between brackets cannot start with "${first}"`);
  else if (first === "|" || first === ">") say("A block of lines cannot stand between brackets");
  else if (written.includes("?")) say('kubectl cannot read a text with "?" between brackets');
}

function never(): boolean {
  return false;
}

/** Steps over the comma; says so where one is missing, and over what has no meaning in a collection. */
function separator(builder: Builder, closing: "}" | "]"): void {
  const token = peek(builder);
  switch (token.kind) {
    case ",":
      advance(builder);
      return;
    case "}":
    case "]":
    case "end":
    case "flow-cut":
      return;
    case "plain":
    case "quoted":
    case "{":
    case "[":
    case "alias":
    case "anchor":
    case "tag":
      reportStray(
        builder,
        token,
        `A comma is missing before ${quote(builder, token)}: write "," between the entries, or close with "${closing}".`,
      );
      return;
    default:
      reportStray(
        builder,
        token,
        `${quote(builder, token)} has no meaning between brackets: remove it or put it in quotes.`,
      );
      advance(builder);
  }
}

function atEnd(builder: Builder, opening: YamlToken, closing: "}" | "]"): boolean {
  for (let token = peek(builder); ; token = peek(builder)) {
    if (token.kind === "end" || token.kind === "flow-cut" || token.kind === "}" || token.kind === "]") return true;
    if (token.kind !== ",") return false;
    report(
      builder,
      token,
      `Nothing stands before this comma: remove it, or write the entry. The "${opening.kind}" closes with "${closing}".`,
    );
    advance(builder);
  }
}

function close(builder: Builder, opening: YamlToken, closing: "}" | "]"): number {
  const token = peek(builder);
  if (token.kind === "end" || token.kind === "flow-cut") {
    if (builder.openAt !== builder.at)
      report(builder, opening, `This "${opening.kind}" is never closed: add "${closing}".`);
    builder.openAt = builder.at;
    return builder.tokens[builder.at - 1]?.end ?? opening.end;
  }
  if (token.kind !== closing)
    report(builder, token, `This closes a "${opening.kind}": write "${closing}" instead of "${token.kind}".`);
  advance(builder);
  return token.end;
}

function tooDeep(builder: Builder, opening: YamlToken): TreeNode {
  report(builder, opening, `The values are nested deeper than ${depthMax} levels: what is in here is not read.`);
  let open = 1;
  while (open > 0 && peek(builder).kind !== "end" && peek(builder).kind !== "flow-cut") {
    const { kind } = peek(builder);
    if (kind === "{" || kind === "[") open += 1;
    else if (kind === "}" || kind === "]") open -= 1;
    advance(builder);
  }
  return { type: "scalar", start: opening.start, end: opening.end, value: null, style: "plain", unknown: true };
}
