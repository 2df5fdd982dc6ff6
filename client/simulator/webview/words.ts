import { eventIndex } from "../../../shared/drawing/lanes.ts";
import type { Item, Lane } from "../../../shared/drawing/model.ts";
import { formatSpan } from "../../../shared/forecast/words.ts";
import { formatDuration } from "../../../shared/kubernetes/durations.ts";
import type { Pod } from "../../../shared/kubernetes/pod.ts";
import { describeEntry, type TimelineEntry } from "../../../shared/simulation/index.ts";
import type { Run } from "./run.ts";

/** A time of this run, to a tenth of a second: `3m7.2s`. */
export function timeInWords(tMs: number): string {
  return formatDuration(Math.round(tMs / 100) * 100);
}

/** When the entry could have happened at all. */
export function spanInWords(entry: TimelineEntry): string {
  return formatSpan(entry.at);
}

export function entryInWords(run: Run, entry: TimelineEntry): string {
  return describeEntry(entry, run.pod);
}

/** What a bar or a mark stands for, with its time, for screen readers and the tooltip. */
export function itemInWords(run: Run, lane: Lane, item: Item): string {
  const [id = ""] = item.ids;
  const first = sentenceOf(run, id);
  const times =
    item.fromMs === item.toMs ? timeInWords(item.fromMs) : `${timeInWords(item.fromMs)} to ${timeInWords(item.toMs)}`;
  const count = item.count > 1 ? ` ×${item.count}` : "";
  const state = item.shape === "bar" ? `${lane.label} ${stateNames[item.kind] ?? item.kind}: ` : "";
  return `${times}${count}: ${state}${first}`;
}

/** Each begins with what its bar says, for those who speak to their computer. */
const stateNames: Readonly<Record<string, string>> = {
  pending: "Pending",
  "phase-running": "Running",
  succeeded: "Succeeded",
  failed: "Failed",
  true: "True",
  pulling: "pulls its image",
  running: "running",
  stopping: "stopping",
  "back-off": "waits",
  "kubelet-down": "has no kubelet",
  "restart-all": "restarts all containers",
};

function sentenceOf(run: Run, id: string): string {
  const index = eventIndex(id);
  const event = index === undefined ? undefined : run.timeline.events[index];
  if (event !== undefined) return `${event.reason}: ${event.message}`;
  const entry = run.byId.get(id);
  return entry === undefined ? "" : entryInWords(run, entry);
}

/** The pod's name as the API would show it: a controller appends what nobody knows yet. */
export function podName(pod: Pod): string {
  const name = pod.name === "" ? "pod" : pod.name;
  return pod.kind === "Pod" ? name : `${name}-…`;
}

export function endedInWords({ timeline }: Run): string | undefined {
  if (timeline.ended !== "event-limit") return undefined;
  const last = timeline.entries.at(-1)?.tMs ?? 0;
  return `The run was cut off after ${timeline.counts.entries} entries, at ${timeInWords(last)}. Choose a shorter horizon.`;
}
