import type { OffsetRange } from "../../../shared/basics/offset-range.ts";
import type { MapEntry, SequenceItem, TreeNode } from "../text/model.ts";
import { directiveMessage } from "../text/split.ts";
import { aliasNode, closeAnchor, noProperties, openAnchor, takeProperties } from "./anchors.ts";
import {
  advance,
  type Builder,
  blockScalarNode,
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
import { flowCollection } from "./flow.ts";
import type { YamlToken } from "./token.ts";

/** Where a node of block style may stand. */
interface Place {
  /** On a line of its own it must be indented more than this … */
  readonly parentColumn: number;
  /** … unless it is a list, which needs only this much. */
  readonly sequenceColumn: number;
  /** Line of the `-` or `:` before it. */
  readonly line: number;
  /** A map or a list may start on that line. */
  readonly compact: boolean;
  /** Where it is if it is not written at all. */
  readonly emptyAt: number;
}

/** Reads all tokens of a document. Whatever makes no sense becomes a problem, and the lines after it count again. */
export function readTree(builder: Builder): TreeNode | undefined {
  if (peek(builder).kind === "end") return undefined;
  const { line, start } = peek(builder);
  let { node } = blockNode(builder, { parentColumn: -1, sequenceColumn: 0, line, compact: true, emptyAt: start });
  while (peek(builder).kind !== "end") {
    const token = peek(builder);
    if (node.type === "scalar" && startsEntry(builder)) {
      reportStray(builder, tokenOf(node, token), `${quote(builder, node)} is not a key/value pair.`);
      node = blockMap(builder, token.column, -1);
      continue;
    }
    reportStray(builder, token, strayMessage(builder, token));
    skipLine(builder);
  }
  return node;
}

function blockNode(builder: Builder, place: Place): PlacedNode {
  const properties = propertiesOf(builder, place);
  const token = peek(builder);
  const last = properties.tag ?? properties.anchor;
  const opened = openAnchor(builder, properties);
  const isDeep = !enter(builder);
  const placed = !belongs(token, place, last?.endLine)
    ? emptyNode(builder, last?.end ?? place.emptyAt, properties.tag)
    : isDeep
      ? tooDeep(builder, token, place)
      : content(builder, place, properties);
  leave(builder);
  return closeAnchor(builder, properties, opened, placed);
}

/** Most nodes have none. */
function propertiesOf(builder: Builder, place: Place): Properties {
  const { kind } = peek(builder);
  if (kind !== "anchor" && kind !== "tag") return noProperties;
  return takeProperties(builder, (token) => !isNodeProperty(builder, token, place));
}

function content(builder: Builder, place: Place, properties: Properties): PlacedNode {
  const token = peek(builder);
  const inline = token.line === place.line && !place.compact;
  if (token.kind === "-") {
    const before = properties.tag ?? properties.anchor;
    if (inline || before?.line === token.line)
      report(builder, token, "A list cannot start on the line of its key: write it on the next line.");
    return { node: blockSequence(builder, token.column, place.parentColumn), alias: undefined };
  }
  if (!inline && (startsEntry(builder) || isStrayInMap(builder) || isKeyWithoutColon(builder))) {
    return { node: blockMap(builder, token.column, place.parentColumn), alias: undefined };
  }
  advance(builder);
  switch (token.kind) {
    case "alias":
      return aliasNode(builder, token);
    case "plain":
    case "quoted":
      return { node: scalarNode(builder, token, properties), alias: undefined };
    case "block-header":
      return { node: blockScalarNode(builder, token, properties, place.parentColumn), alias: undefined };
    case "{":
    case "[":
      builder.at -= 1;
      return flowCollection(builder);
    default:
      reportStray(builder, token, strayMessage(builder, token));
      return emptyNode(builder, place.emptyAt);
  }
}

function blockMap(builder: Builder, column: number, parentColumn: number): TreeNode {
  builder.nodeCount += 1;
  const entries: MapEntry[] = [];
  const { start } = peek(builder);
  let end = start;
  let toldColumn = Number.POSITIVE_INFINITY;
  for (let isFirst = true; ; isFirst = false) {
    const token = peek(builder);
    if (token.kind === "end" || (!isFirst && token.column <= parentColumn)) break;
    if (!isFirst && token.kind === "-" && token.column < column) break;
    const before = builder.at;
    const isEntry = startsEntry(builder) || isKeyWithoutColon(builder);
    toldColumn = checkMapLine(builder, { column, toldColumn, isEntry });
    if (isEntry) {
      const entry = readEntry(builder, token.column);
      entries.push(entry);
      end = Math.max(entry.keyRange.end, (entry.alias ?? entry.value).end);
    }
    endLine(builder, before);
  }
  noteDuplicates(builder, entries);
  return { type: "map", start, end: Math.max(end, start), flow: false, entries: entries.slice() };
}

interface MapLine {
  readonly column: number;
  readonly toldColumn: number;
  readonly isEntry: boolean;
}

/**
 * Says what is wrong with the line that comes next in a map. Of a block that is indented wrong, the first line is reported, the others are
 * a consequence: gives the column from which on that is so, until an entry stands right again.
 */
function checkMapLine(builder: Builder, { column, toldColumn, isEntry }: MapLine): number {
  const token = peek(builder);
  if (isKeyWithoutColon(builder)) {
    reportStray(builder, token, `${quote(builder, token)} needs a colon: what stands below it is its value.`);
    return toldColumn;
  }
  if (isEntry && token.column === column) return Number.POSITIVE_INFINITY;
  const isMisplaced = isEntry || token.kind === "-";
  if (isMisplaced && token.column >= toldColumn) return toldColumn;
  reportStray(builder, token, isEntry ? indentMessage(builder, token, column) : strayMessage(builder, token));
  return isMisplaced ? token.column : toldColumn;
}

function readEntry(builder: Builder, column: number): MapEntry {
  const { line } = peek(builder);
  const inKey: Place = {
    parentColumn: column,
    sequenceColumn: column + 1,
    line,
    compact: true,
    emptyAt: peek(builder).end,
  };
  if (peek(builder).kind === "?") {
    advance(builder);
    const key = blockNode(builder, inKey);
    const range = key.alias ?? key.node;
    const hasValue = peek(builder).kind === ":" && peek(builder).column === column;
    return createEntry(
      builder,
      { start: range.start, end: range.end, node: key.node },
      hasValue ? readValue(builder, column, true) : emptyNode(builder, range.end),
    );
  }
  const properties = takeProperties(builder, () => false);
  const token = peek(builder);
  const range = { start: token.start, end: token.kind === ":" ? token.start : token.end };
  const opened = openAnchor(builder, properties);
  const key = closeAnchor(builder, properties, opened, readKey(builder, token, properties));
  const keyRange = key.alias ?? (key.node.type === "scalar" ? range : key.node);
  return createEntry(
    builder,
    { start: keyRange.start, end: keyRange.end, node: key.node },
    readValue(builder, column, false),
  );
}

function readKey(builder: Builder, token: YamlToken, properties: Properties): PlacedNode {
  if (token.kind === ":") return emptyNode(builder, token.start);
  if (token.kind === "{" || token.kind === "[") return flowCollection(builder);
  advance(builder);
  return token.kind === "alias"
    ? aliasNode(builder, token)
    : { node: scalarNode(builder, token, properties), alias: undefined };
}

/** The next token is the colon, if somebody did not forget it. */
function readValue(builder: Builder, column: number, compact: boolean): PlacedNode {
  const colon = peek(builder).kind === ":" ? peek(builder) : peek(builder, -1);
  if (colon.kind === ":") advance(builder);
  return blockNode(builder, {
    parentColumn: column,
    sequenceColumn: column,
    line: colon.line,
    compact,
    emptyAt: colon.end,
  });
}

function blockSequence(builder: Builder, column: number, parentColumn: number): TreeNode {
  builder.nodeCount += 1;
  const items: SequenceItem[] = [];
  const { start } = peek(builder);
  let end = start + 1;
  for (let isFirst = true; ; isFirst = false) {
    const token = peek(builder);
    if (token.kind === "end") break;
    const isItem = token.kind === "-" && (isFirst || token.column === column);
    if (!isItem && token.column <= parentColumn) break;
    const before = builder.at;
    if (token.kind === "-") {
      if (!isItem) reportStray(builder, token, indentMessage(builder, token, column));
      advance(builder);
      const value = blockNode(builder, {
        parentColumn: column,
        sequenceColumn: column + 1,
        line: token.line,
        compact: true,
        emptyAt: token.end,
      });
      items.push({ start: token.start, value: value.node, alias: value.alias });
      end = Math.max(token.end, (value.alias ?? value.node).end);
    } else reportStray(builder, token, strayMessage(builder, token));
    endLine(builder, before);
  }
  return { type: "sequence", start, end, flow: false, items: items.slice() };
}

/** Whatever is left on the line of the last token read makes no sense there. Steps at least one token from `before`. */
function endLine(builder: Builder, before: number): void {
  if (builder.at === before) {
    skipLine(builder);
    return;
  }
  const last = builder.tokens[builder.at - 1];
  const token = peek(builder);
  if (token.kind === "end" || last === undefined || token.line !== last.endLine || last.kind === "block") return;
  report(builder, token, leftoverMessage(builder, token));
  skipLine(builder);
}

function skipLine(builder: Builder): void {
  let { endLine: line } = peek(builder);
  do {
    line = Math.max(line, peek(builder).endLine);
    advance(builder);
  } while (peek(builder).kind !== "end" && peek(builder).line <= line);
}

function belongs(token: YamlToken, place: Place, line = place.line): boolean {
  if (token.kind === "end") return false;
  if (token.line === line) return true;
  if (token.kind === "-") return token.column >= place.sequenceColumn;
  return token.column > place.parentColumn || (token.kind === "block-header" && token.column === place.parentColumn);
}

/** An anchor and a tag before a key on the same line are the key's. */
function isNodeProperty(builder: Builder, token: YamlToken, place: Place): boolean {
  const inline = token.line === place.line && !place.compact;
  return belongs(token, place) && (inline || !startsEntry(builder));
}

/** The next tokens are the start of an entry: `key:`, `? key` or `: value`. */
function startsEntry(builder: Builder, from = 0): boolean {
  const { line, kind } = peek(builder, from);
  if (kind === "?" || kind === ":") return true;
  let ahead = from;
  // One anchor and one tag: YAML has no more.
  while (ahead < from + 2 && (peek(builder, ahead).kind === "anchor" || peek(builder, ahead).kind === "tag"))
    ahead += 1;
  const key = peek(builder, ahead);
  if (key.line !== line || key.endLine !== line) return false;
  if (key.kind === "plain" || key.kind === "quoted" || key.kind === "alias") ahead += 1;
  else if (key.kind === "{" || key.kind === "[") ahead = afterBrackets(builder, ahead);
  else return false;
  const colon = peek(builder, ahead);
  return colon.kind === ":" && colon.line === line;
}

/** Position after the bracket that closes, if it does so on its line. */
function afterBrackets(builder: Builder, from: number): number {
  const { line } = peek(builder, from);
  let open = 0;
  for (let ahead = from; ; ahead += 1) {
    const { kind, line: lineHere } = peek(builder, ahead);
    if (kind === "end" || kind === "flow-cut" || lineHere !== line) return ahead;
    if (kind === "{" || kind === "[") open += 1;
    else if (kind === "}" || kind === "]") open -= 1;
    if (open === 0) return ahead + 1;
  }
}

/** A word alone where the line below says that this is a map: somebody is typing a key. */
function isStrayInMap(builder: Builder): boolean {
  const word = peek(builder);
  const below = peek(builder, 1);
  return word.kind === "plain" && below.line > word.endLine && below.column === word.column && startsEntry(builder, 1);
}

/** A word alone above lines that are indented more, or above a list: they are its value, and only the colon is missing. */
function isKeyWithoutColon(builder: Builder): boolean {
  const word = peek(builder);
  const below = peek(builder, 1);
  if (word.kind !== "plain" || word.line !== word.endLine || below.line <= word.line) return false;
  if (below.kind === "-") return below.column >= word.column;
  return below.column > word.column && startsEntry(builder, 1);
}

function strayMessage(builder: Builder, token: YamlToken): string {
  const text = quote(builder, token);
  switch (token.kind) {
    case "plain":
      if (text === '"---"')
        return '"---" separates documents only at the start of a line. Remove the spaces before it.';
      if (/^[\w.-]+:\S/.test(text.slice(1)))
        return `${text} needs a space after the colon; otherwise, YAML reads it as one word.`;
      return `${text} is not a key/value pair.`;
    case "-":
      return "A list item is where a key is expected. Indent it below its key.";
    case "directive":
      return directiveMessage;
    case "{":
    case "[":
    case "quoted":
    case "alias":
      return `${text} has no key: write "key: value".`;
    default:
      return `${text} has no meaning here: remove it or put it in quotes.`;
  }
}

function leftoverMessage(builder: Builder, token: YamlToken): string {
  if (token.kind === ":")
    return 'A value cannot hold ": ": put the value in quotes, or write what follows the colon on a line of its own.';
  return `${quote(builder, token)} follows a value that is complete: put the whole value in quotes or start a new line.`;
}

function indentMessage(builder: Builder, token: YamlToken, column: number): string {
  return `${quote(builder, token)} is indented by ${token.column}, its neighbors by ${column}: indent it as they are.`;
}

function tooDeep(builder: Builder, token: YamlToken, place: Place): PlacedNode {
  report(builder, token, `The values are nested deeper than ${depthMax} levels: what is in here is not read.`);
  do skipLine(builder);
  while (belongs(peek(builder), place, -1));
  const node: TreeNode = {
    type: "scalar",
    start: token.start,
    end: token.end,
    value: null,
    style: "plain",
    unknown: true,
  };
  return { node, alias: undefined };
}

function tokenOf(range: OffsetRange, like: YamlToken): YamlToken {
  return { ...like, start: range.start, end: range.end };
}
