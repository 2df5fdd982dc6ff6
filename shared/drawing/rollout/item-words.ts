import { formatMoment } from "../../basics/span-words.ts";
import { describeWorkloadEntry } from "../../forecast/workload/entry-words.ts";
import type { Item, Lane } from "../lanes/model.ts";
import { podStates } from "./lanes.ts";
import type { RolloutRun } from "./run.ts";

const sentencesMax = 3;

/** What a bar or a mark of a rollout stands for, with its time, for screen readers, tooltips and the titles in a picture. */
export function rolloutItemInWords({ byId }: RolloutRun, lane: Lane, item: Item): string {
  const times =
    item.fromMs === item.toMs
      ? formatMoment(item.fromMs)
      : `${formatMoment(item.fromMs)} to ${formatMoment(item.toMs)}`;
  const ids = item.shape === "bar" ? item.ids.slice(0, 1) : item.ids.slice(0, sentencesMax);
  const sentences = ids.flatMap((id) => {
    const entry = byId.get(id);
    return entry === undefined ? [] : [describeWorkloadEntry(entry)];
  });
  const more =
    item.shape === "mark" && item.ids.length > sentencesMax ? [`and ${item.ids.length - sentencesMax} more`] : [];
  const state = item.shape === "bar" ? `${lane.label} ${stateInWords(lane, item)}: ` : "";
  const words = `${times}: ${state}${[...new Set(sentences), ...more].join(" ")}`;
  return words.includes(item.label) ? words : `${words} Its sign says ${item.label}.`;
}

function stateInWords({ kind }: Lane, item: Item): string {
  if (kind === "pod") return `${item.label} ${item.label === "1" ? "pod" : "pods"}`;
  if (kind === "condition") return item.kind === "true" ? "True" : "False";
  return Object.hasOwn(podStates, item.kind)
    ? (Object.entries(podStates).find(([name]) => name === item.kind)?.[1] ?? "")
    : "";
}
