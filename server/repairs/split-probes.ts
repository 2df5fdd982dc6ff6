import type { Handler } from "../../shared/kubernetes/pod.ts";
import type { MapEntry, MapNode, ScalarNode, TreeNode } from "../manifest/text/model.ts";
import { isUnknownAt, nodeAt } from "../manifest/text/ranges.ts";
import { eolOf, indentOf } from "../rules/edits/edits.ts";
import { targetOf } from "../rules/probes/liveness-equals-readiness.ts";
import { addsNoFinding, rewritten } from "./judge.ts";
import { hasReferences, hole, linesOfEntry, withCommentsBelow, withoutComments } from "./lines.ts";
import type { BlockContainer, Part, Refactor, Refactoring, SnippetEdit } from "./model.ts";
import { readinessPathFor } from "./probe-paths.ts";

/**
 * Liveness and readiness that ask one question get one each: two probes of the same target, one probe that an alias uses twice,
 * or liveness without a readiness probe. What readiness is to ask is a placeholder.
 */
export const splitProbes: Refactor = { fields: ["livenessProbe", "readinessProbe"], refactor };

function refactor(place: BlockContainer): Refactoring | undefined {
  const { container, map } = place;
  const liveness = map.entries.find(({ key }) => key === "livenessProbe");
  const readiness = map.entries.find(({ key }) => key === "readinessProbe");
  if (liveness === undefined || liveness.alias !== undefined || liveness.value.type !== "map") return undefined;
  const edit =
    readiness === undefined
      ? added(place, liveness, liveness.value)
      : readiness.alias !== undefined
        ? copied(place, liveness.value, readiness)
        : askedOtherwise(place, liveness.value, readiness);
  const after = edit && rewritten(place, [edit]);
  if (edit === undefined || after === undefined) return undefined;
  // Without an answer to the placeholder both still ask the same.
  const handler = container.probes.liveness?.handler;
  const asks = handler?.type !== "httpGet" || readinessPathFor(handler.path) === handler.path;
  if (!addsNoFinding(after, asks ? "liveness-equals-readiness" : undefined)) return undefined;
  return { title: "Split liveness and readiness", edits: [edit], asks };
}

/** Two probes of their own: one text in one of them is another. */
function askedOtherwise(place: BlockContainer, liveness: MapNode, { value }: MapEntry): SnippetEdit | undefined {
  const { liveness: one, readiness: other } = place.container.probes;
  if (one?.handler === undefined || other?.handler === undefined || value.type !== "map") return undefined;
  if (targetOf(one.handler, place.container) !== targetOf(other.handler, place.container)) return undefined;
  const asked = questionIn(value, other.handler);
  const there = questionIn(liveness, one.handler);
  if (asked === undefined || there === undefined) return undefined;
  const { start, end } = asked;
  return { start, end, parts: asWritten(textOf(place, asked), one.handler) };
}

/** An alias becomes a probe of its own, with the lines of the one that it stands for. */
function copied(
  place: BlockContainer,
  liveness: MapNode,
  { keyRange, value, alias }: MapEntry,
): SnippetEdit | undefined {
  if (alias === undefined || value !== liveness) return undefined;
  const probe = copyOf(place, liveness, () => true);
  const { text } = place.analyzed.document;
  return probe && { start: text.indexOf(":", keyRange.end) + 1, end: alias.end, parts: [eolOf(text), ...probe] };
}

/** Behind the liveness probe. */
function added(place: BlockContainer, entry: MapEntry, liveness: MapNode): SnippetEdit | undefined {
  const { analyzed, container, indent, pod } = place;
  const { document } = analyzed;
  const path = [...pod.located.prefix, ...container.path, "readinessProbe"];
  // In a patch it may stand in the file that is patched.
  if (pod.located.partial || isUnknownAt(document, path) || nodeAt(document, path) !== undefined) return undefined;
  const { start, end } = linesOfEntry(document, entry);
  const probe = hasReferences(document.text.slice(start, end)) ? undefined : copyOf(place, liveness, isOfBoth);
  const { end: below } = withCommentsBelow(document, { start, end }, indent);
  const eol = eolOf(document.text);
  return probe && { start: below, end: below, parts: [`${eol}${indent}readinessProbe:${eol}`, ...probe] };
}

/** How long a start may take and how patient it is, is a matter of liveness alone. */
function isOfBoth({ key }: MapEntry): boolean {
  return !["initialDelaySeconds", "failureThreshold", "terminationGracePeriodSeconds"].includes(key);
}

/** The lines of a block map, the question among them as a placeholder. */
function copyOf(
  place: BlockContainer,
  map: MapNode,
  isWanted: (entry: MapEntry) => boolean,
): readonly Part[] | undefined {
  const { analyzed, container } = place;
  const { document } = analyzed;
  const handler = container.probes.liveness?.handler;
  const asked = handler && questionIn(map, handler);
  if (map.flow || handler === undefined || asked === undefined || indentOf(document, map) === undefined)
    return undefined;
  if (map.entries.some(({ merge, unknown, alias }) => merge || unknown || alias !== undefined)) return undefined;
  // Which of two equal keys is meant, is for a person to say.
  if (document.duplicateKeys.some(({ start }) => map.start <= start && start < map.end)) return undefined;
  const eol = eolOf(document.text);
  const parts = map.entries.filter(isWanted).flatMap((entry): readonly Part[] => {
    const isAsked = entry.keyRange.start <= asked.start && asked.end <= entry.value.end;
    const lines = withoutComments(document, linesOfEntry(document, entry), isAsked ? asked : undefined).join(eol);
    const [before = "", ...after] = lines.split(hole);
    return isAsked ? [before, ...asWritten(textOf(place, asked), handler), ...after, eol] : [lines, eol];
  });
  return parts.slice(0, -1);
}

/** In the quotes that it had; they are no part of the placeholder. Where nobody but the author knows the question, the old one stays. */
function asWritten(written: string, handler: Handler): readonly Part[] {
  const quote = /^["']/.exec(written)?.[0] ?? "";
  const inner = written.slice(quote.length, written.length - quote.length);
  const isPath = handler.type === "httpGet" && handler.path === inner;
  return [quote, { placeholder: isPath ? readinessPathFor(inner) : inner }, quote];
}

/** The word that distinguishes one question from another: a path, a service, the last word of a command, or a port. */
function questionIn(probe: MapNode, handler: Handler): ScalarNode | undefined {
  const own = probe.entries.find(({ key }) => key === handler.type);
  const inside = own?.alias === undefined ? own?.value : undefined;
  const field = { exec: "command", httpGet: "path", grpc: "service", tcpSocket: "port", sleep: "" }[handler.type];
  const entry = inside?.type === "map" ? inside.entries.find(({ key }) => key === field) : undefined;
  const value = entry?.alias === undefined ? entry?.value : undefined;
  const last = value?.type === "sequence" ? value.items.at(-1) : undefined;
  return ownScalar(value?.type === "sequence" ? (last?.alias === undefined ? last?.value : undefined) : value);
}

function ownScalar(node: TreeNode | undefined): ScalarNode | undefined {
  return node?.type === "scalar" && node.style !== "block" && !node.unknown && node.start < node.end ? node : undefined;
}

function textOf({ analyzed }: BlockContainer, { start, end }: ScalarNode): string {
  return analyzed.document.text.slice(start, end);
}
