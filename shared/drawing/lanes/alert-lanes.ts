import { formatDuration } from "../../basics/durations.ts";
import { exactly } from "../../basics/span.ts";
import type { ShownAlert } from "../../protocol/values/shown-alert.ts";
import type { EntryKind, TimelineEntry } from "../../simulation/timeline/timeline.ts";
import type { Bar, Lane } from "./model.ts";

/** Ids of lanes and entries of alerts begin so. */
const alertPrefix = "alert-";

/** What an alert does, as entries of the run that they are drawn over. */
interface AlertStory {
  readonly lanes: readonly Lane[];
  readonly entries: readonly TimelineEntry[];
  /** The sentences by the ids of the entries. */
  readonly sentences: ReadonlyMap<string, string>;
}

/** A row for each alert: when it is pending and when it fires, or why it never does. `entries`: of the run. */
export function alertStory(
  alerts: readonly ShownAlert[],
  entries: readonly TimelineEntry[],
  untilMs: number,
): AlertStory {
  const told = alerts.map((alert, index) => tellAlert(alert, { id: `${alertPrefix}${index}`, entries, untilMs }));
  return {
    lanes: told.map(({ lane }) => lane),
    entries: told.flatMap((each) => each.entries),
    sentences: new Map(told.flatMap(({ sentences }) => sentences)),
  };
}

interface Place {
  readonly id: string;
  readonly entries: readonly TimelineEntry[];
  readonly untilMs: number;
}

function tellAlert(alert: ShownAlert, { id, entries, untilMs }: Place) {
  const bars: Bar[] = [];
  const own: TimelineEntry[] = [];
  const sentences: [string, string][] = [];
  const add = (bar: Omit<Bar, "ids">, cause: TimelineEntry | undefined, sentence: string): void => {
    const entryId = `${id}-${own.length}`;
    bars.push({ ...bar, ids: [entryId] });
    own.push(entryAt(entryId, bar.fromMs, cause));
    sentences.push([entryId, sentence]);
  };
  for (const [index, { is, fromMs, toMs }] of alert.periods.entries()) {
    const before = alert.periods[index - 1];
    const follows = before?.is === "pending" && before.toMs === fromMs ? own.at(-1) : undefined;
    const bar = { kind: `alert-${is}`, fromMs, toMs, label: is } as const;
    add(bar, follows ?? lastChange(entries, fromMs), periodInWords(alert, index, untilMs));
  }
  if (bars.length === 0) {
    const label = `never: ${alert.because}`;
    add(
      { kind: "alert-silent", fromMs: 0, toMs: untilMs, label, shortLabel: "never" },
      undefined,
      `${alert.name} ${label}.`,
    );
  }
  const lane: Lane = { id, kind: "alert", label: alert.name, note: "", path: undefined, bars, marks: [] };
  return { lane, entries: own, sentences };
}

function periodInWords({ name, forMs, periods }: ShownAlert, index: number, untilMs: number): string {
  const period = periods[index];
  const needed = formatDuration(forMs);
  if (period?.is !== "pending")
    return forMs === 0
      ? `${name} is firing: its condition holds.`
      : `${name} is firing: its condition has held for ${needed}.`;
  const next = periods[index + 1];
  if (next?.is === "firing" && next.fromMs === period.toMs)
    return `${name} is pending: it fires when its condition has held for ${needed}.`;
  if (period.toMs >= untilMs) return `${name} is pending when the run ends. It needs ${needed} to fire.`;
  return `${name} is pending for ${formatDuration(period.toMs - period.fromMs)}. It needs ${needed} to fire.`;
}

/** What alerts can see. */
const visible: ReadonlySet<EntryKind> = new Set<EntryKind>([
  "pod-seen",
  "phase-changed",
  "condition-changed",
  "container-exited",
  "container-create-failed",
  "container-start-failed",
  "image-pull-failed",
  "back-off-started",
  "kubelet-stopped",
  "node-rebooted",
  "node-not-ready",
]);

/** The last thing before a time that an alert can see. */
function lastChange(entries: readonly TimelineEntry[], tMs: number): TimelineEntry | undefined {
  return entries.findLast((entry) => entry.tMs <= tMs && visible.has(entry.kind));
}

function entryAt(id: string, tMs: number, cause: TimelineEntry | undefined): TimelineEntry {
  return {
    id,
    tMs,
    at: exactly(tMs),
    kind: "note",
    cause: cause?.id,
    sinceCause: exactly(tMs - (cause?.tMs ?? tMs)),
    container: undefined,
    run: undefined,
    attempt: undefined,
    restartCount: undefined,
    path: [],
    data: {},
  };
}
