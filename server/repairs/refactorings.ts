import { memoBounded } from "../../shared/basics/memo-bounded.ts";
import type { OffsetRange } from "../../shared/basics/offset-range.ts";
import { memo } from "../../shared/basics/once.ts";
import { allContainers, type DefaultedPod } from "../../shared/kubernetes/pod.ts";
import type { AnalyzedDocument, AnalyzedPod } from "../analysis/subject.ts";
import type { MapEntry } from "../manifest/text/model.ts";
import { lineStartOf } from "../manifest/text/text.ts";
import { indentOf, ownMapAt } from "../rules/edits/edits.ts";
import type { BlockContainer, Refactor, Refactoring } from "./model.ts";
import { restartLoop } from "./restart-loop.ts";
import { restartOnCode } from "./restart-on-code.ts";
import { splitProbes } from "./split-probes.ts";
import { startupProbe } from "./startup-probe.ts";

const refactors: readonly Refactor[] = [startupProbe, splitProbes, restartLoop, restartOnCode];

/** What can be rewritten at a range of the document. A selection that holds several containers is none of their places. */
export function* refactoringsAt(analyzed: AnalyzedDocument, range: OffsetRange): Generator<Refactoring> {
  const { document } = analyzed;
  if (document.templated || document.problems.length > 0) return;
  const touched = analyzed.pods.filter(isRunnable).flatMap((pod) => placesIn(analyzed, pod, range));
  const [place, another] = touched;
  if (place === undefined || another !== undefined) return;
  for (const each of refactors) {
    const isHere = place.map.entries.some((entry) => each.fields.includes(entry.key) && touches(place, entry, range));
    const found = isHere ? remembered(place, each) : undefined;
    if (found !== undefined) yield found;
  }
}

function isRunnable(pod: AnalyzedPod): pod is AnalyzedPod & { readonly pod: DefaultedPod } {
  return pod.pod !== undefined;
}

function placesIn(
  analyzed: AnalyzedDocument,
  pod: BlockContainer["pod"],
  range: OffsetRange,
): readonly BlockContainer[] {
  const { document } = analyzed;
  return allContainers(pod.pod).flatMap((container) => {
    const map = ownMapAt(document.root, [...pod.located.prefix, ...container.path]);
    const indent = map === undefined || map.flow ? undefined : indentOf(document, map);
    if (map === undefined || indent === undefined) return [];
    const place: BlockContainer = { analyzed, pod, container, map, indent };
    return map.entries.some((entry) => touches(place, entry, range)) ? [place] : [];
  });
}

/** On one of the lines of the entry. */
function touches(
  { analyzed: { document } }: BlockContainer,
  { keyRange, value, alias }: MapEntry,
  range: OffsetRange,
): boolean {
  const start = lineStartOf(document.text, keyRange.start);
  const lineEnd = document.text.indexOf("\n", Math.max(keyRange.end, alias?.end ?? value.end));
  return range.start <= (lineEnd === -1 ? document.text.length : lineEnd) && range.end >= start;
}

/** The most refactorings of one document that are kept. */
const refactoringsMax = 1000;
const refactoringsOf = memo((_: AnalyzedDocument) =>
  memoBounded(refactoringsMax, (_key: string, place: BlockContainer, refactor: Refactor) => refactor.refactor(place)),
);

/** Editors ask at every move of the cursor. */
function remembered(place: BlockContainer, refactor: Refactor): Refactoring | undefined {
  return refactoringsOf(place.analyzed)(`${refactors.indexOf(refactor)} ${place.map.start}`, place, refactor);
}
