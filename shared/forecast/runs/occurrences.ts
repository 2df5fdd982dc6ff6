import type { Phase } from "../../scenario/model.ts";
import type { WatchedEntry } from "../../simulation/timeline/timeline.ts";

// What expectations speak of, as it is found in a run. `container` undefined means in the whole pod.

interface Run<Entry extends WatchedEntry> {
  readonly entries: readonly Entry[];
}

export function firstReady<Entry extends WatchedEntry>({ entries }: Run<Entry>): Entry | undefined {
  return entries.find(makesReady);
}

export function makesReady(entry: WatchedEntry): boolean {
  return isReady(entry, "True");
}

export function entryOfPhase<Entry extends WatchedEntry>({ entries }: Run<Entry>, phase: Phase): Entry | undefined {
  return entries.find((entry) => entry.kind === "phase-changed" && entry.data.phase === phase);
}

export function restartsIn<Entry extends WatchedEntry>(
  { entries }: Run<Entry>,
  container: string | undefined,
): readonly Entry[] {
  return entries.filter(
    (entry) => entry.kind === "container-started" && (entry.run ?? 1) > 1 && isNew(entry) && concerns(entry, container),
  );
}

/** Restarts that back-off delays. */
function backOffsIn<Entry extends WatchedEntry>(
  { entries }: Run<Entry>,
  container: string | undefined,
): readonly Entry[] {
  return entries.filter((entry) => entry.kind === "back-off-started" && concerns(entry, container));
}

/** A container that comes back sooner than this is in a loop, also where no back-off delays it. */
export const loopMs = 60_000;

/** What makes a crash loop: a restart that back-off delays, or one of all containers, which nothing delays, soon after another one. */
export function crashLoopIn<Entry extends WatchedEntry>(
  run: Run<Entry>,
  container: string | undefined,
): readonly Entry[] {
  const resets = run.entries.filter(({ kind }) => kind === "restart-all-started");
  const inLoop = resets.filter(({ tMs }, index) => tMs - (resets[index - 1]?.tMs ?? Number.NEGATIVE_INFINITY) < loopMs);
  return [...backOffsIn(run, container), ...inLoop].sort((one, other) => one.tMs - other.tMs);
}

export function probeKillsIn<Entry extends WatchedEntry>(
  { entries }: Run<Entry>,
  container: string | undefined,
): readonly Entry[] {
  return entries.filter(
    (entry) =>
      entry.kind === "container-stopping" &&
      entry.data.probe !== undefined &&
      isNew(entry) &&
      concerns(entry, container),
  );
}

/** A time in which the pod is not Ready, after it first was, or where it was observed so. */
export interface Outage<Entry extends WatchedEntry> {
  readonly from: Entry;
  /** Undefined if the run ends before it does. */
  readonly to: Entry | undefined;
}

export function outagesIn<Entry extends WatchedEntry>({ entries }: Run<Entry>): readonly Outage<Entry>[] {
  const outages: Outage<Entry>[] = [];
  let from: Entry | undefined;
  let wasReady = false;
  for (const entry of entries) {
    if (isReady(entry, "True")) {
      if (from !== undefined) outages.push({ from, to: entry });
      from = undefined;
      wasReady = true;
    } else if (isReady(entry, "False") || entry.kind === "pod-removed") {
      if (wasReady || !isNew(entry)) from ??= entry;
    }
  }
  return from === undefined ? outages : [...outages, { from, to: undefined }];
}

/** It happens; what was so already where an observation begins does not. */
function isNew({ data }: WatchedEntry): boolean {
  return data.wasBefore !== true;
}

function isReady(entry: WatchedEntry, status: "True" | "False"): boolean {
  return entry.kind === "condition-changed" && entry.data.condition === "Ready" && entry.data.status === status;
}

function concerns(entry: WatchedEntry, container: string | undefined): boolean {
  return container === undefined || entry.container === container;
}
