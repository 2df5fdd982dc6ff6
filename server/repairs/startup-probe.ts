import { usualFrom } from "../../shared/basics/usual-numbers.ts";
import { isFields, valueAt } from "../../shared/basics/values.ts";
import type { ContainerForecast } from "../../shared/forecast/pod/model.ts";
import type { Comment, MapEntry, MapNode } from "../manifest/text/model.ts";
import { isUnknownAt, nodeAt } from "../manifest/text/ranges.ts";
import { lineEndOf, lineStartOf } from "../manifest/text/text.ts";
import { eolOf, indentOf } from "../rules/edits/edits.ts";
import { addsNoFinding, isWrittenAs, rewritten } from "./judge.ts";
import { hasReferences, linesOfEntry, withCommentsBelow, withoutComments } from "./lines.ts";
import type { BlockContainer, Refactor, Refactoring, SnippetEdit } from "./model.ts";

/**
 * A long delay of liveness becomes a startup probe with the same question: it allows no less time and ends when the container answers.
 * A delay of one period or less changes hardly anything, and stays.
 */
export const startupProbe: Refactor = { fields: ["livenessProbe"], refactor };

const delayField = "initialDelaySeconds";
/** What a startup probe takes over. Its threshold is another, and it has to succeed only once. */
const takenOver = [
  "exec",
  "httpGet",
  "tcpSocket",
  "grpc",
  "timeoutSeconds",
  "periodSeconds",
  "terminationGracePeriodSeconds",
];

/** The engine is asked for a few thresholds from the lowest that can do. */
const thresholdsTried = 6;

function refactor(place: BlockContainer): Refactoring | undefined {
  const liveness = livenessOf(place);
  const before = place.pod.forecast()?.containers.find(({ path }) => path.join() === place.container.path.join());
  if (liveness === undefined || before?.startupBudget === undefined) return undefined;
  const { periodSeconds } = liveness;
  const lowest = Math.max(1, Math.floor(before.startupBudget.earliestMs / (periodSeconds * 1000)));
  const thresholds = Array.from({ length: thresholdsTried }, (_, index) => usualFrom(lowest + index));
  for (const threshold of new Set(thresholds)) {
    const edits = [editOf(place, liveness, threshold)];
    const after = rewritten(place, edits);
    if (after === undefined || !isWrittenAs(place, after, fieldsOf(place, threshold))) return undefined;
    if (!isNoWorse(before, after.forecast)) continue;
    if (!addsNoFinding(after)) return undefined;
    return { title: "Add startup probe from liveness delay", edits, asks: false };
  }
  return undefined;
}

interface Liveness {
  readonly entry: MapEntry;
  readonly map: MapNode;
  readonly indent: string;
  readonly delay: MapEntry;
  readonly periodSeconds: number;
}

/** The probe, if it is written here in block style, has a long delay, and no other file can bring a startup probe. */
function livenessOf({ analyzed: { document }, pod, container, map }: BlockContainer): Liveness | undefined {
  const { liveness, startup } = container.probes;
  const path = [...pod.located.prefix, ...container.path];
  if (liveness === undefined || startup !== undefined || pod.located.partial) return undefined;
  if (liveness.initialDelaySeconds <= liveness.periodSeconds || isUnknownAt(document, [...path, "startupProbe"]))
    return undefined;
  if (nodeAt(document, [...path, "startupProbe"]) !== undefined) return undefined;
  const entry = map.entries.find(({ key }) => key === "livenessProbe");
  if (entry?.value.type !== "map" || entry.value.flow) return undefined;
  const { start, end } = linesOfEntry(document, entry);
  // Which of two equal keys is meant, is for a person to say.
  if (document.duplicateKeys.some((key) => start <= key.start && key.start < end)) return undefined;
  const indent = indentOf(document, entry.value);
  const delay = entry.value.entries.find(({ key }) => key === delayField);
  if (indent === undefined || delay === undefined || hasReferences(document.text.slice(start, end))) return undefined;
  return { entry, map: entry.value, indent, delay, periodSeconds: liveness.periodSeconds };
}

/** One edit from the line of the delay to the end of the probe: the delay goes, the new probe follows. */
function editOf(place: BlockContainer, { entry, map, indent, delay }: Liveness, threshold: number): SnippetEdit {
  const { document } = place.analyzed;
  const { text } = document;
  const eol = eolOf(text);
  const { above, behind } = commentsOn(place, entry, delay);
  const start = lineStartOf(text, above[0]?.start ?? delay.keyRange.start);
  const next = text.indexOf("\n", lineEndOf(text, delay.value.end)) + 1;
  const { end } = withCommentsBelow(document, linesOfEntry(document, entry), place.indent);
  const rest = next === 0 || next > end ? [] : [text.slice(next, end)];
  const copied = map.entries
    .filter(({ key }) => takenOver.includes(key))
    .flatMap((each) => withoutComments(document, linesOfEntry(document, each)));
  const lines = [
    ...rest,
    `${place.indent}startupProbe:`,
    ...copied,
    ...above.map((comment) => indent + text.slice(comment.start, comment.end)),
    `${indent}failureThreshold: `,
  ];
  return { start, end, parts: [lines.join(eol), { placeholder: String(threshold) }, behind] };
}

/** The comments that say why there is a delay: they say it of the new threshold. */
function commentsOn(
  { analyzed: { document } }: BlockContainer,
  { keyRange }: MapEntry,
  delay: MapEntry,
): { above: readonly Comment[]; behind: string } {
  const lineStart = lineStartOf(document.text, delay.keyRange.start);
  const lineEnd = lineEndOf(document.text, delay.value.end);
  const above: Comment[] = [];
  let from = lineStart;
  for (const comment of document.comments.toReversed()) {
    if (comment.start >= lineStart) continue;
    const isNext = comment.ownLine && document.text.slice(comment.end, from).trim() === "";
    if (!isNext || comment.start <= keyRange.start) break;
    above.push(comment);
    from = comment.start;
  }
  return {
    above: above.reverse(),
    behind: document.text.slice(delay.value.end, lineEnd).trimEnd(),
  };
}

/** A start has no less time, and a hang is found no later. */
function isNoWorse(before: ContainerForecast, after: ContainerForecast): boolean {
  const [allowed, allows] = [before.startupBudget, after.startupBudget];
  const [found, finds] = [before.hangToSigterm, after.hangToSigterm];
  if (allowed === undefined || allows === undefined || found === undefined || finds === undefined) return false;
  return (
    allows.earliestMs >= allowed.earliestMs && allows.latestMs >= allowed.latestMs && finds.latestMs <= found.latestMs
  );
}

/** What the container is to say, apart from how it is written. */
function fieldsOf({ pod, container }: BlockContainer, failureThreshold: number): Readonly<Record<string, unknown>> {
  const written = valueAt(pod.located.spec, [...container.path, "livenessProbe"]);
  const probe = isFields(written) ? written : {};
  const question = Object.entries(probe).filter(([field]) => takenOver.includes(field));
  return {
    livenessProbe: Object.fromEntries(Object.entries(probe).filter(([field]) => field !== delayField)),
    startupProbe: { ...Object.fromEntries(question), failureThreshold },
  };
}
