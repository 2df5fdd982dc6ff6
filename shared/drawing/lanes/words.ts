import { formatMoment } from "../../basics/span-words.ts";
import type { DefaultedPod } from "../../kubernetes/pod.ts";
import { describeEntry } from "../../simulation/timeline/describe.ts";
import type { Timeline, TimelineEntry } from "../../simulation/timeline/timeline.ts";
import { eventIndex } from "./lanes.ts";
import type { Item, Lane, PlacedSpread } from "./model.ts";

/** A run, as far as its items are described: its entries are looked up by their ids. */
interface ToldRun {
  readonly timeline: Pick<Timeline, "events">;
  readonly byId: ReadonlyMap<string, TimelineEntry>;
  readonly pod: DefaultedPod;
  /** By id, for entries that the engine has not made. */
  readonly sentences?: ReadonlyMap<string, string> | undefined;
}

/** What a bar or a mark stands for, with its time, for screen readers, tooltips and the titles in a picture. */
export function itemInWords(run: ToldRun, lane: Lane, item: Item): string {
  const first = sentencesOf(run, item);
  const times =
    item.fromMs === item.toMs
      ? formatMoment(item.fromMs)
      : `${formatMoment(item.fromMs)} to ${formatMoment(item.toMs)}`;
  const count = item.count > 1 ? ` ×${item.count}` : "";
  // The sentence of an alert begins with its name and its state.
  const state = lane.kind === "kubectl" ? `kubectl prints ${printedIn(lane, item)}: ` : stateOf(lane, item);
  const words = `${times}${count}: ${state}${first}`;
  // Who speaks to their computer says what they see.
  return words.includes(item.label) ? words : `${words} Its sign says ${item.label}.`;
}

function stateOf(lane: Lane, { shape, kind }: Item): string {
  return shape === "bar" && lane.kind !== "alert" ? `${lane.label} ${stateInWords(kind)}: ` : "";
}

/** Also where the text has no room. */
function printedIn({ bars }: Lane, { ids }: Item): string {
  return bars.find((bar) => bar.ids[0] === ids[0])?.label ?? "";
}

const sentencesMax = 3;

/** Of several marks, the first ones. A bar is described by what began it. */
function sentencesOf(run: ToldRun, { shape, ids }: Item): string {
  if (shape === "bar") return sentenceOf(run, ids[0] ?? "");
  const sentences = [...new Set(ids.slice(0, sentencesMax).map((id) => sentenceOf(run, id)))];
  const more = ids.length > sentencesMax ? [`and ${ids.length - sentencesMax} more`] : [];
  return [...sentences, ...more].join(" ");
}

/** When it happens over the runs, for tooltips and screen readers. */
export function spreadInWords({ label, minMs, medianMs, maxMs, share, count }: PlacedSpread): string {
  const times = `${formatMoment(minMs)} to ${formatMoment(maxMs)}`;
  if (count > 1) return `${label} and ${count - 1} more, ${times}`;
  const rarely = share < 1 ? `, in ${Math.round(share * 100)} % of the runs` : "";
  return `${label}: ${times}, median ${formatMoment(medianMs)}${rarely}`;
}

/** What a bar says of its lane: `waits`, `running`. */
export function stateInWords(kind: Item["kind"]): string {
  return stateNames[kind] ?? kind;
}

/** Each begins with what its bar says, for those who speak to their computer. */
const stateNames: Readonly<Record<string, string>> = {
  pending: "Pending",
  "phase-running": "Running",
  succeeded: "Succeeded",
  failed: "Failed",
  true: "True",
  "only-first": "only A is Ready",
  "only-second": "only B is Ready",
  pulling: "pulls its image",
  running: "running",
  unready: "running, not ready",
  stopping: "stopping",
  "back-off": "waits",
  cycles: "runs and waits in turn",
  "kubelet-down": "has no kubelet",
  "restart-all": "restarts all containers",
};

function sentenceOf({ timeline, byId, pod, sentences }: ToldRun, id: string): string {
  const index = eventIndex(id);
  const event = index === undefined ? undefined : timeline.events[index];
  if (event !== undefined) return `${event.reason}: ${event.message}`;
  const entry = byId.get(id);
  return entry === undefined ? "" : (sentences?.get(id) ?? describeEntry(entry, pod));
}
