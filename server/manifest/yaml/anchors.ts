import type { OffsetRange } from "../../../shared/basics/offset-range.ts";
import {
  advance,
  type Builder,
  depthMax,
  emptyNode,
  type PlacedNode,
  type Properties,
  peek,
  quote,
  report,
} from "./builder.ts";
import { endOfTag } from "./flow-text.ts";
import type { YamlToken } from "./token.ts";

/** So many nodes an object may have through aliases; an alias bomb has billions. */
const aliasNodesMax = 100_000;
const tooMany = `The aliases up to here make more than ${aliasNodesMax} values of this document: this one and those below are not followed.`;
const tooDeep = `Through this alias the values are nested deeper than ${depthMax} levels: it is not followed.`;

interface Opened {
  readonly nodes: number;
  readonly deepest: number;
}

export const noProperties: Properties = { anchor: undefined, tag: undefined };

/** Steps over the anchor and the tag before a node. `stop` says at which tokens they are not the node's any more. */
export function takeProperties(builder: Builder, stop: (token: YamlToken) => boolean): Properties {
  let properties = noProperties;
  for (let token = peek(builder); token.kind === "anchor" || token.kind === "tag"; token = peek(builder)) {
    if (stop(token)) break;
    if (token.kind === "anchor") checkName(builder, token);
    else checkTag(builder, token);
    if (properties[token.kind] !== undefined) report(builder, token, `A value has one ${token.kind}: remove this one.`);
    properties = { ...properties, [token.kind]: token };
    advance(builder);
  }
  return properties;
}

// Models go.yaml.in/yaml/v2 yaml_parser_scan_anchor (v2.4.4)
function checkName(builder: Builder, token: YamlToken): void {
  if (/^[\w-]+(?:$|[?:%@`])/.test(nameOf(builder, token))) return;
  report(
    builder,
    token,
    "The name of an anchor has letters, digits, hyphens, and underscores: put the value in quotes if it is meant as text.",
  );
}

function checkTag(builder: Builder, token: YamlToken): void {
  if (endOfTag(builder.source, token.start) === token.end) return;
  report(
    builder,
    token,
    `kubectl cannot read the tag ${quote(builder, token)}: write "!!" and the name of a type, with a space after it, or put the value in quotes.`,
  );
}

/** Call before reading a node and pass the result to `closeAnchor`; until then the anchor has no node. */
export function openAnchor(builder: Builder, { anchor }: Properties): Opened | undefined {
  if (anchor === undefined) return undefined;
  const opened = { nodes: countNodes(builder), deepest: builder.deepest };
  builder.anchors.set(nameOf(builder, anchor), { node: undefined, size: 0, height: 0 });
  builder.deepest = builder.depth;
  return opened;
}

/** Keeps a node for the aliases below, if it has an anchor. */
export function closeAnchor(
  builder: Builder,
  properties: Properties,
  opened: Opened | undefined,
  placed: PlacedNode,
): PlacedNode {
  const { anchor } = properties;
  if (anchor === undefined || opened === undefined) return placed;
  const height = builder.deepest - builder.depth;
  builder.anchors.set(nameOf(builder, anchor), { node: placed.node, size: countNodes(builder) - opened.nodes, height });
  builder.deepest = Math.max(builder.deepest, opened.deepest);
  return placed;
}

/** The node that an alias leads to; an empty one where it leads nowhere or too far. */
export function aliasNode(builder: Builder, token: YamlToken): PlacedNode {
  const { start, end } = token;
  const name = nameOf(builder, token);
  const anchor = builder.anchors.get(name);
  if (anchor?.node === undefined) {
    report(builder, token, anchor === undefined ? unknownAnchor(name) : endless(name));
    return emptyNode(builder, end);
  }
  const isFirstTooMany = builder.aliasNodeCount <= aliasNodesMax;
  builder.aliasNodeCount += anchor.size;
  const isTooDeep = builder.depth + anchor.height > depthMax;
  if (builder.aliasNodeCount > aliasNodesMax || isTooDeep) {
    if (isTooDeep || isFirstTooMany) report(builder, token, isTooDeep ? tooDeep : tooMany);
    return emptyNode(builder, end);
  }
  builder.deepest = Math.max(builder.deepest, builder.depth + anchor.height);
  return { node: anchor.node, alias: { start, end } };
}

function unknownAnchor(name: string): string {
  return `No "&${name}" stands above this alias, so kubectl refuses the document: write the value itself, or name an anchor of this document.`;
}

function endless(name: string): string {
  return `"*${name}" stands inside of the value that it means, so it has no end: write the value itself.`;
}

function nameOf(builder: Builder, token: OffsetRange): string {
  return builder.source.slice(token.start + 1, token.end);
}

function countNodes(builder: Builder): number {
  return builder.nodeCount + builder.aliasNodeCount;
}
