import { formatDuration } from "../../basics/durations.ts";
import type { Timeline, TimelineEntry } from "../../simulation/timeline/timeline.ts";
import type { Bar, Lane, Mark } from "./model.ts";

/** The row of the Job that creates the pods: when it has some, when it waits before it creates the next one, and how it ends. Undefined if there is no Job. */
export function jobLane(entries: readonly TimelineEntry[], { untilMs }: Timeline): Lane | undefined {
  const steps = entries.filter(({ kind }) => kind === "job-pod-created" || kind === "job-back-off-started");
  const end = entries.find(({ kind }) => kind === "job-ended");
  if (steps.length === 0 && end === undefined) return undefined;
  const lastMs = end?.tMs ?? untilMs;
  return {
    id: "job",
    kind: "job",
    label: "job",
    note: "",
    path: undefined,
    bars: barsOf(steps, lastMs),
    marks: [
      ...steps
        .filter(({ kind }) => kind === "job-pod-created")
        .map(({ id, tMs }): Mark => ({ kind: "note", tMs, label: "", ids: [id] })),
      ...(end === undefined ? [] : [markOf(end)]),
    ],
  };
}

/** Pods that are created together share a bar. */
function barsOf(steps: readonly TimelineEntry[], lastMs: number): Bar[] {
  const turns = steps.filter(({ kind }, index) => index === 0 || kind !== steps[index - 1]?.kind);
  const bars = turns.map(({ kind, id, tMs, data }, index): Bar => {
    const toMs = turns[index + 1]?.tMs ?? lastMs;
    return kind === "job-pod-created"
      ? { kind: "phase-running", fromMs: tMs, toMs, label: "active", ids: [id] }
      : { kind: "back-off", fromMs: tMs, toMs, label: formatDuration(data.delayMs ?? 0), ids: [id] };
  });
  return bars.filter(({ fromMs, toMs }) => fromMs < toMs);
}

function markOf({ id, tMs, data }: TimelineEntry): Mark {
  const { condition, reason = "" } = data;
  return { kind: condition === "Complete" ? "exit-ok" : "exit-failed", tMs, label: condition ?? reason, ids: [id] };
}
