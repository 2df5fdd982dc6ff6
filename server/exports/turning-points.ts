import { formatMomentShort } from "../../shared/basics/span-words.ts";
import { type ContainerRun, runsOf } from "../../shared/forecast/runs/run-digest.ts";
import type { DefaultedPod } from "../../shared/kubernetes/pod.ts";
import { describeEntry } from "../../shared/simulation/index.ts";
import type { EntryKind, Timeline, TimelineEntry } from "../../shared/simulation/timeline/timeline.ts";

/** Where a run changes: the first start, what ends a container, what becomes of the pod. The same that comes again and again is one. */
interface TurningPoint {
  readonly tMs: number;
  /** Undefined: the pod as a whole. */
  readonly container: string | undefined;
  readonly text: string;
}

/** Before what repeats is folded: turning points that say the same have one key. */
interface Step {
  readonly tMs: number;
  readonly container: string | undefined;
  readonly key: string;
  readonly what: string;
  /** Why it happens; empty where `what` says it. */
  readonly because: string;
  /** How long it lasted, or what came before it; undefined where that says nothing. */
  readonly lasts: { readonly word: "after" | "for"; readonly ms: number } | undefined;
  /** What follows; undefined: nothing. */
  readonly next: Next | undefined;
}

/** How a container comes back. */
interface Next {
  /** 0: without a back-off. */
  readonly backOffMs: number;
  /** To the next attempt. */
  readonly gapMs: number;
}

/** The turning points of a run, in order of time. */
export function turningPoints(timeline: Timeline, pod: DefaultedPod): readonly TurningPoint[] {
  // Of the same instant, what is done to a container goes before what becomes of it.
  const steps = [...otherSteps(timeline, pod), ...stepsOfRuns(timeline), ...readySteps(timeline)];
  const subjects = new Set(steps.map(({ container }) => container));
  return [...subjects]
    .flatMap((subject) => folded(steps.filter(({ container }) => container === subject)))
    .toSorted((left, right) => left.tMs - right.tMs);
}

const plain = { because: "", lasts: undefined, next: undefined } as const;

function stepsOfRuns(timeline: Timeline): readonly Step[] {
  const runs = runsOf(timeline).filter(({ container }) => container !== undefined);
  const names = new Set(runs.map(({ container }) => container));
  return [...names].flatMap((name) =>
    stepsOfContainer(
      runs.filter(({ container }) => container === name),
      timeline,
    ),
  );
}

function stepsOfContainer(runs: readonly ContainerRun[], { entries }: Timeline): readonly Step[] {
  const firstStart = runs.find(({ start }) => start !== undefined);
  const podsMs = entries.flatMap(({ kind, tMs }) => (kind === "job-pod-created" ? [tMs] : []));
  return runs.flatMap((run, index) => {
    const { container } = run;
    const following = runs[index + 1];
    const begin = startOf(run, { isFirst: run === firstStart, isLast: following === undefined });
    const end = endOf(run);
    if (end === undefined) return begin;
    const againMs = following?.entries[0]?.tMs;
    const isOfOtherPod = podsMs.some((tMs) => tMs >= end.tMs && tMs <= (againMs ?? 0));
    const waits = run.waitMs !== undefined && (againMs !== undefined || run.waitMs > 0) && !isOfOtherPod;
    const next = waits ? { backOffMs: run.waitMs ?? 0, gapMs: (againMs ?? end.tMs) - end.tMs } : undefined;
    return [...begin, { ...end, container, next }];
  });
}

function startOf(
  { container, start, end }: ContainerRun,
  { isFirst, isLast }: { readonly isFirst: boolean; readonly isLast: boolean },
): readonly Step[] {
  if (start === undefined) return [];
  const step = { ...plain, tMs: start.tMs, container };
  if (start.data.wasBefore === true)
    return isLast && end === undefined ? [{ ...step, key: "stays", what: "keeps running" }] : [];
  if (isFirst) return [{ ...step, key: "start", what: "starts" }];
  if (!isLast || end !== undefined) return [];
  return [
    {
      ...step,
      key: "stays",
      what: `starts again${(start.run ?? 1) > 1 ? ` (run ${start.run})` : ""} and keeps running`,
    },
  ];
}

