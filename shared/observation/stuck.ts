import { inNumber } from "../basics/counted.ts";
import { plainLine } from "../basics/plain-line.ts";
import type { Span } from "../basics/span.ts";
import { lastPart } from "./last-part.ts";
import type { ObservedEvent } from "./objects/event-object.ts";
import type { ObservedContainer, ObservedPod } from "./objects/pod-object.ts";
import type { PodSnapshot } from "./objects/pod-snapshot.ts";

// Why a pod does not get on: by its status, and by what the scheduler, the attach controller and the kubelet report in events.

/** Something that a pod waits for. */
export interface Hold {
  /** `waits for a volume`. */
  readonly what: string;
  readonly sinceMs: number | undefined;
  /** What the cluster says of it, in one line. Undefined if that is nothing. */
  readonly why: string | undefined;
  /** Undefined if nothing is wrong. */
  readonly fix: string | undefined;
}

const volume = "waits for a volume";
const sandbox = "waits for its network and sandbox";

/** What the kubelet and the attach controller report of a pod whose containers cannot be created yet. */
const blockers: ReadonlyMap<string, string> = new Map([
  ["FailedMount", volume],
  ["FailedAttachVolume", volume],
  ["FailedMapVolume", volume],
  ["FailedCreatePodSandBox", sandbox],
  ["FailedCreatePodContainer", sandbox],
  ["NetworkNotReady", "waits for the network of the node"],
  ["FailedPrepareDynamicResources", "waits for its devices"],
]);

/** The volumes are mounted and the sandbox is there: the kubelet is at the container. */
const past: ReadonlySet<string> = new Set(["Pulling", "Pulled", "Created", "Started"]);

/** Of a pod whose containers are being created: what holds that up. Undefined if nothing was reported. */
export function creationHold({ events, pod }: PodSnapshot): Hold | undefined {
  const inTime = byTime(events);
  const latest = inTime.findLast(({ reason }) => blockers.has(reason) || past.has(reason));
  const what = latest && blockers.get(latest.reason);
  if (latest === undefined || what === undefined)
    return latest?.reason === "Pulling" && pod.containers.some(isNew)
      ? { what: "pulls its image", sinceMs: latest.last?.nominalMs, why: undefined, fix: undefined }
      : undefined;
  // The summary that a kubelet gives every two minutes names no cause.
  const isSummary = ({ message }: ObservedEvent): boolean => message.startsWith("Unable to attach or mount volumes");
  const causes = inTime.filter((event) => blockers.get(event.reason) === what && !isSummary(event));
  const told = causes.at(-1) ?? latest;
  const since = Math.min(...causes.concat(latest).flatMap(({ first }) => first?.nominalMs ?? []));
  return {
    what: what === volume ? volumeWords(told.message) : what,
    sinceMs: Number.isFinite(since) ? since : undefined,
    why: isSummary(told) ? volumesText(told.message) : `${pluginText(told.message)}${lastPart(told.message)}`,
    fix: `${told.reason}: ${fixes.find(([pattern]) => told.message.includes(pattern))?.[1] ?? "the kubelet tries again by itself"}`,
  };
}

/** `plugin calico: `, of a message about a CNI plugin. */
function pluginText(message: string): string {
  const name = quotedAfter(message, 'plugin type="');
  return name === "" ? "" : `plugin ${plainLine(name, 40)}: `;
}

/**
 * `waits for volume config`, as far as the message names one: that of the pod, or the PersistentVolume behind it.
 * Models pkg/volume/util/types GenerateMsgDetailed and GenerateErrorDetailed (v1.37.1)
 */
function volumeWords(message: string): string {
  const name = quotedAfter(message, ' for volume "');
  return name === "" ? volume : `waits for volume ${plainLine(name, 60)}`;
}

/** What stands behind `start`, up to the next quotation mark; "" if that is nothing. */
function quotedAfter(message: string, start: string): string {
  const at = message.indexOf(start);
  const from = at + start.length;
  const end = message.indexOf('"', from);
  return at < 0 || end < 0 ? "" : message.slice(from, end);
}

