import {
  backOffSteps,
  backOffText,
  containerWords,
  countText,
  type KubeletModel,
  messageOf,
  nextTry,
  type ObservedCondition,
  type ObservedContainer,
  type ObservedEvent,
  type PodSnapshot,
  restartsAllOf,
  restartsAllText,
  runsOf,
  runText,
  timeText,
  windowText,
} from "../../shared/observation/index.ts";
import type { DetailItem, PodDetails } from "../../shared/protocol/cluster.ts";
import type { LivePod } from "./live-pods.ts";

/** What a tree shows below a live pod: its containers, its conditions, and what its probes failed with. */
export function detailsOf({ look, kubelet, assumed }: LivePod, nowMs: number): PodDetails {
  const known = kubelet();
  const { text, notes } = assumed();
  const containers = known === undefined ? [] : look.pod.containers.map((each) => containerItem(known, look, each));
  const restartsAll = known && restartsAllOf(known, look);
  return {
    items: [
      ...containers,
      ...(restartsAll === undefined ? [] : [item("restarts", [restartsAllText(restartsAll)], "history", "")]),
      ...look.pod.conditions.map((condition) => conditionItem(condition, nowMs)),
      item("forecast for", [text], "server-environment", notes.join("\n")),
    ],
  };
}

function containerItem(kubelet: KubeletModel, look: PodSnapshot, container: ObservedContainer): DetailItem {
  const { name, kind, restartCount, state, ready } = container;
  const words = containerWords(kubelet, look, container);
  const next = nextTry(kubelet, look, container);
  const backOff = backOffSteps(kubelet, look, container).at(-1);
  const isFailing = next.is !== "none" || (state.is === "terminated" && state.exitCode !== 0);
  const icon = isFailing ? "error" : ready ? "pass" : state.is === "terminated" ? "check" : "circle-outline";
  const items: DetailItem[] = [item("restarts", [`${restartCount}`], "history", "")];
  const message = messageOf(container);
  if (message !== undefined) items.push(item("message", [message.slice(0, messageMax)], "comment", message));
  if (backOff !== undefined && state.is !== "running" && next.is === "start")
    items.push(item("back-off", [backOffText(next.backOff)], "watch", ""));
  if ("window" in next && next.window !== undefined)
    items.push(item("next try", [windowText(next.window)], "debug-restart", ""));
  for (const run of runsOf(look, container).runs.toReversed())
    items.push(item(`run ${run.number + 1}`, [runText(run)], run.end === undefined ? "play" : "debug-stop", ""));
  items.push(...probeFailures(look.events, name).map(eventItem));
  return { ...item(kind === "regular" ? name : `${name} (${kind})`, words, icon, ""), items };
}

/** A line of the tree is no longer; the whole message is in its tooltip. */
const messageMax = 200;

function conditionItem({ type, status, reason, message, since }: ObservedCondition, nowMs: number): DetailItem {
  const forHowLong =
    since === undefined ? "" : ` for ${countText(Math.max(0, Math.round((nowMs - since.nominalMs) / 1000)))}`;
  const because = reason === undefined || reason === "" ? "" : ` (${reason})`;
  const sinceWhen = since === undefined ? "" : `since ${timeText(since.nominalMs)}`;
  const tooltip = [message ?? "", sinceWhen].filter((text) => text !== "").join("\n");
  const icon = status === "True" ? "pass" : status === "False" ? "circle-slash" : "question";
  return item(type, [`${status}${because}${forHowLong}`], icon, tooltip);
}

/** What the kubelet told of failed probes, the latest first. */
function probeFailures(events: readonly ObservedEvent[], container: string): readonly ObservedEvent[] {
  return events
    .filter((event) => event.container === container && event.reason === "Unhealthy")
    .sort((one, other) => (other.last?.nominalMs ?? 0) - (one.last?.nominalMs ?? 0));
}

function eventItem({ message, count, last }: ObservedEvent): DetailItem {
  const [what = "probe failed", ...rest] = message.split(": ");
  const times = count === 1 ? "once" : `${count} times`;
  const when = last === undefined ? "" : `, last at ${timeText(last.nominalMs)}`;
  return item(what.toLowerCase(), [`${times}${when}`], "warning", rest.join(": "));
}

function item(label: string, description: DetailItem["description"], icon: string, tooltip: string): DetailItem {
  return { label, description, icon, tooltip, items: [] };
}
