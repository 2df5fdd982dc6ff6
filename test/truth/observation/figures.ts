import { alignColumns } from "../../../server/exports/table.ts";
import { contradictions } from "../../../shared/observation/contradictions.ts";
import { kubeletModelOf } from "../../../shared/observation/objects/kubelet-model.ts";
import { addPod, type PodHistory } from "../../../shared/observation/objects/runs.ts";
import { mixedNames, readRecording, recordingNames } from "../timelines/recording.ts";
import { isSame, playInferred } from "./played.ts";
import { pullWaitsOf } from "./pulls.ts";
import { type RecordedPod, recordedPod } from "./recorded-pods.ts";
import { type Knowledge, type Wait, waitsOf } from "./waits.ts";

/** Someone stopped the kubelet, changed or deleted the pod, or all containers were restarted in the middle of a wait: no status foretells it. */
const disturbed =
  /^(kr-|kubelet-stopped-in-backoff@|delete-in-backoff-sidecar@|image-change-during-wait@|annotation-during-wait@|rac-while-crash-looping@)/;
/** A start that fails raises the back-off, and no status says so. */
const untold = /^create-fails-after-a-crash@/;

export interface NamedPod {
  readonly name: string;
  readonly isDisturbed: boolean;
  readonly pod: RecordedPod;
}

export function recordedPods(part = ""): readonly NamedPod[] {
  return podsOf(recordingNames, part);
}

/** Those that the product was not written for. */
export function mixedPods(part = ""): readonly NamedPod[] {
  return podsOf(mixedNames, part);
}

function podsOf(names: readonly string[], part: string): readonly NamedPod[] {
  return names
    .filter((name) => name.includes(part))
    .flatMap((name) => {
      const recording = readRecording(name);
      const isDisturbed = disturbed.test(name) || untold.test(name);
      return recording.runs.map((run) => ({ name, isDisturbed, pod: recordedPod(recording, run) }));
    });
}

/** Statuses that show a wait, and what was right of what was said about it. */
export interface WaitFigures {
  readonly statuses: number;
  /** Of those whose delay the kubelet named at some time. */
  readonly compared: number;
  readonly startRight: number;
  readonly restarts: number;
  readonly inside: number;
  /** Nothing started again before the recording ended, and the window was over by then. */
  readonly overdue: number;
}

/** `start right`: the back-off is said to end within this of its real end. */
export const startToleranceMs = 1500;

export function figuresOf(waits: readonly (Wait & { readonly endMs: number })[]): WaitFigures {
  const compared = waits.filter(({ realEarliestMs }) => realEarliestMs !== undefined);
  const restarted = waits.filter(({ startedMs }) => startedMs !== undefined);
  return {
    statuses: waits.length,
    compared: compared.length,
    startRight: compared.filter(isStartRight).length,
    restarts: restarted.length,
    inside: restarted.filter(isInside).length,
    overdue: waits.filter(({ startedMs, window, endMs }) => startedMs === undefined && window.latestMs < endMs).length,
  };
}

export function isStartRight({ backOffEndMs, realEarliestMs = 0 }: Wait): boolean {
  return Math.abs(backOffEndMs - realEarliestMs) <= startToleranceMs;
}

export function isInside({ window, startedMs = 0 }: Wait): boolean {
  return startedMs >= window.earliestMs && startedMs <= window.latestMs;
}

export function allWaits(pods: readonly NamedPod[], knowledge: Knowledge) {
  return pods.flatMap(({ name, isDisturbed, pod }) =>
    waitsOf(pod, knowledge).map((wait) => ({ ...wait, name, isDisturbed, endMs: pod.endMs })),
  );
}

/** All figures, as text. */
export function report(pods: readonly NamedPod[]): readonly string[] {
  const { containers, same, exceptions } = inferredFigures(pods);
  const played = `${same} of ${containers} containers do the same when their inferred scenario is played; not these:`;
  const found = ["contradictions found:", ...foundContradictions(pods)];
  return [...waitTable(pods), "", pullText(pods), "", played, ...exceptions, "", ...found];
}

