import { plainLine, visible } from "../../shared/basics/plain-line.ts";
import { formatRecorded } from "../../shared/basics/span-words.ts";
import {
  backOffSteps,
  backOffText,
  conditionsText,
  containerWords,
  exitText,
  type KubeletModel,
  messageOf,
  nextTry,
  type ObservedCondition,
  type ObservedContainer,
  type ObservedEnd,
  type ObservedEvent,
  type ObservedRun,
  type PodSnapshot,
  restartsAllOf,
  restartsAllText,
  runsOf,
  runText,
  shortContainerWords,
  type TimedText,
  timedTextAt,
  timeText,
  windowText,
} from "../../shared/observation/index.ts";
import type { DetailItem, PodDetails } from "../../shared/protocol/cluster.ts";
import type { LivePod } from "./live-pod.ts";
import { notReadyText } from "./place-lines.ts";
import { plain } from "./rows.ts";

/** What a tree shows below a live pod: its containers, its node, its conditions, and its events. */
export function detailsOf(live: LivePod, nowMs: number): PodDetails {
  const { look, kubelet, assumed, node } = live;
  const known = kubelet();
  const notReady = node && notReadyText(node);
  const { text, notes } = assumed();
  const containers =
    known === undefined ? [] : look.pod.containers.map((each) => containerItem(known, look, each, nowMs));
  const restartsAll = known && restartsAllOf(known, look);
  return {
    items: [
      ...containers,
      ...(restartsAll === undefined ? [] : [item("restarts", [restartsAllText(restartsAll)], "history", "")]),
      ...(notReady === undefined ? [] : [item("node", ["NotReady"], "warning", notReady)]),
      ...placeItems(live),
      ...conditionsItems(look.pod.conditions, nowMs),
      ...eventItems(look.events),
      item("forecast for", [text], "server-environment", notes.join("\n")),
    ],
  };
}

function containerItem(
  kubelet: KubeletModel,
  look: PodSnapshot,
  container: ObservedContainer,
  nowMs: number,
): DetailItem {
  const { name, kind, restartCount, state, ready, image } = container;
  const words = containerWords(kubelet, look, container);
  const next = nextTry(kubelet, look, container);
  const backOff = backOffSteps(kubelet, look, container).at(-1);
  const isFailing = next.is !== "none" || (state.is === "terminated" && state.exitCode !== 0);
  const icon = isFailing ? "error" : ready ? "pass" : state.is === "terminated" ? "check" : "circle-outline";
  const items: DetailItem[] = [item("restarts", [`${restartCount}`], "history", "")];
  const message = messageOf(container);
  if (message !== undefined) items.push(item("message", [message], "comment", visibleLines(message)));
  if (backOff !== undefined && state.is !== "running" && next.is === "start")
    items.push(item("back-off", [backOffText(next.backOff)], "watch", ""));
  if ("window" in next && next.window !== undefined)
    items.push(item("next try", [timesOnly(windowText(next.window))], "debug-restart", windowText(next.window)));
  for (const run of runsOf(look, container).runs.toReversed()) items.push(runItem(run));
  items.push(...failuresOf(look.events, name).map(eventItem));
  if (image !== undefined) items.push(item("image", [image], "package", ""));
  const short = shortContainerWords(kubelet, look, container);
  const whole = timedTextAt(words, nowMs);
  return { ...item(kind === "regular" ? name : `${name} (${kind})`, short, icon, whole), items };
}

/** Without the days, which the tooltip has. */
function timesOnly(text: string): string {
  return text.replaceAll(/\d{4}-\d\d-\d\d /g, "");
}

/** How it ended first, then when. */
function runItem(run: ObservedRun): DetailItem {
  const { number, startedAt, end, lengthMs } = run;
  const length = lengthMs === undefined ? [] : [` · ran ${formatRecorded(lengthMs.nominalMs)}`];
  const ended = end?.finishedAt === undefined ? [] : [" · ", { sinceMs: end.finishedAt.nominalMs }];
  const started = startedAt === undefined ? [] : [" · started ", { sinceMs: startedAt.nominalMs }];
  const text = end === undefined ? ["running", ...started] : [shortExitText(end), ...ended, ...length];
  return item(`run ${number + 1}`, text, end === undefined ? "play" : "debug-stop", runText(run));
}

