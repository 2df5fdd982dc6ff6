import type { Pieces } from "../../basics/pieces.ts";
import { type InRuns, type RunTimes, timesBesideExact } from "../../basics/run-times.ts";
import { joinSpans, type Span } from "../../basics/span.ts";
import type { PlayableWorkload } from "../../controllers/pods/play-workload.ts";
import { scriptedStartMs } from "../../controllers/pods/scripted-start.ts";
import type { Assumptions } from "../../kubernetes/node.ts";
import type { Completion } from "./model.ts";

/** How much of what differs by run is played for a workload of some size. */
interface Effort {
  /** Runs with jitter beside the exact one. */
  readonly seeds: number;
  /** Pods of each that live a life of their own. */
  readonly lives: number;
  /** How many runs are played in all if the first ones come to different outcomes. */
  readonly differing: number;
  /** Runs by which expectations are judged. */
  readonly judged: number;
}

/** The second and the third run take the shortest and the longest time of each range of a scenario. */
const seedsLeast = 3;

/** As many runs and lives as there is time for. */
export function effortFor(pods: number): Effort {
  if (pods <= 3) return { seeds: 19, lives: 16, differing: 20, judged: 20 };
  if (pods <= 10) return { seeds: 9, lives: 16, differing: 20, judged: 20 };
  if (pods <= 30) return { seeds: 4, lives: 8, differing: 20, judged: 20 };
  const differing = pods <= 1000 ? 10 : 5;
  return { seeds: seedsLeast, lives: 4, differing, judged: pods <= 200 ? 20 : differing };
}

/** Something that has not come by then, and after all that a scenario says of a pod, never comes. */
const patienceMs = 1_800_000;

/** How long nothing may move before a workload stays where it is. */
export function patienceFor({ pod, scenario, oldScenario, spec }: PlayableWorkload): number {
  const scriptedMs = Math.max(...[scenario, oldScenario ?? scenario].map((each) => scriptedStartMs(pod, each)));
  const graceMs = pod.terminationGracePeriodSeconds * 1000;
  return patienceMs + scriptedMs + graceMs + spec.minReadySeconds * 1000;
}

export interface RunOptions {
  readonly assumptions: Assumptions;
  readonly seed: number;
  readonly lives: number;
}

interface Outcomes<Run> {
  readonly play: (options: RunOptions) => Pieces<Run>;
  /** Both come to the same end: only their times and numbers differ. */
  readonly endAlike: (one: Run, other: Run) => boolean;
  /** Another run may end in another way. */
  readonly mayDiffer?: (run: Run) => boolean;
}

/** Steps of all runs after which none is played any more only to see how many end in another way: hundreds of pods that crash for a day. */
const stepsMax = 500_000;

/**
 * Plays one run in exact time and some with jitter. Where they end in different ways, or may, so many that shares of them say something,
 * as far as there is time and memory for them.
 */
export function* playOutcomes<Run>(
  assumptions: Assumptions,
  { seeds, lives, differing }: Effort,
  { play, endAlike, mayDiffer = () => false }: Outcomes<Run>,
): Pieces<readonly Run[]> {
  const counter = { steps: 0 };
  const exact = yield* counted(counter, play({ assumptions: { ...assumptions, timing: "ideal" }, seed: 1, lives: 1 }));
  const runs = [exact];
  if (assumptions.timing === "ideal") return runs;
  const playUpTo = function* (last: number): Pieces<void> {
    while (runs.length <= last && (runs.length <= seeds || counter.steps < stepsMax))
      runs.push(yield* counted(counter, play({ assumptions, seed: runs.length, lives })));
  };
  yield* playUpTo(seeds);
  if (runs.some((run) => !endAlike(run, exact) || mayDiffer(run))) yield* playUpTo(differing - 1);
  return runs;
}

function* counted<T>(counter: { steps: number }, pieces: Pieces<T>): Pieces<T> {
  for (let next = pieces.next(); ; next = pieces.next()) {
    if (next.done === true) return next.value;
    counter.steps += 1;
    yield next.value;
  }
}

/** When something happens, if it does so in every run. */
export function inEveryRun<Run>(runs: readonly Run[], spanOf: (run: Run) => Span | undefined): RunTimes | undefined {
  const some = inRuns(runs, spanOf);
  return some?.runs === runs.length ? some : undefined;
}

/** When something is over, in how many runs. */
export function completionOf<Run>(runs: readonly Run[], spanOf: (run: Run) => Span | undefined): Completion {
  return { completes: inEveryRun(runs, spanOf), completesIn: inRuns(runs, spanOf), runs: runs.length };
}

/** In how many of the runs, of which the first has exact time, something happens, and when. Undefined if in none. */
export function inRuns<Run>(runs: readonly Run[], spanOf: (run: Run) => Span | undefined): InRuns | undefined {
  return timesBesideExact(runs.map(spanOf));
}

/** The first span that there is gives the nominal value; all of them give the bounds. */
export function joined(spans: readonly (Span | undefined)[]): Span | undefined {
  return spans.reduce(
    (all, span) => (all === undefined || span === undefined ? (all ?? span) : joinSpans(all, span)),
    undefined,
  );
}

/** All of these happen, or do not, in one run as in the other. */
export function alike<Run>(...parts: readonly ((run: Run) => unknown)[]): (one: Run, other: Run) => boolean {
  return (one, other) => parts.every((part) => (part(one) === undefined) === (part(other) === undefined));
}
