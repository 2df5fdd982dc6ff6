import { formatDuration } from "../basics/durations.ts";
import type { Span } from "../basics/span.ts";
import { formatRecorded } from "../basics/span-words.ts";
import { formatWallTime } from "../basics/wall-time.ts";
import type { Assumptions } from "../kubernetes/node.ts";
import { type Contradiction, contradictions } from "./contradictions.ts";
import { containerText, exitText, podText } from "./describe.ts";
import { type InferredScenario, inferScenario } from "./inference/infer.ts";
import { isAbout, type ObservedEvent } from "./objects/event-object.ts";
import type { ObjectProblem } from "./objects/fields.ts";
import { type KubeletModel, kubeletModelOf } from "./objects/kubelet-model.ts";
import { type ObservedCondition, type ObservedContainer, type ObservedPod, readPod } from "./objects/pod-object.ts";
import type { PodSnapshot } from "./objects/pod-snapshot.ts";
import { type ObservedRun, type ObservedRuns, restartsOf } from "./objects/runs.ts";
import { type ObservedRestartsAll, restartsAllOf } from "./restart-all.ts";
import type { BackOff, BackOffSource } from "./windows/back-off.ts";
import { backOffSteps, lookAt, type NextTry, nextTry, runsOf } from "./windows/next-try.ts";

/** All that is said of an observed pod at one moment. */
export interface PodReport {
  readonly atMs: number;
  readonly state: string;
  readonly restarts: number;
  /** Undefined if its containers were never restarted together. */
  readonly restartsAll: ObservedRestartsAll | undefined;
  readonly conditions: readonly ObservedCondition[];
  readonly containers: readonly ContainerReport[];
  readonly scenario: InferredScenario;
  readonly contradictions: readonly Contradiction[];
  /** What it was made of. */
  readonly model: KubeletModel;
  readonly look: PodSnapshot;
  /** The moment is the present, not the latest time that the status has. */
  readonly isNow: boolean;
  /** What of the object is not what it should be. */
  readonly problems: readonly ObjectProblem[];
}

export interface ContainerReport {
  readonly container: ObservedContainer;
  readonly state: string;
  /** What the kubelet says of its present state, or the program of its last end. Undefined if there is nothing. */
  readonly message: string | undefined;
  readonly known: ObservedRuns;
  /** The back-off that it is in, or would be in if it ended now; undefined if no run is known. */
  readonly backOff: BackOff | undefined;
  readonly next: NextTry;
}

/** `isNow`: the moment is the present, not the latest time that the status has. */
export function reportPod(model: KubeletModel, look: PodSnapshot, nowMs: number, isNow = true): PodReport {
  const { pod } = look;
  return {
    model,
    look,
    isNow,
    problems: [],
    atMs: nowMs,
    state: podText(model, look, nowMs),
    restarts: restartsOf(pod),
    restartsAll: restartsAllOf(model, look),
    conditions: pod.conditions,
    containers: pod.containers.map((container) => ({
      container,
      state: containerText(model, look, container, nowMs),
      message: messageOf(container),
      known: runsOf(look, container),
      backOff: backOffSteps(model, look, container).at(-1),
      next: nextTry(model, look, container),
    })),
    scenario: inferScenario(model, look),
    contradictions: contradictions(model, look, nowMs),
  };
}

/** The kubelet's words for a container that waits, except for its back-off, which is described in other words. For a container that ended, its termination message. */
export function messageOf({ state, lastState }: ObservedContainer): string | undefined {
  const isExplicit = state.is === "running" || (state.is === "waiting" && state.reason === "CrashLoopBackOff");
  const told = [isExplicit ? undefined : state.message, lastState?.message];
  return told.find((text) => text !== undefined && text.trim() !== "");
}

/** Of conditions that are met when they are False. */
const adverse: ReadonlySet<string> = new Set([
  "DisruptionTarget",
  "PodResizePending",
  "PodResizeInProgress",
  "AllContainersRestarting",
]);

function isMet({ type, status }: ObservedCondition): boolean {
  return status === (adverse.has(type) ? "False" : "True");
}

/** All conditions in one line, those first that are not as they should be: `Ready False (ContainersNotReady); as they should be: Initialized, PodScheduled`. */
export function conditionsText(conditions: readonly ObservedCondition[]): string {
  const bad = conditions.filter((each) => !isMet(each));
  const good = conditions.filter(isMet).map(({ type }) => type);
  const first = bad.find(({ type }) => type === "Ready");
  const others = bad.filter((each) => each !== first);
  // Ready says what ContainersReady says, in the same words.
  const news = others.filter((each) => each.message === undefined || each.message !== first?.message);
  const same = others.filter((each) => !news.includes(each)).map(({ type }) => type);
  const head = first === undefined ? [] : [`${[first.type, ...same].join(", ")} ${conditionText(first)}`];
  const rest = news.map((each) => `${each.type} ${conditionText(each)}`);
  if (bad.length === 0) return `all as they should be: ${good.join(", ")}`;
  return [...head, ...rest, ...(good.length === 0 ? [] : [`as they should be: ${good.join(", ")}`])].join("; ");
}