/** `exit 1`, `exit 137 (OOMKilled)`. */
function shortExitText(end: ObservedEnd): string {
  return exitText(end).replace(/^exit code/, "exit");
}

function placeItems({ look: { pod } }: LivePod): readonly DetailItem[] {
  const { nodeName, ip, createdAt } = pod;
  return [
    ...(nodeName === undefined
      ? []
      : [item("runs on", [nodeName, ...(ip === undefined ? [] : [` · ${ip}`])], "server", "")]),
    ...(createdAt === undefined
      ? []
      : [item("created", [{ sinceMs: createdAt.nominalMs }], "calendar", timeText(createdAt.nominalMs))]),
  ];
}

/** In one line; below it each of them. */
function conditionsItems(conditions: readonly ObservedCondition[], nowMs: number): readonly DetailItem[] {
  if (conditions.length === 0) return [];
  const text = conditionsText(conditions);
  const items = conditions.map((condition) => conditionItem(condition, nowMs));
  return [{ ...item("conditions", [text], "checklist", text), items }];
}

function conditionItem({ type, status, reason, message, since }: ObservedCondition, nowMs: number): DetailItem {
  const forHowLong = since === undefined ? "" : ` for ${formatRecorded(nowMs - since.nominalMs)}`;
  const because = reason === undefined || reason === "" ? "" : ` (${reason})`;
  const sinceWhen = since === undefined ? "" : `since ${timeText(since.nominalMs)}`;
  const tooltip = [message ?? "", sinceWhen].filter((text) => text !== "").join("\n");
  const icon = status === "True" ? "pass" : status === "False" ? "circle-slash" : "question";
  return item(type, [`${status}${because}${forHowLong}`], icon, tooltip);
}

/** Of a container so many of its failures stand with it; all events are below the pod. */
const failuresMax = 5;

/** What the kubelet warned of: failed probes, hooks, and pulls. The latest first. */
function failuresOf(events: readonly ObservedEvent[], container: string): readonly ObservedEvent[] {
  const its = events.filter((event) => event.container === container && event.type !== "Normal");
  return latestFirst(its.filter(({ reason }) => reason !== "BackOff")).slice(0, failuresMax);
}

/** So many events are listed; more have hardly ever been kept of one pod. */
const eventsMax = 100;

function eventItems(events: readonly ObservedEvent[]): readonly DetailItem[] {
  if (events.length === 0) return [];
  const latest = latestFirst(events);
  const [first] = latest;
  const since: TimedText = first?.last === undefined ? [] : [" · last ", { sinceMs: first.last.nominalMs }];
  const items = latest.slice(0, eventsMax).map(eventItem);
  return [{ ...item("events", [`${events.length}`, ...since], "list-flat", ""), items }];
}

function latestFirst(events: readonly ObservedEvent[]): readonly ObservedEvent[] {
  return events.toSorted((one, other) => (other.last?.nominalMs ?? 0) - (one.last?.nominalMs ?? 0));
}

function eventItem({ type, reason, message, count, last }: ObservedEvent): DetailItem {
  const times = count === 1 ? [] : [`×${count} `];
  const ago: TimedText = last === undefined ? [] : [{ sinceMs: last.nominalMs }, " · "];
  const when = last === undefined ? "" : `\n${timeText(last.nominalMs)}`;
  return item(reason, [...times, ...ago, message], type === "Normal" ? "info" : "warning", `${message}${when}`);
}

/** What the cluster says stands on one line; its line breaks are kept where there is room for them. */
function item(label: string, description: TimedText, icon: string, tooltip: string): DetailItem {
  return { label: plainLine(label), description: plain(description), icon, tooltip: visibleLines(tooltip), items: [] };
}

/** The most characters that a tooltip shows. */
const tooltipMax = 5000;

function visibleLines(text: string): string {
  return visible(text.slice(0, tooltipMax), (found) => found === "\n");
}
