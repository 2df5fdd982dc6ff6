import { backOffCurve, crashLoopPolicy } from "../../backoff/policy.ts";
import { once } from "../../basics/once.ts";
import type { Span } from "../../basics/span.ts";
import type { Assumptions } from "../../kubernetes/node.ts";
import type { Container, DefaultedPod } from "../../kubernetes/pod.ts";
import { restartingExit } from "../../restart/restarting.ts";
import type { Run } from "../../scenario/model.ts";
import { exitAfter } from "../../scenario/script.ts";
import { createSimulation, simulate } from "../../simulation/simulation.ts";
import type { SimulationInput } from "../../simulation/timeline/input.ts";
import type { Timeline, WatchedEntry } from "../../simulation/timeline/timeline.ts";
import { boundedRestarts } from "../answer/digest-model.ts";
import type { Answer, Spread } from "../answer/model.ts";
import type { AnswerInput } from "../answer/runs.ts";
import { answering, type Experiment, entriesAtMost, forecastSeed, play, runUntilFound } from "../runs/experiments.ts";
import { firstReady, makesReady } from "../runs/occurrences.ts";
import type { RestartForecast, RestartStory } from "./model.ts";

/** The horizon of answers where nobody chooses another: the time that people look at first. */
export const defaultHorizonMs = 30 * 60_000;

/** One run of what the scenario makes of the whole pod. */
export function tellStory({ pod, assumptions, scenario, horizonMs: untilMs }: AnswerInput): Timeline {
  return simulate({ pod, assumptions, scenario, seed: forecastSeed, untilMs, recording: "entries" });
}

/** Of a pod of which no scenario speaks, within the usual horizon: what the run of its story shows, but nothing after it. */
export function timeToReady({ pod, assumptions }: Pick<Experiment, "pod" | "assumptions">): Span | undefined {
  const scenario = { containers: {}, events: [], expectations: [] };
  const input = { pod, assumptions, scenario, seed: forecastSeed, untilMs: defaultHorizonMs };
  const inChanges = { ...input, recording: "changes" } as const;
  const first = runUntilFound(createSimulation({ ...inChanges, entriesAtMost }), defaultHorizonMs, makesReady);
  const ready = firstReady(first);
  if (ready !== undefined || first.ended !== "event-limit") return ready?.at;
  // Many attempts come before: a run that keeps none of them says whether it is worth while to play them.
  const untilMs = readyMsIn(input);
  return untilMs === undefined ? undefined : firstReady(simulate({ ...inChanges, untilMs }))?.at;
}

function readyMsIn(input: Omit<SimulationInput, "recording" | "watch">): number | undefined {
  let readyMs: number | undefined;
  const watch = (entry: WatchedEntry): void => {
    if (makesReady(entry)) readyMs ??= entry.tMs;
  };
  simulate({ ...input, recording: "counts", watch });
  return readyMs;
}

/** The restarts of one container. `hasStory`: the scenario says something about it. */
export function restartForecast(
  pod: DefaultedPod,
  assumptions: Assumptions,
  about: {
    readonly container: Container;
    readonly hasStory: boolean;
    readonly answer: () => Answer;
  },
): RestartForecast {
  const { container, hasStory, answer } = about;
  const policy = crashLoopPolicy(assumptions.node, assumptions.semantics);
  const exit = restartingExit(container, pod, assumptions.node);
  // The enhancement proposal has the usual back-off here; the released code has none.
  const restartsAll = exit?.decision === "restart-all" && assumptions.semantics === "released";
  const next = once(() => {
    const told = hasStory ? (answer().bounds.restarts[container.name] ?? []) : [];
    return told.length > 0 || exit === undefined ? told : crashLoop({ pod, assumptions, container }, exit.exitCode);
  });
  return {
    canRestart: exit !== undefined,
    exitCode: exit?.exitCode ?? 1,
    restartsAll,
    delaysMs: restartsAll ? [0] : backOffCurve(policy),
    steadyStateMs: restartsAll ? 0 : policy.maximumMs,
    resetAfterMs: policy.resetAfterMs,
    get next() {
      return next();
    },
    get story() {
      return hasStory ? storyOf(answer(), container) : undefined;
    },
  };
}

function storyOf(answer: Answer, { name }: Container): RestartStory {
  const own = answer.containers.find((container) => container.name === name);
  return { restarts: own?.restarts ?? noSpread, onlyCrashes: own?.onlyCrashes ?? false, answer };
}

const noSpread: Spread = { min: 0, p50: 0, max: 0 };

/** The restarts of a container that exits as soon as it has started. */
function crashLoop(experiment: Experiment, exitCode: number): readonly Span[] {
  const crashing: Run = { ...answering, end: exitAfter(0, exitCode) };
  const { node, semantics } = experiment.assumptions;
  const { maximumMs } = crashLoopPolicy(node, semantics);
  const untilMs = 2 * (boundedRestarts * maximumMs) + 120_000;
  return startsAgain(play(experiment, [crashing], untilMs), experiment.container).slice(0, boundedRestarts);
}

function startsAgain(timeline: Timeline, container: Container): readonly Span[] {
  return timeline.entries
    .filter((entry) => entry.kind === "container-started" && entry.container === container.name && (entry.run ?? 1) > 1)
    .map((entry) => entry.at);
}