/** What ends a run, or keeps it from starting. Undefined: it goes on. */
function endOf(run: ContainerRun): Step | undefined {
  const { container, end, cause, entries } = run;
  if (cause === "") return undefined;
  const { what, because } = endInWords(run);
  const tMs = end?.tMs ?? entries.find(({ kind }) => failures.has(kind))?.tMs ?? entries[0]?.tMs ?? 0;
  const ranMs = end?.data.ranMs;
  const lasts = ranMs === undefined ? undefined : ({ word: "after", ms: ranMs } as const);
  return { tMs, container, key: `${what} ${because}`, what, because, lasts, next: undefined };
}

const failures: ReadonlySet<EntryKind> = new Set([
  "image-pull-failed",
  "container-create-failed",
  "container-start-failed",
]);

function endInWords({ end, cause, entries }: ContainerRun): { readonly what: string; readonly because: string } {
  if (end === undefined) return { what: cause, because: "" };
  const { exitCode = 0 } = end.data;
  if (cause.startsWith("OOM")) return { what: `OOM-killed (exit ${exitCode})`, because: "" };
  if (cause.startsWith("lost")) return { what: cause, because: "" };
  if (cause.startsWith("exit ")) return { what: exitCode === 0 ? "completes" : `exits with ${exitCode}`, because: "" };
  const isKilled = entries.some(({ kind }) => kind === "container-killed");
  const because = cause.replace(" probe (", " probe failed (");
  return { what: isKilled ? "killed by SIGKILL" : "stopped by SIGTERM", because };
}

/** When the pod is ready, loses that to a probe, and is ready for good. What an exit does to it is clear. */
function readySteps({ entries }: Timeline): readonly Step[] {
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  const changes = entries.filter(({ kind, data }) => kind === "condition-changed" && data.condition === "Ready");
  const ready = changes.filter(({ data }) => data.status === "True");
  const lastId = changes.at(-1)?.id;
  const [first] = ready;
  return changes.flatMap((change, index): readonly Step[] => {
    const { tMs, data } = change;
    const step = { ...plain, tMs, container: undefined };
    if (data.status === "True") {
      if (change.id === lastId) return [{ ...step, key: "ready for good", what: "ready for good" }];
      return change === first ? [{ ...step, key: "ready", what: "ready" }] : [];
    }
    const cause = byId.get(change.cause ?? "");
    if (first === undefined || tMs < first.tMs || cause?.kind !== "probe-result") return [];
    const again = changes[index + 1];
    const lasts = again === undefined ? undefined : ({ word: "for", ms: again.tMs - tMs } as const);
    const because = `${cause.data.probe ?? "a"} probe of ${cause.container ?? ""} failed`;
    return [{ ...step, key: because, what: "not ready", because, lasts }];
  });
}

/** What happens to the pod, its node, or its Job, and what a scenario lets a container do. */
const told: ReadonlySet<EntryKind> = new Set([
  "pod-rejected",
  "restart-all-started",
  "kubelet-stopped",
  "kubelet-started",
  "node-rebooted",
  "node-lost",
  "node-not-ready",
  "pod-deleted",
  "pod-removed",
  "job-pod-created",
  "job-ended",
  "pre-stop-cut",
  "note",
]);

function otherSteps({ entries }: Timeline, pod: DefaultedPod): readonly Step[] {
  const isOfJob = entries.some(({ kind }) => kind === "job-pod-created");
  return entries.flatMap((entry): readonly Step[] => {
    if (!isTold(entry, isOfJob)) return [];
    const { tMs, container, kind } = entry;
    const what = withoutName(describeEntry(entry, pod).replace(/\.$/, ""), container);
    return [{ ...plain, tMs, container, key: kind === "note" ? what : kind, what }];
  });
}

