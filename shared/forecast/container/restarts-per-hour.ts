import type { Assumptions } from "../../kubernetes/node.ts";
import type { Container, DefaultedPod, ProbeType } from "../../kubernetes/pod.ts";
import { restartingExit } from "../../restart/restarting.ts";
import type { Run, Scenario } from "../../scenario/model.ts";
import { longestRun, startingIn } from "../../scenario/ranges.ts";
import { exitAfter, hasOwnScript, scriptOf } from "../../scenario/script.ts";
import { simulate } from "../../simulation/simulation.ts";
import type { Timeline } from "../../simulation/timeline/timeline.ts";
import { answering, forecastSeed, inIdealTime, play, withoutReadiness } from "../runs/experiments.ts";
import { startupBudget } from "./probes.ts";

const hourMs = 3600_000;
/** Two hours hold an hour that begins at any restart of the first one. */
const horizonMs = 2 * hourMs;
/** The longer horizon, for containers of which unlucky phases could put all restarts of the shorter one into one hour. */
const longHorizonMs = 12 * hourMs;
const entriesAtMost = 20_000;

/** Worst-case restarts of a container. */
export interface RestartRate {
  /** The most restarts that any hour can have. */
  readonly most: number;
  /** Probes that stop the container. */
  readonly stoppedBy: readonly ProbeType[];
  /** There may be more: the engine was not asked for longer. */
  readonly cut: boolean;
  /** The shortest time from a restart to the one that comes so many later; infinite where there are not so many. */
  readonly shortestMs: (later: number) => number;
}

/**
 * The restarts of a container by its scenario, else while liveness gets no answer, else when it crashes at once.
 * Asked in ideal time, because every loop of the kubelet only delays a restart.
 */
export function restartRate(question: RestartQuestion): RestartRate {
  const rate = countRestarts(question, horizonMs);
  return rate.cut ? countRestarts(question, longHorizonMs) : rate;
}

interface RestartQuestion {
  readonly pod: DefaultedPod;
  readonly assumptions: Assumptions;
  readonly scenario: Scenario;
  readonly container: Container;
}

function countRestarts(question: RestartQuestion, untilMs: number): RestartRate {
  const { scenario, container } = question;
  const isExplicit = hasOwnScript(scenario, container);
  const timeline = isExplicit ? tell(question, untilMs) : suppose(question, untilMs);
  const own = timeline.entries.filter(({ container: name }) => name === container.name);
  const starts = own.filter(({ kind, run }) => kind === "container-started" && (run ?? 1) > 1);
  const startsMs = starts.map(({ at }) => at.earliestMs);
  const stops = own.flatMap(({ kind, data }) =>
    kind === "container-stopping" && data.probe !== undefined ? [data.probe] : [],
  );
  const goesOn = (starts.at(-1)?.tMs ?? 0) > untilMs / 2;
  return {
    most: mostInAnHour(startsMs),
    stoppedBy: [...new Set(stops)],
    cut: timeline.ended === "event-limit" || (goesOn && (startsMs.at(-1) ?? 0) < hourMs),
    shortestMs: (later) => shortest(startsMs, later),
  };
}

function tell(question: RestartQuestion, untilMs: number): Timeline {
  const { pod, assumptions } = question;
  return simulate({
    pod,
    assumptions: inIdealTime(assumptions),
    scenario: withUnluckyStarts(question),
    seed: forecastSeed,
    untilMs,
    recording: "entries",
    entriesAtMost,
  });
}

/** A start that needs luck with the phase of a probe has none. */
function withUnluckyStarts({ pod, assumptions, scenario, container }: RestartQuestion): Scenario {
  const safeMs = startupBudget(pod, assumptions, container)?.span.earliestMs ?? Number.POSITIVE_INFINITY;
  const script = scriptOf(scenario, container);
  const runs = script.runs.map((run) => (longestRun(run).startsInMs > safeMs ? startingIn(run, longHorizonMs) : run));
  return { ...scenario, containers: { ...scenario.containers, [container.name]: { ...script, runs } } };
}

function suppose({ pod, assumptions, container }: RestartQuestion, untilMs: number): Timeline {
  const experiment = withoutReadiness({ pod, assumptions: inIdealTime(assumptions), container });
  return play(experiment, [supposedRun(pod, assumptions, container)], untilMs);
}

function supposedRun(pod: DefaultedPod, assumptions: Assumptions, container: Container): Run {
  if (container.probes.liveness === undefined) {
    const exit = restartingExit(container, pod, assumptions.node);
    return { ...answering, end: exitAfter(0, exit?.exitCode ?? 1) };
  }
  const target = { kind: "probe", type: "liveness" } as const;
  return { ...answering, answers: [{ answer: "hangs", latencyMs: undefined, target, afterMs: 0, forMs: undefined }] };
}

/** The earliest times are sums of the shortest steps: two of them are as far apart as their restarts are at least. */
function shortest(startsMs: readonly number[], later: number): number {
  const gaps = startsMs.slice(later).map((startMs, index) => startMs - (startsMs[index] ?? startMs));
  return Math.min(...gaps);
}

function mostInAnHour(startsMs: readonly number[]): number {
  let first = 0;
  let most = 0;
  for (const [index, startMs] of startsMs.entries()) {
    while (startMs - (startsMs[first] ?? startMs) >= hourMs) first += 1;
    most = Math.max(most, index - first + 1);
  }
  return most;
}