const fixes: readonly (readonly [part: string, fix: string])[] = [
  ["Multi-Attach", "the volume is attached to another node: the pod there has to go, and the node to let go of it"],
  ["configmap ", "create it, or name another one; the kubelet tries again by itself"],
  ["secret ", "create it, or name another one; the kubelet tries again by itself"],
];

function isNew({ state }: ObservedContainer): boolean {
  return state.is === "waiting" && (state.reason === undefined || state.reason === "ContainerCreating");
}

/** `timed out, unmounted volumes: data`. */
function volumesText(message: string): string {
  const start = message.indexOf("unmounted volumes=[");
  const from = start + "unmounted volumes=[".length;
  const names = start < 0 ? "" : message.slice(from, message.indexOf("]", from));
  return names === "" ? lastPart(message) : plainLine(`not mounted in time: ${names.split(" ").join(", ")}`, 100);
}

/** Events that several parties report have no order of their own. */
function byTime(events: readonly ObservedEvent[]): readonly ObservedEvent[] {
  return events.toSorted((one, other) => (one.last?.nominalMs ?? 0) - (other.last?.nominalMs ?? 0));
}

/** Of a pod that has no node yet. */
interface SchedulingHold extends Hold {
  readonly isGated: boolean;
  /** No scheduler has said anything of the pod. */
  readonly isUnseen: boolean;
}

export function schedulingHold({ pod, events }: PodSnapshot): SchedulingHold | undefined {
  const { conditions, nodeName, containers, phase } = pod;
  const scheduled = conditions.find(({ type }) => type === "PodScheduled");
  const isNew = nodeName === undefined && containers.length === 0 && phase === "Pending";
  if (scheduled?.status !== "False" && (scheduled !== undefined || !isNew || conditions.length > 0)) return undefined;
  const isGated = scheduled?.reason === "SchedulingGated";
  const failed = byTime(events).findLast(({ reason }) => reason === "FailedScheduling");
  const message = plainLine(scheduled?.message || failed?.message || "").replace(/\.$/, "");
  const gates = namesOf(pod.spec["schedulingGates"]);
  return {
    isGated,
    isUnseen: scheduled === undefined && failed === undefined,
    what: isGated ? "waits for its scheduling gates" : "is not scheduled",
    sinceMs: scheduled?.since?.nominalMs ?? pod.createdAt?.nominalMs,
    why: isGated ? plainLine(gates.join(", "), namesMax) || undefined : message || scheduled?.reason,
    fix: isGated
      ? "whoever set spec.schedulingGates has to remove them"
      : scheduled === undefined
        ? `if it stays so, why: kubectl describe pod ${plainLine(pod.name)}`
        : "requests, selectors, or nodes; the pod starts by itself once a node fits",
  };
}

/** `0/3 nodes are available: 3 Insufficient cpu`: what the scheduler says of preemption afterwards is cut off. */
export function firstSentence(text: string): string {
  const end = text.indexOf(". ");
  return end < 0 ? text : text.slice(0, end);
}

/** Names in a list of objects, as far as they are some. */
function namesOf(list: unknown): readonly string[] {
  if (!Array.isArray(list)) return [];
  return list.flatMap((each: unknown) => {
    const name = typeof each === "object" && each !== null && "name" in each ? each.name : undefined;
    return typeof name === "string" ? [plainLine(name)] : [];
  });
}

/** What a pod that is being deleted still waits for. */
export interface DeletionHold {
  readonly sinceMs: number;
  /** When the grace is over: what still runs is killed. */
  readonly goneMs: number;
  readonly goneAt: Span;
  readonly isRunning: boolean;
  /** Why it is deleted: `DeletionByTaintManager: …`. */
  readonly why: string | undefined;
  /** `finalizers a, b`, or the kubelet that has not confirmed its end. Undefined while its containers run and nothing else holds it. */
  readonly heldBy: string | undefined;
  readonly hook: string | undefined;
}

