import { admit } from "../../../shared/api-server/admission/admit.ts";
import { exactly } from "../../../shared/basics/span.ts";
import { defaultAssumptions } from "../../../shared/kubernetes/assumptions.ts";
import type { DefaultedPod } from "../../../shared/kubernetes/pod.ts";
import type {
  EntryData,
  EntryKind,
  KubernetesEvent,
  Timeline,
  TimelineEntry,
} from "../../../shared/simulation/timeline/timeline.ts";

/** A row of a hand-made timeline: seconds, kind, container, data. Each entry follows from the one before it. */
export type Row = readonly [seconds: number, kind: EntryKind, container?: string | undefined, data?: EntryData];

export function timelineOf(rows: readonly Row[], seconds: number, events: readonly KubernetesEvent[] = []): Timeline {
  return {
    entries: countRuns(rows.map(toEntry)),
    statuses: [],
    events,
    counts: { entries: rows.length, restarts: {}, probeKills: 0, statusWrites: 0, events: events.length, readyMs: 0 },
    ended: "horizon",
    untilMs: seconds * 1000,
    seed: 1,
  };
}

function toEntry([seconds, kind, container, data]: Row, index: number): TimelineEntry {
  const tMs = seconds * 1000;
  return {
    id: `e${index + 1}`,
    tMs,
    at: exactly(tMs),
    kind,
    cause: index === 0 ? undefined : `e${index}`,
    sinceCause: exactly(0),
    container,
    run: undefined,
    attempt: undefined,
    restartCount: undefined,
    path: [],
    data: data ?? {},
  };
}

function countRuns(entries: readonly TimelineEntry[]): TimelineEntry[] {
  const runs = new Map<string | undefined, number>();
  return entries.map((entry) => {
    if (entry.kind === "container-started") runs.set(entry.container, (runs.get(entry.container) ?? 0) + 1);
    return { ...entry, run: runs.get(entry.container) };
  });
}

export function podOf(spec: unknown): DefaultedPod {
  const written = { kind: "Pod", name: "web", namespace: "default", spec };
  const { pod } = admit(written, defaultAssumptions());
  if (pod === undefined) throw new Error("the fixture is no pod");
  return pod;
}
