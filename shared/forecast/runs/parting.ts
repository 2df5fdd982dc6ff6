import type { EntryKind, Timeline, TimelineEntry } from "../../simulation/timeline/timeline.ts";

/** Where two runs of one pod begin to do different things. */
export interface Parting {
  readonly tMs: number;
  /** What each does then; undefined if nothing of the kind happens any more. */
  readonly left: TimelineEntry | undefined;
  readonly right: TimelineEntry | undefined;
}

/** What a container or the pod does, as people see it. */
const told: ReadonlySet<EntryKind> = new Set([
  "pod-rejected",
  "container-create-failed",
  "container-start-failed",
  "image-pull-failed",
  "container-started",
  "container-stopping",
  "container-exited",
  "back-off-started",
  "restart-all-started",
  "phase-changed",
  "pod-removed",
]);

/**
 * The first moment at which two runs part; undefined if they do the same up to their end. Each container is compared with itself,
 * because jitter orders what happens in several at once. A time is another one where neither run could have had that of the other.
 */
export function partingOf(left: Pick<Timeline, "entries">, right: Pick<Timeline, "entries">): Parting | undefined {
  const [ours, theirs] = [tracksOf(left), tracksOf(right)];
  const partings = [...new Set([...ours.keys(), ...theirs.keys()])].flatMap((container): readonly Parting[] => {
    const found = firstDifference(ours.get(container) ?? [], theirs.get(container) ?? []);
    return found === undefined ? [] : [found];
  });
  return partings.toSorted((one, other) => one.tMs - other.tMs)[0];
}

function tracksOf({ entries }: Pick<Timeline, "entries">): ReadonlyMap<string | undefined, readonly TimelineEntry[]> {
  const tracks = new Map<string | undefined, TimelineEntry[]>();
  for (const entry of entries) {
    if (!told.has(entry.kind)) continue;
    const track = tracks.get(entry.container);
    if (track === undefined) tracks.set(entry.container, [entry]);
    else track.push(entry);
  }
  return tracks;
}

function firstDifference(left: readonly TimelineEntry[], right: readonly TimelineEntry[]): Parting | undefined {
  for (let index = 0; index < Math.max(left.length, right.length); index += 1) {
    const [ours, theirs] = [left[index], right[index]];
    if (ours !== undefined && theirs !== undefined && isAlike(ours, theirs)) continue;
    const times = [ours, theirs].flatMap((entry) => (entry === undefined ? [] : [entry.tMs]));
    return { tMs: Math.min(...times), left: ours, right: theirs };
  }
  return undefined;
}

function isAlike(left: TimelineEntry, right: TimelineEntry): boolean {
  return (
    left.kind === right.kind &&
    left.data.exitCode === right.data.exitCode &&
    left.data.reason === right.data.reason &&
    left.data.probe === right.data.probe &&
    left.data.delayMs === right.data.delayMs &&
    left.data.phase === right.data.phase &&
    left.at.earliestMs <= right.at.latestMs &&
    right.at.earliestMs <= left.at.latestMs
  );
}
