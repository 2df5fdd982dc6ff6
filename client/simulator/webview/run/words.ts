import { formatMoment } from "../../../../shared/basics/span-words.ts";
import type { Pod } from "../../../../shared/kubernetes/pod.ts";
import { describeEntry, type TimelineEntry } from "../../../../shared/simulation/index.ts";
import type { PanelRun } from "./run.ts";

export function entryInWords(run: PanelRun, entry: TimelineEntry): string {
  return run.sentences?.get(entry.id) ?? describeEntry(entry, run.pod);
}

/** The pod's name as the API would show it: a controller appends what nobody knows yet. */
export function podName(pod: Pod): string {
  const name = pod.name === "" ? "pod" : pod.name;
  return pod.kind === "Pod" ? name : `${name}-…`;
}

export function endedInWords({ timeline }: PanelRun): string | undefined {
  if (timeline.ended !== "event-limit") return undefined;
  const last = timeline.entries.at(-1)?.tMs ?? 0;
  return `The run was cut off after ${timeline.counts.entries} entries, at ${formatMoment(last)}. Choose a shorter horizon.`;
}
