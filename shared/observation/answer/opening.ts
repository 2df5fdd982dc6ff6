import { exactly } from "../../basics/span.ts";
import { allContainers, type Container, type DefaultedPod } from "../../kubernetes/pod.ts";
import type { EntryKind, TimelineEntry } from "../../simulation/timeline/timeline.ts";
import type { ObservedContainer, ObservedPod } from "../objects/pod-object.ts";
import { phaseOf } from "./life.ts";

/** What is the case where a timeline begins with an observation, as entries at 0. `before`: what a run has done to come to it. */
export function openingOf(
  observed: ObservedPod,
  pod: DefaultedPod,
  before: readonly TimelineEntry[],
): readonly TimelineEntry[] {
  const phase = phaseOf(observed);
  const ofPod: readonly Told[] = [
    { kind: "phase-changed", data: { phase } },
    ...observed.conditions.map(
      ({ type, status, reason }): Told => ({
        kind: "condition-changed",
        data: { condition: type, status, ...(reason !== undefined && { reason }) },
      }),
    ),
  ];
  const ofContainers = allContainers(pod).flatMap((container): readonly Told[] => {
    const own = observed.containers.find(({ name }) => name === container.name);
    if (own === undefined) return [];
    if (own.state.is === "running") return runningTold(container, own);
    const open = openWait(before.filter((entry) => entry.container === container.name));
    return open === undefined ? [] : [{ ...open, container: container.name }];
  });
  return [...ofPod, ...ofContainers].map(entryOf);
}

type Told = Pick<TimelineEntry, "kind" | "data"> & Partial<TimelineEntry>;

function entryOf(told: Told, index: number): TimelineEntry {
  return {
    container: undefined,
    run: undefined,
    attempt: undefined,
    restartCount: undefined,
    path: [],
    ...told,
    id: `now${index + 1}`,
    tMs: 0,
    at: exactly(0),
    cause: undefined,
    sinceCause: exactly(0),
    data: { ...told.data, wasBefore: true },
  };
}

/** A container that runs, and whether the probe that makes it ready has succeeded. */
function runningTold(container: Container, { restartCount, ready }: ObservedContainer): readonly Told[] {
  const about = { container: container.name, path: container.path, run: restartCount + 1, restartCount };
  const probe = (["readiness", "startup"] as const).find((type) => container.probes[type] !== undefined);
  const started: Told = { ...about, kind: "container-started", data: {} };
  return probe === undefined || !ready
    ? [started]
    : [started, { ...about, kind: "probe-result", data: { probe, answer: "success" } }];
}

const waits: ReadonlySet<EntryKind> = new Set(["back-off-started", "image-pulling"]);
const others: ReadonlySet<EntryKind> = new Set([
  "back-off-ended",
  "image-pulled",
  "image-pull-failed",
  "container-created",
  "container-started",
  "container-exited",
]);

/** The wait that has not ended yet. */
function openWait(entries: readonly TimelineEntry[]): TimelineEntry | undefined {
  const last = entries.findLast(({ kind }) => waits.has(kind) || others.has(kind));
  return last !== undefined && waits.has(last.kind) ? last : undefined;
}