export function deletionHold({ pod, events }: PodSnapshot): DeletionHold | undefined {
  const { deletionAt, deletionGraceSeconds = 0, finalizers, nodeName, containers } = pod;
  if (deletionAt === undefined) return undefined;
  const isRunning = containers.some(({ state }) => state.is === "running");
  const hasEnded = containers.length > 0 && containers.every(({ state }) => state.is === "terminated");
  const failed = byTime(events).findLast(({ reason }) => reason === "FailedPreStopHook");
  const finalizing =
    finalizers.length === 0
      ? undefined
      : `${inNumber(finalizers.length, "finalizer")} ${plainLine(finalizers.join(", "), namesMax)}`;
  const kubelet =
    hasEnded && nodeName !== undefined
      ? `the kubelet of ${plainLine(nodeName)}, which has to confirm its end`
      : undefined;
  return {
    sinceMs: deletionAt.nominalMs - 1000 * deletionGraceSeconds,
    goneMs: deletionAt.nominalMs,
    goneAt: deletionAt,
    isRunning,
    why: disruptionText(pod),
    heldBy: finalizing ?? kubelet,
    hook: failed && `its preStop hook failed: ${lastPart(failed.message)}`,
  };
}

/** Of a pod that has come to its end and is still there. Undefined if nobody deletes it, or nothing holds it. */
export function leftoverText(look: PodSnapshot): string | undefined {
  const heldBy = deletionHold(look)?.heldBy;
  return heldBy && `is being deleted, held by ${heldBy}`;
}

const namesMax = 200;

/** Who decided that the pod ends, as an eviction or a taint. */
export function disruptionText({ conditions }: ObservedPod): string | undefined {
  const found = conditions.find(({ type, status }) => type === "DisruptionTarget" && status === "True");
  if (found === undefined) return undefined;
  const message = plainLine(found.message ?? "").replace(/\.$/, "");
  return [found.reason, message].filter((text) => text !== undefined && text !== "").join(": ") || undefined;
}

/** `readiness probe: status code 503`, by the last event about the run that goes on. */
export function probeFailure(
  { events }: PodSnapshot,
  { name, state }: Pick<ObservedContainer, "name" | "state">,
): string | undefined {
  const sinceMs = state.is === "running" ? (state.startedAt?.earliestMs ?? 0) : 0;
  const told = byTime(events).findLast(
    ({ container, reason, message, last }) =>
      container === name &&
      reason === "Unhealthy" &&
      message.startsWith("Readiness probe") &&
      (last === undefined || last.latestMs >= sinceMs),
  );
  if (told === undefined) return undefined;
  const cause = lastPart(told.message);
  return `readiness probe: ${/^\d+$/.test(cause) ? `status code ${cause}` : cause}`;
}

/**
 * Its node is gone for the API server: its containers may run or not. By the event of the node lifecycle controller, or by what only
 * that controller writes: a pod that is not ready while its containers are.
 * Models pkg/controller/util/node/controller_utils.go MarkPodsNotReady (v1.37.1)
 */
export function nodeHold({ pod, events }: PodSnapshot): string | undefined {
  const ready = pod.conditions.find(({ type }) => type === "Ready");
  if (ready?.status !== "False") return undefined;
  if (pod.reason === "NodeLost" || isMarked(pod)) return nodeText(pod);
  const told = byTime(events).findLast(({ reason }) => reason === "NodeNotReady");
  const isRecent =
    told?.last !== undefined && (ready.since === undefined || told.last.latestMs >= ready.since.earliestMs - secondMs);
  return isRecent ? nodeText(pod) : undefined;
}

function nodeText({ nodeName }: ObservedPod): string {
  return nodeName === undefined ? "its node is not ready" : `node ${plainLine(nodeName)} is not ready`;
}

/** A kubelet gives a reason, and writes both conditions at the same time. In a shortened status its containers say what it wrote. */
function isMarked({ conditions, containers }: ObservedPod): boolean {
  const ready = conditions.find(({ type }) => type === "Ready");
  const containersReady = conditions.find(({ type }) => type === "ContainersReady");
  const isSilent = ready?.reason === undefined || ready.reason === "";
  const running = containers.filter(({ state }) => state.is === "running");
  const wereReady =
    containersReady === undefined ? running.every((each) => each.ready) : containersReady.status === "True";
  return isSilent && wereReady && running.length > 0;
}

const secondMs = 1000;
