import type { RecordedCri, RecordedRun } from "../recording.ts";

type Entry = RecordedRun["entries"][number];
/** Changes one thing in a recorded run. */
export type Perturbation = (run: RecordedRun) => RecordedRun;

/** Farther than every tolerance of the search, and than what the kubelet's own jitter leaves open where the entry is exact. */
const farMs = 2600;

const isCri =
  (op: string) =>
  (entry: Entry): entry is RecordedCri =>
    entry.kind === "cri" && entry.op === op;

const isEvent = (reason: string) => (entry: Entry) => entry.kind === "event" && entry.reason === reason;

const isChecked = (message: string) => (entry: Entry) => isCri("check")(entry) && entry.message === message;

const isRunningStatus = (entry: Entry): boolean =>
  entry.kind === "status" && (entry.containers ?? []).some(({ state }) => state.is === "running");

/** One in the middle: what comes at the very end may have been missed by the recording. */
function change(isMeant: (entry: Entry) => boolean, edit: (entry: Entry) => readonly Entry[]): Perturbation {
  return (run) => {
    const meant = run.entries.filter(isMeant);
    const one = meant[Math.floor(meant.length / 2)];
    const entries = run.entries.flatMap((entry) => (entry === one ? edit(entry) : [entry]));
    return { ...run, entries: entries.sort(inTime) };
  };
}

function inTime(one: Entry, other: Entry): number {
  return one.tMs - other.tMs;
}

const drop = (isMeant: (entry: Entry) => boolean): Perturbation => change(isMeant, () => []);
const twice = (isMeant: (entry: Entry) => boolean): Perturbation =>
  change(isMeant, (entry) => [entry, { ...entry, tMs: entry.tMs + 400 }]);
const shift = (isMeant: (entry: Entry) => boolean, byMs: number): Perturbation =>
  change(isMeant, (entry) => [{ ...entry, tMs: entry.tMs + byMs }]);

/** The times of the two change places. */
function swap(isFirst: (entry: Entry) => boolean, isSecond: (entry: Entry) => boolean): Perturbation {
  return (run) => {
    const first = run.entries.findLast(isFirst);
    const second = run.entries.findLast(isSecond);
    if (first === undefined || second === undefined) return run;
    const at = (entry: Entry): Entry => {
      if (entry === first) return { ...entry, tMs: second.tMs };
      return entry === second ? { ...entry, tMs: first.tMs } : entry;
    };
    return { ...run, entries: run.entries.map(at).sort(inTime) };
  };
}

/** The recording stops showing anything from its last start on, though it was watched until its end. */
function cut(run: RecordedRun): RecordedRun {
  const last = run.entries.findLast(isCri("started"))?.tMs ?? 0;
  return { ...run, entries: run.entries.filter(({ tMs }) => tMs < last - 20) };
}

const edited =
  (edit: (entry: Entry) => Entry) =>
  (entry: Entry): readonly Entry[] => [edit(entry)];

type Shown = NonNullable<Extract<Entry, { kind: "status" }>["containers"]>[number];

function shown(edit: (status: Shown) => Shown): Perturbation {
  return change(
    isRunningStatus,
    edited((entry) => (entry.kind === "status" ? { ...entry, containers: (entry.containers ?? []).map(edit) } : entry)),
  );
}

/** What a recording may lack or have twice, each in words. */
export const lostOrRepeated: Readonly<Record<string, Perturbation>> = {
  "a start is missing": drop(isCri("started")),
  "a creation is missing": drop(isCri("created")),
  "an exit is missing": drop(isCri("exited")),
  "a stop is missing": drop(isCri("stop")),
  "an attempt of a probe is missing": drop(isChecked("ok")),
  "an attempt without an answer is missing": drop(isChecked("timeout")),
  "an event is missing": drop(isEvent("Started")),
  "a warning is missing": drop(isEvent("Unhealthy")),
  "the kill is not told": drop(isEvent("Killing")),
  "a status is missing": drop(isRunningStatus),
  "the first sandbox is missing": drop(isCri("sandbox-ready")),
  "a start comes twice": twice(isCri("started")),
  "an exit comes twice": twice(isCri("exited")),
  "a stop comes twice": twice(isCri("stop")),
  "an attempt comes twice": twice(isCri("check")),
  "an event comes twice": twice(isEvent("Started")),
  "a warning comes twice": twice(isEvent("Unhealthy")),
  "the last restart is cut off": cut,
};

/** What it may have at another time, or with other content. */
export const movedOrAltered: Readonly<Record<string, Perturbation>> = {
  "an exit comes late": shift(isCri("exited"), farMs),
  "an exit comes early": shift(isCri("exited"), -farMs),
  "a stop comes late": shift(isCri("stop"), farMs),
  "an attempt comes late": shift(isCri("check"), 900),
  "an attempt comes early": shift(isCri("check"), -900),
  "an event comes late": shift(isEvent("Started"), farMs),
  "a start comes before its creation": swap(isCri("started"), isCri("created")),
  "an exit comes before its stop": swap(isCri("exited"), isCri("stop")),
  "another exit code": change(
    isCri("exited"),
    edited((entry) => (entry.kind === "cri" ? { ...entry, code: 77 } : entry)),
  ),
  "another grace period": change(
    isCri("stop"),
    edited((entry) => (entry.kind === "cri" ? { ...entry, message: "grace 17s" } : entry)),
  ),
  "an attempt has another answer": change(
    isChecked("ok"),
    edited((entry) => (entry.kind === "cri" ? { ...entry, message: "failed" } : entry)),
  ),
  "an attempt could not be run": change(
    isChecked("ok"),
    edited((entry) => (entry.kind === "cri" ? { ...entry, message: "broken" } : entry)),
  ),
  "another attempt number": change(
    isCri("created"),
    edited((entry) => (entry.kind === "cri" ? { ...entry, restart: 9 } : entry)),
  ),
  "another message": change(
    isEvent("Killing"),
    edited((entry) => (entry.kind === "event" ? { ...entry, message: "because" } : entry)),
  ),
  "another restart count": shown((status) => ({ ...status, restarts: status.restarts + 1 })),
  "another readiness": shown((status) => ({ ...status, ready: !status.ready })),
  "another phase": change(
    isRunningStatus,
    edited((entry) => (entry.kind === "status" ? { ...entry, phase: "Succeeded" } : entry)),
  ),
};