/** `False (ContainersNotReady) since 2026-11-21 12:09:45 UTC: containers with unready status: [app]`. */
export function conditionText({ status, reason, message, since }: ObservedCondition): string {
  const because = reason ? ` (${reason})` : "";
  const sinceWhen = since === undefined ? "" : ` since ${timeText(since.nominalMs)}`;
  return `${status}${because}${sinceWhen}${message ? `: ${message}` : ""}`;
}

/**
 * What an object says that carries a status, such as `kubectl get pod -o yaml` writes. Without `nowMs` the moment is that of the
 * latest time in it. Undefined if it is not a pod, or has no status.
 */
export function reportObject(
  object: unknown,
  assumptions: Assumptions,
  { nowMs, events = [] }: ObjectLook = {},
): PodReport | undefined {
  const { value: pod, problems } = readPod(object);
  // Most manifests have no status.
  if (pod === undefined || !hasStatus(pod)) return undefined;
  const model = kubeletModelOf(pod, assumptions);
  const own = events.filter((event) => isAbout(event, pod));
  // A status without any time says what is the case all the same.
  const atMs = nowMs ?? latestTime(pod, own) ?? 0;
  if (model === undefined) return undefined;
  return { ...reportPod(model, lookAt(pod, own), atMs, nowMs !== undefined), problems };
}

/** What is known of an object beside itself. */
export interface ObjectLook {
  /** The present, in ms since 1970; undefined if nobody knows when the object was read. */
  readonly nowMs?: number | undefined;
  /** Events of this pod and of others. */
  readonly events?: readonly ObservedEvent[];
}

function hasStatus({ phase, reason, conditions, containers }: ObservedPod): boolean {
  return containers.length > 0 || conditions.length > 0 || Boolean(phase) || Boolean(reason);
}

/** The latest time that a pod's object and its events have: they were not read before that. */
export function latestTime(
  { createdAt, startedAt, conditions, containers }: ObservedPod,
  events: readonly ObservedEvent[],
): number | undefined {
  const times = [
    ...events.map(({ last }) => last),
    createdAt,
    startedAt,
    ...conditions.map(({ since }) => since),
    ...containers.flatMap(({ state, lastState }) => [
      state.is === "waiting" ? undefined : state.startedAt,
      state.is === "terminated" ? state.finishedAt : undefined,
      lastState?.finishedAt,
    ]),
  ].flatMap((time) => time?.nominalMs ?? []);
  return times.length === 0 ? undefined : Math.max(...times);
}

/** `40s, from the gap before its last run`. */
export function backOffText({ delaysMs, source, certainty }: BackOff): string {
  const doubt = certainty === "guessed" ? ", which the node's back-off does not produce" : "";
  return `${delaysMs.map((delayMs) => (delayMs === 0 ? "none" : formatDuration(delayMs))).join(" or ")}, from ${sourceTexts[source]}${doubt}`;
}

/** `ran 10s from 2026-11-21 12:09:45 UTC, exit code 3`. */
export function runText({ startedAt, end, lengthMs }: ObservedRun): string {
  const from = startedAt === undefined ? "" : ` from ${timeText(startedAt.nominalMs)}`;
  if (end === undefined) return `runs${from.replace("from", "since")}`;
  const length = lengthMs === undefined ? "" : ` ${formatRecorded(lengthMs.nominalMs)}`;
  return `ran${length}${from}, ${exitText(end)}`;
}

/** `2026-11-21 12:10:35–12:10:58 UTC`. */
export function windowText({ earliestMs, latestMs }: Span): string {
  const [from, until] = [Math.floor(earliestMs / 1000) * 1000, Math.ceil(latestMs / 1000) * 1000].map(wholeTime);
  const [day] = (from ?? "").split(" ");
  return `${from}–${until?.replace(`${day} `, "")} UTC`;
}

export function timeText(ms: number): string {
  return `${wholeTime(ms)} UTC`;
}

/** With the seconds, also where they are 0. */
function wholeTime(ms: number): string {
  const text = formatWallTime(ms);
  return text.length === "2026-11-21 12:10".length ? `${text}:00` : text;
}

const sourceTexts: Readonly<Record<BackOffSource, string>> = {
  message: "the kubelet's message",
  gap: "the gap before its last run",
  history: "its earlier runs",
  possible: "its number of restarts",
};
