import type { Assumptions } from "../../../shared/kubernetes/node.ts";
import { type ObservedEvent, readEvent } from "../../../shared/observation/objects/event-object.ts";
import { type ObservedPod, readPod } from "../../../shared/observation/objects/pod-object.ts";
import type { Stopper } from "../../../shared/observation/objects/runs.ts";
import { inputOf } from "../timelines/play.ts";
import type { RecordedCri, RecordedEvent, RecordedRun, RecordedStatus, Recording } from "../timelines/recording.ts";
import { type StoredEvent, sentEvents } from "./event-recorder.ts";

// The recordings have what a watcher of the API saw, in a short form and in ms since the pod's sandbox. Here it is written as the
// API would write it, so that it is read the way of real objects.

/** A status as a watcher got it. */
export interface RecordedLook {
  /** When it was received, in ms since 1970 on the recording's clock. */
  readonly atMs: number;
  readonly pod: ObservedPod;
  readonly events: readonly ObservedEvent[];
  /** Of these, what a kubelet sends to the API server when it lives as long as the recording: of each type 25, and one more every five minutes. */
  readonly sentEvents: readonly ObservedEvent[];
}

/** Who ended a run. `itself`: nobody else, an OOM kill or a failed start included. */
export type EndCause = Stopper | "itself" | "reset";

/** A run of a container, as the runtime had it. */
export interface RealRun {
  readonly container: string;
  readonly number: number;
  readonly startedMs: number;
  readonly exitedMs: number | undefined;
  readonly exitCode: number | undefined;
  readonly reason: string | undefined;
  /** Who had it stopped, by the kubelet's own call to the runtime. Undefined: it runs, or nobody recorded it. */
  readonly cause?: EndCause | undefined;
}

export interface RecordedPod {
  readonly assumptions: Assumptions;
  readonly looks: readonly RecordedLook[];
  readonly runs: readonly RealRun[];
  /** When the kubelet asked for the image of a container. */
  readonly pulls: readonly { readonly container: string; readonly atMs: number }[];
  readonly endMs: number;
}

/** Some day; the API's whole seconds begin on it. */
const dayMs = Date.UTC(2026, 10, 20);

export function recordedPod(recording: Recording, run: RecordedRun): RecordedPod {
  const { assumptions } = inputOf(recording, run);
  const zeroMs = dayMs + phaseOf(run);
  const all = run.entries.filter((entry) => entry.kind === "event");
  const deleted = run.entries.find((entry) => entry.kind === "status" && entry.deleting !== undefined);
  const deletedMs = zeroMs + (deleted?.tMs ?? 0);
  const looks = run.entries.flatMap((entry) => {
    if (entry.kind !== "status" || entry.deleted === true) return [];
    const atMs = zeroMs + entry.tMs;
    const { value } = readPod(podJson(recording, entry, { zeroMs, deletedMs }));
    if (value === undefined) return [];
    const events = eventsUntil(all, entry.tMs, zeroMs);
    return [{ atMs, pod: value, events, sentEvents: sentUntil(all, entry.tMs, zeroMs) }];
  });
  const pulls = run.entries.flatMap((entry) =>
    entry.kind === "event" && entry.reason === "Pulling" && entry.container !== undefined
      ? [{ container: entry.container, atMs: zeroMs + entry.tMs }]
      : [],
  );
  return { assumptions, looks, runs: realRuns(run, zeroMs), pulls, endMs: zeroMs + (run.entries.at(-1)?.tMs ?? 0) };
}

/** What kubectl would get at a look: the object, and the events that were sent. */
export interface RecordedDump {
  readonly atMs: number;
  readonly pod: unknown;
  readonly events: readonly unknown[];
}

/** The dumps of all looks at a recorded pod. */
export function recordedDumps(recording: Recording, run: RecordedRun): readonly RecordedDump[] {
  const zeroMs = dayMs + phaseOf(run);
  const all = run.entries.filter((entry) => entry.kind === "event");
  const deleted = run.entries.find((entry) => entry.kind === "status" && entry.deleting !== undefined);
  const deletedMs = zeroMs + (deleted?.tMs ?? 0);
  return run.entries.flatMap((entry) => {
    if (entry.kind !== "status" || entry.deleted === true) return [];
    const events = sentEvents(all, entry.tMs).map((stored) => eventJson(stored, zeroMs));
    return [{ atMs: zeroMs + entry.tMs, pod: podJson(recording, entry, { zeroMs, deletedMs }), events }];
  });
}

/** How far into a second t = 0 of the recording is. */
function phaseOf({ entries }: RecordedRun): number {
  for (const entry of entries) {
    if (entry.kind !== "status") continue;
    for (const { state } of [...(entry.init ?? []), ...(entry.containers ?? [])])
      if (state.startedMs !== undefined) return ((-state.startedMs % 1000) + 1000) % 1000;
  }
  return 0;
}

interface RecordedTimes {
  readonly zeroMs: number;
  /** When the pod was deleted, if it was. */
  readonly deletedMs: number;
}

