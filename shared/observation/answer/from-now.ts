import { watchEntries } from "../../forecast/answer/digest.ts";
import type { Answer, Spread } from "../../forecast/answer/model.ts";
import type { AnswerInput } from "../../forecast/answer/runs.ts";
import { spreadOf } from "../../forecast/answer/spread.ts";
import { horizonLimitMs, simulate } from "../../simulation/simulation.ts";
import type { TimelineEntry } from "../../simulation/timeline/timeline.ts";
import type { ObservedContainer } from "../objects/pod-object.ts";
import type { PodReport } from "../report.ts";

/** The numbers of an answer that count from the observed moment on. */
type NumbersFromNow = Pick<Answer, "restarts" | "downMs" | "longestWaitMs" | "readyShare" | "containers">;

/**
 * What comes within the horizon after the observed moment: the runs of the scenario are played up to the same end or start of the same
 * container, and counted from there. Undefined if none comes to it.
 */
export function numbersFromNow(report: PodReport, input: AnswerInput, container?: string): NumbersFromNow | undefined {
  const anchor = anchorOf(report, container);
  if (anchor === undefined) return undefined;
  const counted: Counted[] = [];
  let entries = 0;
  for (let run = 0; run < (input.runs ?? runsMost) && (run < runsLeast || entries < entriesMost); run += 1) {
    const played = playFrom(anchor, input, (input.seed ?? 1) + run);
    if (played === undefined) continue;
    entries += played.entries;
    counted.push(played);
  }
  if (counted.length === 0) return undefined;
  const names = [...new Set(counted.flatMap(({ restarts }) => restarts.map((restart) => restart.container)))];
  const spread = (of: (one: Counted) => number): Spread => spreadOf(counted.map(of));
  return {
    restarts: spread(({ restarts }) => restarts.length),
    downMs: spread(({ downMs }) => downMs),
    longestWaitMs: spread(({ longestWaitMs }) => longestWaitMs),
    readyShare: spread(({ readyShare }) => readyShare),
    containers: names.map((name) => ({
      name,
      restarts: spread(({ restarts }) => restarts.filter((restart) => restart.container === name).length),
      onlyCrashes: counted.every(({ restarts }) =>
        restarts.every((restart) => restart.container !== name || isCrash(restart.cause)),
      ),
    })),
  };
}

const runsMost = 100;
const runsLeast = 5;
/** Of all runs together. */
const entriesMost = 150_000;

/** A moment that a run of the simulation and the status have in common. */
export interface Anchor {
  readonly kind: "container-started" | "container-exited";
  readonly container: string;
  /** Counts from 1. */
  readonly run: number;
  /** How long ago it was. */
  readonly agoMs: number;
}

/** From this run on, the back-off of a loop no longer grows: what was before it does not matter. */
const steadyRun = 10;

/** What was so long ago makes no difference any more. */
const agoMost = 2 * 3_600_000;

export function anchorOf({ look, atMs }: PodReport, name: string | undefined): Anchor | undefined {
  const { containers } = look.pod;
  const container = containers.find((each) => each.name === name) ?? containers.find(({ kind }) => kind === "regular");
  const time = container && anchorTime(container);
  if (container === undefined || time === undefined) return undefined;
  const run = Math.min(container.restartCount, steadyRun) + 1;
  return { ...time, container: container.name, run, agoMs: Math.min(agoMost, Math.max(0, atMs - time.ms)) };
}

function anchorTime({
  state,
  lastState,
}: ObservedContainer): (Pick<Anchor, "kind"> & { readonly ms: number }) | undefined {
  if (state.is === "running") return state.startedAt && { kind: "container-started", ms: state.startedAt.nominalMs };
  const end = state.is === "terminated" ? state : lastState;
  return end?.finishedAt && { kind: "container-exited", ms: end.finishedAt.nominalMs };
}

interface Counted {
  readonly restarts: ReturnType<typeof watchEntries>["restarts"];
  readonly downMs: number;
  readonly longestWaitMs: number;
  readonly readyShare: number;
  readonly entries: number;
}

function playFrom(
  anchor: Anchor,
  { pod, assumptions, scenario, horizonMs }: AnswerInput,
  seed: number,
): Counted | undefined {
  const untilMs = Math.min(horizonLimitMs, reachMs + anchor.agoMs + horizonMs);
  const { entries } = simulate({
    pod,
    assumptions,
    scenario,
    seed,
    untilMs,
    recording: "entries",
    entriesAtMost: entriesOfRun,
  });
  const found = entries.find((entry) => isAnchor(entry, anchor));
  if (found === undefined) return undefined;
  const fromMs = found.tMs + anchor.agoMs;
  const before = watchEntries(entries, fromMs, false);
  const after = watchEntries(entries, fromMs + horizonMs, false);
  const restarts = after.restarts.filter(({ tMs }) => tMs > fromMs);
  const readyMs = after.readyMs - before.readyMs;
  return {
    restarts,
    downMs: horizonMs - readyMs,
    longestWaitMs: Math.max(0, ...restarts.map(({ waitMs }) => waitMs)),
    readyShare: readyMs / Math.max(1, horizonMs),
    entries: entries.length,
  };
}

/** Ten restarts of a loop, with whole back-offs. */
export const reachMs = 3_600_000;
const entriesOfRun = 20_000;

export function isAnchor({ kind, container, run = 1 }: TimelineEntry, anchor: Anchor): boolean {
  return kind === anchor.kind && container === anchor.container && run === anchor.run;
}

function isCrash(cause: Counted["restarts"][number]["cause"]): boolean {
  return cause.kind === "exit" && cause.exitCode !== 0;
}
