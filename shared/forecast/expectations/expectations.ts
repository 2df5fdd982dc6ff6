import type { Assumptions } from "../../kubernetes/node.ts";
import type { DefaultedPod } from "../../kubernetes/pod.ts";
import type { Expectation, Scenario } from "../../scenario/model.ts";
import { createSimulation } from "../../simulation/simulation.ts";
import type { SimulationInput } from "../../simulation/timeline/input.ts";
import type { EntryKind, Timeline, WatchedEntry } from "../../simulation/timeline/timeline.ts";
import type { FailedRuns, Judgment } from "./judgment.ts";
import { judgeSurvival } from "./survival.ts";
import { isTimed, type JudgedRun, type Verdict, verdictOf } from "./verdict.ts";

/** Expectations are judged over seeds 1 to 20: the kubelet's jitter is real. */
export const judgedRuns = 20;

/** A run with more entries than this is cut there, so that an `expect` line never takes long. */
export const judgedEntries = 10_000;

/** The runs that judge the expectations, one by one: each may take some milliseconds. */
interface Judging {
  readonly runs: number;
  /** Plays the n-th run, from 0. */
  play(run: number): void;
  /** The judgment over the runs that were played so far. */
  result(): readonly Judgment[];
}

/** What an observed pod goes on with, from the observed moment on. Undefined where no run comes to it: such a seed does not count. */
export type PlayedFuture = (seed: number, untilMs: number) => Timeline | undefined;

/** Plays the pod under each judged seed, beyond the limits of the expectations, as far as `horizonLimitMs` and `judgedEntries` go. */
export function judgeExpectations(
  pod: DefaultedPod,
  assumptions: Assumptions,
  scenario: Scenario,
  future?: PlayedFuture,
): readonly Judgment[] {
  const judging = createJudging(pod, assumptions, scenario, future);
  for (let run = 0; run < judging.runs; run += 1) judging.play(run);
  return judging.result();
}

/** Judges the expectations of a scenario. Without expectations, nothing is played. */
export function createJudging(
  pod: DefaultedPod,
  assumptions: Assumptions,
  scenario: Scenario,
  future?: PlayedFuture,
): Judging {
  const { expectations } = scenario;
  // Beyond the limit, so that a message can say how much an expectation was missed by.
  const timed = expectations.filter(isTimed);
  const untilMs = 2 * Math.max(...timed.map((expectation) => expectation.condition.withinMs));
  const played: { readonly run: JudgedRun; readonly verdicts: ReadonlyMap<Expectation, Verdict> }[] = [];
  return {
    runs: expectations.length === 0 ? 0 : timed.length === 0 || assumptions.timing === "ideal" ? 1 : judgedRuns,
    play(index) {
      if (timed.length === 0) return;
      const seed = index + 1;
      const run =
        future === undefined
          ? watchRun({ pod, assumptions, scenario, seed, untilMs })
          : runOfTimeline(future(seed, untilMs), untilMs);
      if (run === undefined) return;
      played.push({ run, verdicts: new Map(timed.map((expectation) => [expectation, verdictOf(expectation, run)])) });
    },
    result() {
      const watchedMs = Math.min(...played.map(({ run }) => run.watchedMs));
      const verdictsOf = (of: Expectation) => played.flatMap(({ verdicts }) => verdicts.get(of) ?? []);
      return expectations.map((expectation) =>
        expectation.condition.kind === "survives"
          ? judgeSurvival({ pod, assumptions, scenario }, expectation, expectation.condition)
          : { ...judge(expectation, verdictsOf(expectation)), watchedMs },
      );
    },
  };
}

/** The kinds of entries that conditions depend on; most entries are of other kinds. */
const judgedKinds: ReadonlySet<EntryKind> = new Set([
  "condition-changed",
  "phase-changed",
  "pod-removed",
  "container-started",
  "container-stopping",
  "back-off-started",
]);

function watchRun(input: Pick<SimulationInput, "pod" | "assumptions" | "scenario" | "seed" | "untilMs">): JudgedRun {
  const entries: WatchedEntry[] = [];
  const simulation = createSimulation({
    ...input,
    recording: "counts",
    entriesAtMost: judgedEntries,
    watch: (entry) => {
      if (judgedKinds.has(entry.kind)) entries.push(entry);
    },
  });
  simulation.runUntil(input.untilMs);
  const { ended, untilMs } = simulation.timeline();
  if (ended === "event-limit") return { entries, watchedMs: simulation.nowMs() };
  return { entries, watchedMs: ended === "settled" ? input.untilMs : untilMs };
}

function runOfTimeline(timeline: Timeline | undefined, untilMs: number): JudgedRun | undefined {
  if (timeline === undefined) return undefined;
  const { entries, ended } = timeline;
  return { entries, watchedMs: ended === "event-limit" ? (entries.at(-1)?.tMs ?? 0) : untilMs };
}

function judge(expectation: Expectation, verdicts: readonly Verdict[]): Omit<Judgment, "watchedMs"> {
  const held = verdicts.filter(({ holds, isDecided }) => holds && isDecided).length;
  const times = verdicts.flatMap((verdict) => (verdict.atMs === undefined ? [] : [verdict.atMs]));
  return {
    expectation,
    text: expectation.text,
    holds: verdicts.length > 0 && held === verdicts.length,
    share: held / Math.max(1, verdicts.length),
    runs: verdicts.length,
    unseenRuns: verdicts.length - times.length,
    undecidedRuns: verdicts.filter(({ isDecided }) => !isDecided).length,
    earliestMs: times.length === 0 ? undefined : Math.min(...times),
    latestMs: times.length === 0 ? undefined : Math.max(...times),
    failed: failedRuns(verdicts.filter(({ holds, isDecided }) => isDecided && !holds)),
  };
}

function failedRuns(failed: readonly Verdict[]): FailedRuns {
  const reached = failed.flatMap((verdict) => verdict.reached ?? []);
  return {
    runs: failed.length,
    unseen: failed.length - reached.length,
    least: reached.length === 0 ? undefined : Math.min(...reached),
    most: reached.length === 0 ? undefined : Math.max(...reached),
  };
}