function podJson({ pod }: Recording, status: RecordedStatus, { zeroMs, deletedMs }: RecordedTimes): unknown {
  const list = (statuses: RecordedStatus["init"]) => (statuses ?? []).map((each) => containerJson(each, zeroMs));
  const conditions = Object.entries(status.conditions ?? {}).map(([type, text]) => {
    const [value, reason, ...message] = text.split(":");
    return { type, status: value, reason, message: message.join(":") };
  });
  return {
    apiVersion: "v1",
    kind: "Pod",
    metadata: {
      name: "pod",
      namespace: "cadence",
      uid: "UID",
      ...(status.deleting !== undefined && {
        deletionTimestamp: time(deletedMs + 1000 * status.deleting),
        deletionGracePeriodSeconds: status.deleting,
      }),
    },
    spec: pod,
    status: {
      phase: status.phase,
      reason: status.reason,
      message: status.message,
      conditions,
      initContainerStatuses: list(status.init),
      containerStatuses: list(status.containers),
    },
  };
}

type RecordedContainer = NonNullable<RecordedStatus["containers"]>[number];
type RecordedState = RecordedContainer["state"];

function containerJson({ name, state, last, restarts, ready, started }: RecordedContainer, zeroMs: number): unknown {
  const lastState = last === undefined ? {} : stateJson(last, zeroMs);
  return { name, state: stateJson(state, zeroMs), lastState, restartCount: restarts, ready, started };
}

function stateJson({ is, reason, message, code, startedMs, finishedMs }: RecordedState, zeroMs: number): unknown {
  const startedAt = startedMs === undefined ? null : time(zeroMs + startedMs);
  if (is === "waiting") return { waiting: { reason, message } };
  if (is === "running") return { running: { startedAt } };
  const finishedAt = finishedMs === undefined ? null : time(zeroMs + finishedMs);
  return { terminated: { exitCode: code ?? 0, reason, message, startedAt, finishedAt } };
}

/** Of equal events a cluster keeps one, with how often it came. */
function eventsUntil(all: readonly RecordedEvent[], tMs: number, zeroMs: number): readonly ObservedEvent[] {
  const same = new Map<string, RecordedEvent[]>();
  for (const entry of all) {
    if (entry.tMs > tMs) continue;
    const key = [entry.container, entry.reason, entry.message].join("/");
    same.set(key, [...(same.get(key) ?? []), entry]);
  }
  return [...same.values()].flatMap((events) => {
    const [event] = events;
    if (event === undefined) return [];
    const { message, tMs: firstMs } = event;
    const stored = { event, message, count: events.length, firstMs, lastMs: events.at(-1)?.tMs ?? firstMs };
    return readEvent(eventJson(stored, zeroMs)).value ?? [];
  });
}

function sentUntil(all: readonly RecordedEvent[], tMs: number, zeroMs: number): readonly ObservedEvent[] {
  return sentEvents(all, tMs).flatMap((stored) => readEvent(eventJson(stored, zeroMs)).value ?? []);
}

function eventJson({ event, message, count, firstMs, lastMs }: StoredEvent, zeroMs: number): unknown {
  const { container, type, reason } = event;
  return {
    apiVersion: "v1",
    kind: "Event",
    involvedObject: { kind: "Pod", name: "pod", uid: "UID", fieldPath: `spec.containers{${container ?? ""}}` },
    ...{ type, reason, message, count },
    firstTimestamp: time(zeroMs + firstMs),
    lastTimestamp: time(zeroMs + lastMs),
  };
}

function time(ms: number): string {
  return new Date(Math.floor((ms + 1) / 1000) * 1000).toISOString().replace(".000Z", "Z");
}

function realRuns({ entries }: RecordedRun, zeroMs: number): readonly RealRun[] {
  const runs: RealRun[] = [];
  for (const entry of entries) {
    if (entry.kind !== "cri" || entry.container === undefined) continue;
    const { container, restart: number = 0, op, code, reason } = entry;
    const atMs = zeroMs + entry.tMs;
    const isOpen = { exitedMs: undefined, exitCode: undefined, reason: undefined, cause: undefined };
    if (op === "started") runs.push({ container, number, startedMs: atMs, ...isOpen });
    const index = runs.findLastIndex((run) => run.container === container && run.number === number);
    const begun = runs[index];
    if (begun === undefined) continue;
    if (op === "stop") runs[index] = { ...begun, cause: begun.cause ?? stopperBefore(entries, entry) };
    if (op === "exited") {
      const cause = reason === "OOMKilled" ? "itself" : (begun.cause ?? "itself");
      runs[index] = { ...begun, exitedMs: atMs, exitCode: code, reason, cause };
    }
  }
  return runs;
}

/** Why the kubelet asks for a stop: its event of the same moment says so. */
function stopperBefore(entries: RecordedRun["entries"], stop: RecordedCri): EndCause {
  const event = entries.findLast(
    (entry) =>
      entry.kind === "event" &&
      entry.reason === "Killing" &&
      entry.container === stop.container &&
      entry.tMs <= stop.tMs,
  );
  const message = event?.kind === "event" ? event.message : "";
  const probe = /failed (liveness|startup) probe/.exec(message)?.[1];
  if (probe === "liveness" || probe === "startup") return probe;
  return message === "killing" ? "reset" : "other";
}
