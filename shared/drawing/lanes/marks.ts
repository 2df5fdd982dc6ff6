import type { TimeView } from "../../protocol/values/time-view.ts";
import { labelWidthPx } from "./lane-shapes.ts";
import type { Item, Mark, MarkKind } from "./model.ts";
import { toPx } from "./scale.ts";

/** Marks that are closer than this are drawn as one. */
export const signPx = 12;
const attemptPx = 3;
const attemptKinds: ReadonlySet<MarkKind> = new Set([
  "attempt-success",
  "attempt-failure",
  "attempt-error",
  "failed-probe",
  "failed-startup",
]);

/** Attempts are ticks below the sign of a result: they are in nobody's way, and join only their like. */
const free: ReadonlySet<MarkKind> = new Set([...attemptKinds, "result-success", "result-failure"]);
/** What leads to an exit is not counted beside its sign. */
const leading: ReadonlySet<MarkKind> = new Set(["sigterm", "sigkill", "note"]);

/** Order of precedence: where several marks share a place, the first of these is drawn. */
const loudest: readonly MarkKind[] = [
  "outside",
  "exit-failed",
  "fault",
  "sigkill",
  "sigterm",
  "event-warning",
  "exit-ok",
  "condition-false",
  "condition-true",
  "observed-start",
  "event-normal",
];

/** Marks in one place: the one whose sign is drawn first. */
type Cluster = [shown: Mark, ...others: Mark[]];

/**
 * The marks in the view, in order of time. Each sign stands at its true time; those that would lie on one that matters more
 * are counted there: SIGTERM and the exit that it brings often fall on one pixel.
 */
export function placeMarks(marks: readonly Mark[], view: TimeView): Item[] {
  const clusters: Cluster[] = [];
  const places = new Map<MarkKind | "any", Map<number, Cluster>>();
  for (const mark of inOrderOfRank(marks, view)) {
    const track = free.has(mark.kind) ? mark.kind : "any";
    const taken = places.get(track) ?? new Map<number, Cluster>();
    places.set(track, taken);
    const distancePx = attemptKinds.has(mark.kind) ? attemptPx : signPx;
    const xPx = toPx(view, mark.tMs);
    const place = Math.floor(xPx / distancePx);
    const near = [place - 1, place, place + 1]
      .map((each) => taken.get(each))
      .find((cluster) => cluster !== undefined && Math.abs(toPx(view, cluster[0].tMs) - xPx) < distancePx);
    if (near !== undefined) near.push(mark);
    else {
      const cluster: Cluster = [mark];
      taken.set(place, cluster);
      clusters.push(cluster);
    }
  }
  const items = clusters
    .toSorted(([left], [right]) => left.tMs - right.tMs)
    .map((cluster) => placeCluster(cluster, view));
  return items.map((item, index) => ({ ...item, label: fittingLabel(item, items[index + 1], view) }));
}

/** Those that matter most first, and among equals the earlier. */
function inOrderOfRank(marks: readonly Mark[], { fromMs, toMs }: TimeView): readonly Mark[] {
  const inView = marks.filter(({ tMs }) => tMs >= fromMs && tMs <= toMs);
  const ranks = new Map(loudest.map((kind, rank) => [kind, rank]));
  const rankOf = ({ kind }: Mark): number => ranks.get(kind) ?? loudest.length;
  return inView.toSorted((left, right) => rankOf(left) - rankOf(right) || left.tMs - right.tMs);
}

/** Its first id is that of the mark whose sign is drawn. */
function placeCluster(cluster: Cluster, view: TimeView): Item {
  const [shown] = cluster;
  const fromMs = cluster.reduce((least, { tMs }) => Math.min(least, tMs), shown.tMs);
  const toMs = cluster.reduce((most, { tMs }) => Math.max(most, tMs), shown.tMs);
  const xPx = toPx(view, shown.tMs);
  return {
    shape: "mark",
    kind: shown.kind,
    xPx,
    widthPx: toPx(view, toMs) - xPx,
    fromMs,
    toMs,
    label: labelOf(cluster),
    ids: cluster.flatMap(({ ids }) => ids),
    count: cluster.length,
  };
}

/** Several of one kind are counted; beside another sign stands how many more there are. */
function labelOf(cluster: Cluster): string {
  const [shown, ...others] = cluster;
  if (others.length === 0 || attemptKinds.has(shown.kind)) return shown.label;
  if (others.every(({ kind }) => kind === shown.kind)) return `×${cluster.length}`;
  const counted = others.filter(({ kind }) => !leading.has(kind));
  const alike = counted.filter(({ kind }) => kind === shown.kind).length;
  if (counted.length === 0) return shown.label;
  return alike === counted.length ? `×${alike + 1}` : `${shown.label} +${counted.length}`.trim();
}

/** A mark's label stands to the right of its sign, before the next sign; where it has no room, the number does. */
function fittingLabel(item: Item, next: Item | undefined, view: TimeView): string {
  const endPx = Math.min(next?.xPx ?? view.widthPx, view.widthPx);
  const count = item.label.slice(item.label.lastIndexOf(" ") + 1);
  const labels = item.count > 1 ? [item.label, count] : [item.label];
  return labels.find((label) => item.xPx + signPx + labelWidthPx(label) <= endPx) ?? "";
}