/** The container has a column of its own. */
function withoutName(sentence: string, container: string | undefined): string {
  return container !== undefined && sentence.startsWith(`${container} `)
    ? sentence.slice(container.length + 1)
    : sentence;
}

/** The pods of a Job fail with their containers, which are reported. */
function isTold({ kind, data }: TimelineEntry, isOfJob: boolean): boolean {
  if (kind === "phase-changed")
    return !isOfJob && data.wasBefore !== true && (data.phase === "Succeeded" || data.phase === "Failed");
  return told.has(kind) && data.isRoutine !== true && data.wasBefore !== true;
}

/** As often in a row each one is reported. */
const toldMax = 2;
/** A subject with more turning points has all that say the same as one, also where others come between. */
const pointsMax = 12;

function folded(steps: readonly Step[]): readonly TurningPoint[] {
  const inRows = groupsInRow(steps);
  const groups = inRows.length <= pointsMax ? inRows : groupsByKey(steps);
  return groups.flatMap(pointsOf);
}

type Group = readonly [Step, ...Step[]];

function groupsInRow(steps: readonly Step[]): readonly Group[] {
  const groups: [Step, ...Step[]][] = [];
  for (const step of steps) {
    const last = groups.at(-1);
    if (last !== undefined && last[0].key === step.key) last.push(step);
    else groups.push([step]);
  }
  return groups.flatMap((group): readonly Group[] =>
    group.length > toldMax ? [group] : group.map((step): Group => [step]),
  );
}

function groupsByKey(steps: readonly Step[]): readonly Group[] {
  const byKey = new Map<string, [Step, ...Step[]]>();
  for (const step of steps) {
    const group = byKey.get(step.key);
    if (group === undefined) byKey.set(step.key, [step]);
    else group.push(step);
  }
  return [...byKey.values()];
}

/** The first of them, and the others as one. */
function pointsOf([first, ...others]: Group): readonly TurningPoint[] {
  const { tMs, container } = first;
  const [second] = others;
  const head = { tMs, container, text: textOf([first]) };
  if (second === undefined) return [head];
  const untilMs = others.at(-1)?.tMs ?? second.tMs;
  const sign = [first, ...others].some(({ next }) => next !== undefined) ? "↻" : "";
  const text = `${sign}×${others.length} until ${formatMomentShort(untilMs)}: ${textOf(others)}`;
  return [head, { tMs: second.tMs, container, text }];
}

function textOf(steps: readonly Step[]): string {
  const [first] = steps;
  if (first === undefined) return "";
  const lasts = steps.flatMap((step) => step.lasts ?? []);
  const [{ word } = { word: "after" }] = lasts;
  const long = lasts.length === 0 ? "" : ` ${word} ${range(lasts.map(({ ms }) => ms))}`;
  const because = first.because === "" ? "" : `: ${first.because}`;
  return `${first.what}${long}${because}${nextInWords(steps.flatMap(({ next }) => next ?? []))}`;
}

/** What is shorter than a pass of the kubelet takes is no wait. */
const immediateMs = 3000;

function nextInWords(all: readonly Next[]): string {
  if (all.length === 0) return "";
  const backOffs = all.map(({ backOffMs }) => backOffMs);
  if (Math.max(...backOffs) > 0)
    return Math.min(...backOffs) === 0
      ? `, back-off up to ${range([Math.max(...backOffs)])}`
      : `, back-off ${range(backOffs)}`;
  const gaps = all.map(({ gapMs }) => gapMs);
  return Math.max(...gaps) < immediateMs ? ", restarts immediately" : `, restarts after ${range(gaps)}`;
}

function range(numbers: readonly number[]): string {
  const [least, most] = [formatMomentShort(Math.min(...numbers)), formatMomentShort(Math.max(...numbers))];
  return least === most ? most : `${least}–${most}`;
}