function waitTable(pods: readonly NamedPod[]): readonly string[] {
  const rows = knowledges.flatMap((knowledge) => {
    const waits = allWaits(pods, knowledge);
    const calm = waits.filter(({ isDisturbed }) => !isDisturbed);
    return [
      ...sources.flatMap((source) => [
        row(
          knowledge,
          source,
          "one delay",
          calm.filter((wait) => wait.source === source && wait.delaysMs.length === 1),
        ),
        row(
          knowledge,
          source,
          "several",
          calm.filter((wait) => wait.source === source && wait.delaysMs.length > 1),
        ),
      ]),
      row(knowledge, "all", "undisturbed", calm),
      row(
        knowledge,
        "all",
        "disturbed",
        waits.filter(({ isDisturbed }) => isDisturbed),
      ),
    ];
  });
  return alignColumns([
    ["known", "source", "", "statuses", "start right", "restarts inside", "overdue"],
    ...rows.filter((each) => each[3] !== "0"),
  ]);
}

export const knowledges: readonly Knowledge[] = [
  "one look",
  "one look and events",
  "all looks",
  "all looks and events",
];
const sources = ["message", "gap", "history", "possible"] as const;

function row(knowledge: string, source: string, which: string, waits: readonly (Wait & { readonly endMs: number })[]) {
  const { statuses, compared, startRight, restarts, inside, overdue } = figuresOf(waits);
  return [
    knowledge,
    source,
    which,
    `${statuses}`,
    `${startRight} of ${compared}`,
    `${inside} of ${restarts}`,
    `${overdue}`,
  ];
}

/** Statuses without an image, and those of them whose next pull came within its window. */
function pullFigures(pods: readonly NamedPod[]): { readonly pulls: number; readonly inside: number } {
  const waits = pods.filter(({ isDisturbed }) => !isDisturbed).flatMap(({ pod }) => pullWaitsOf(pod));
  const pulled = waits.flatMap(({ window, pulledMs }) => (pulledMs === undefined ? [] : [{ window, pulledMs }]));
  const inside = pulled.filter(({ window, pulledMs }) => pulledMs >= window.earliestMs && pulledMs <= window.latestMs);
  return { pulls: pulled.length, inside: inside.length };
}

function pullText(pods: readonly NamedPod[]): string {
  const { pulls, inside } = pullFigures(pods);
  return `${inside} of ${pulls} statuses without an image were followed by a pull within the window that the events give`;
}

interface InferredFigures {
  readonly containers: number;
  readonly same: number;
  /** Recording and container of those that are not. */
  readonly exceptions: readonly string[];
}

function inferredFigures(pods: readonly NamedPod[]): InferredFigures {
  const played = pods
    // Thousands of resets: no status has more than a few of them.
    .filter(({ name }) => !name.startsWith("rac-loop-instant@"))
    .flatMap(({ name, pod }) => playInferred(pod).map((each) => ({ name, ...each })));
  const others = played.filter((each) => !isSame(each)).map(({ name, container }) => `${name} ${container}`);
  const counts = new Map<string, number>();
  for (const other of others) counts.set(other, (counts.get(other) ?? 0) + 1);
  return {
    containers: played.length,
    same: played.length - others.length,
    exceptions: [...counts].map(([other, count]) => `${other}: ${count}`),
  };
}

/** Contradictions that are found at the end of a recording, by recording and kind. */
function foundContradictions(pods: readonly NamedPod[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const { name, pod } of pods) {
    for (const { kind } of contradictionsOf(pod)) {
      const key = `${name} ${kind}`;
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
  }
  return [...counts].map(([key, count]) => `${key}: ${count}`);
}

function contradictionsOf({ looks, assumptions, endMs }: RecordedPod) {
  const last = looks.at(-1);
  const facts = last && kubeletModelOf(last.pod, assumptions);
  if (last === undefined || facts === undefined) return [];
  let history: PodHistory | undefined;
  for (const { pod, atMs } of looks) history = addPod(history, pod, { seenMs: atMs, atMost: Number.POSITIVE_INFINITY });
  return contradictions(facts, { pod: last.pod, history, events: last.events }, endMs);
}
