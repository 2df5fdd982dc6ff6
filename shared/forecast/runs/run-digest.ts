import type { Timeline, TimelineEntry } from "../../simulation/timeline/timeline.ts";

/** One run of a container, from its start to what follows its end; or the pod's own entries. */
export interface ContainerRun {
  readonly id: string;
  /** Undefined means the entries that belong to no container. */
  readonly container: string | undefined;
  /** Counts the starts of the container from 1; undefined if it never came to run. */
  readonly run: number | undefined;
  /** The entry in which it starts; undefined if it never does. */
  readonly start: TimelineEntry | undefined;
  /** Undefined if it goes on. */
  readonly end: TimelineEntry | undefined;
  /** Why it ended, in a few words: `exit 1`, `liveness probe`. Empty: it goes on. */
  readonly cause: string;
  /** The back-off after it, of a pull the time to the next one; undefined if nothing is started after it. */
  readonly waitMs: number | undefined;
  readonly entries: readonly TimelineEntry[];
}

interface Part {
  readonly container: string | undefined;
  readonly entries: TimelineEntry[];
  hasBegun: boolean;
  /** When the next run of the container begins. */
  nextMs: number | undefined;
}

/** The entries with which a container comes back. */
const beginnings: ReadonlySet<TimelineEntry["kind"]> = new Set([
  "image-pulling",
  "container-created",
  "container-create-failed",
]);
/** After these the next beginning is that of another run. */
const outcomes: ReadonlySet<TimelineEntry["kind"]> = new Set([
  "container-started",
  "container-create-failed",
  "container-start-failed",
  "image-pull-failed",
  // Where a timeline begins with the wait of a container that was observed.
  "back-off-started",
]);

/** All runs of all containers in order of their first entries; the pod's own entries come first. Every entry is in one of them. */
export function runsOf({ entries }: Pick<Timeline, "entries">): readonly ContainerRun[] {
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  const parts: Part[] = [];
  const last = new Map<string | undefined, Part>();
  for (const entry of entries) {
    const { container, kind } = entry;
    const open = last.get(container);
    const isNext = container !== undefined && beginnings.has(kind) && open?.hasBegun === true;
    const part = open === undefined || isNext ? { container, entries: [], hasBegun: false, nextMs: undefined } : open;
    if (part !== open) {
      if (open !== undefined) open.nextMs = entry.tMs;
      parts.push(part);
      last.set(container, part);
    }
    part.entries.push(entry);
    part.hasBegun ||= outcomes.has(kind);
  }
  return parts.map((part) => digestOf(part, byId));
}

function digestOf({ container, entries, nextMs }: Part, byId: ReadonlyMap<string, TimelineEntry>): ContainerRun {
  const of = (kind: TimelineEntry["kind"]): TimelineEntry | undefined => entries.find((entry) => entry.kind === kind);
  const start = container === undefined ? undefined : of("container-started");
  const end = container === undefined ? undefined : of("container-exited");
  const delayMs = of("back-off-started")?.data.delayMs;
  // The back-off of a pull has no entry of its own.
  const pullWaitMs = start === undefined && nextMs !== undefined ? nextMs - (entries.at(-1)?.tMs ?? nextMs) : 0;
  return {
    id: `${container ?? "pod"}-${entries[0]?.id ?? ""}`,
    container,
    run: start?.run,
    start,
    end,
    cause: container === undefined ? "" : causeOf(entries, end, byId),
    waitMs: delayMs ?? (nextMs === undefined ? undefined : pullWaitMs),
    entries,
  };
}

function causeOf(
  entries: readonly TimelineEntry[],
  end: TimelineEntry | undefined,
  byId: ReadonlyMap<string, TimelineEntry>,
): string {
  if (end === undefined) return failureOf(entries);
  const { exitCode = 0, reason } = end.data;
  const stop = entries.find(({ kind }) => kind === "container-stopping");
  if (stop !== undefined) return `${stopOf(stop, byId)} (exit ${exitCode})`;
  if (reason === "OOMKilled") return `OOM kill (exit ${exitCode})`;
  return reason === "Unknown" ? `lost with its node (exit ${exitCode})` : `exit ${exitCode}`;
}

function failureOf(entries: readonly TimelineEntry[]): string {
  const kinds = new Set(entries.map(({ kind }) => kind));
  if (kinds.has("container-started")) return "";
  if (kinds.has("image-pull-failed")) return "image pull failed";
  if (kinds.has("container-create-failed")) return "create failed";
  return kinds.has("container-start-failed") ? "start failed" : "";
}

const stopCauses: Partial<Record<TimelineEntry["kind"], string>> = {
  "restart-all-started": "restart of all containers",
  "pod-deleted": "pod deleted",
};

/** The probe that failed, or what stopped it: the nearest cause that has a name. How a container started, whose end this follows, is none. */
function stopOf(stop: TimelineEntry, byId: ReadonlyMap<string, TimelineEntry>): string {
  if (stop.data.probe !== undefined) return `${stop.data.probe} probe`;
  let cause = byId.get(stop.cause ?? "");
  if (cause?.kind === "post-start-done" && cause.container === stop.container) return "postStart hook failed";
  let isPodOver = false;
  while (cause !== undefined && cause.kind !== "container-started") {
    const words = stopCauses[cause.kind];
    if (words !== undefined) return words;
    isPodOver ||= cause.kind === "container-exited" && cause.container !== stop.container;
    cause = byId.get(cause.cause ?? "");
  }
  return isPodOver ? "pod ended" : "stopped";
}
