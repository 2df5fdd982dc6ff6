import { backOffCurve, crashLoopPolicy } from "../backoff/policy.ts";
import type { Assumptions } from "../kubernetes/node.ts";
import type { Container, DefaultedPod } from "../kubernetes/pod.ts";
import { restartingExit } from "../restart/decision.ts";
import type { Run, Scenario } from "../scenario/model.ts";
import { exitAfter } from "../scenario/script.ts";
import type { SimulationInput } from "../simulation/input.ts";
import { entryLimit, simulate } from "../simulation/simulation.ts";
import type { Span } from "../simulation/span.ts";
import type { Timeline } from "../simulation/timeline.ts";
import { answering, type Experiment, forecastSeed, play } from "./experiments.ts";
import type { PodEnd, RestartForecast, RestartStory } from "./model.ts";
import { once } from "./once.ts";

/** What a story tells of: the time that people look at first. */
export const storyMs = 30 * 60_000;
const dayMs = 24 * 3600 * 1000;

/** How many of the next restarts are listed. */
const nextCount = 8;

/** What the scenario makes of the whole pod. */
export interface PodStory {
  readonly timeline: Timeline;
  readonly readyAt: Span | undefined;
  readonly podEnd: PodEnd | undefined;
  readonly upShare: number;
  readonly timeToReady: Span | undefined;
}

export function tellStory(pod: DefaultedPod, assumptions: Assumptions, scenario: Scenario): PodStory {
  const timeline = simulate({ pod, assumptions, scenario, seed: forecastSeed, untilMs: storyMs, recording: "entries" });
  const changes = timeline.entries.filter(
    (entry) => entry.kind === "condition-changed" && entry.data.condition === "Ready",
  );
  const last = changes.at(-1);
  return {
    timeline,
    timeToReady: changes.find((entry) => entry.data.status === "True")?.at,
    readyAt: last?.data.status === "True" && lasts({ pod, assumptions, scenario }, timeline) ? last.at : undefined,
    podEnd: endOf(timeline),
    upShare: timeline.counts.readyMs / storyMs,
  };
}

function endOf({ entries }: Timeline): PodEnd | undefined {
  const deletedAt = entries.findIndex(({ kind }) => kind === "pod-deleted");
  const last = entries
    .slice(0, deletedAt === -1 ? undefined : deletedAt)
    .findLast(({ kind }) => kind === "phase-changed");
  const how = last?.data.phase;
  if (last && (how === "Succeeded" || how === "Failed")) return { how, at: last.at };
  const removed = entries.find(({ kind }) => kind === "pod-removed");
  return removed && { how: "Deleted", at: removed.at };
}

/** A pod that is ready when the story ends may be so between two restarts only: a whole day must bring no more of them. */
function lasts(told: Pick<SimulationInput, "pod" | "assumptions" | "scenario">, timeline: Timeline): boolean {
  const day = simulate({ ...told, seed: forecastSeed, untilMs: dayMs, recording: "counts", entriesAtMost: entryLimit });
  const restarts = (counts: Timeline["counts"]): number =>
    Object.values(counts.restarts).reduce((sum, count) => sum + count, 0);
  return restarts(day.counts) === restarts(timeline.counts);
}

/** The restarts of one container. `story` is undefined where the scenario says nothing about it. */
export function restartForecast(
  pod: DefaultedPod,
  assumptions: Assumptions,
  about: { readonly container: Container; readonly story: PodStory | undefined },
): RestartForecast {
  const { container, story } = about;
  const policy = crashLoopPolicy(assumptions.node, assumptions.semantics);
  const exit = restartingExit(container, pod, assumptions.node);
  // The enhancement proposal has the usual back-off here; the released code has none.
  const restartsAll = exit?.decision === "restart-all" && assumptions.semantics === "released";
  const next = once(() => {
    const told = story === undefined ? [] : startsAgain(story.timeline, container).slice(0, nextCount);
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
    story: story === undefined ? undefined : storyOf(story, container),
  };
}

function storyOf(story: PodStory, container: Container): RestartStory {
  const restarts = story.timeline.counts.restarts[container.name] ?? 0;
  const resets = story.timeline.entries.filter((entry) => entry.kind === "restart-all-started");
  return {
    restarts,
    ownRestarts: Math.max(0, restarts - resets.length),
    resets: resets.filter((entry) => entry.container === container.name).length,
    crashes: crashes(story.timeline, container),
    readyAt: story.readyAt,
    podEnd: story.podEnd,
    upShare: story.upShare,
    steady: story.readyAt === undefined ? steadyOf(startsAgain(story.timeline, container)) : undefined,
  };
}

function crashes(timeline: Timeline, container: Container): boolean {
  const own = timeline.entries.filter((entry) => entry.container === container.name);
  const stopped = own.some((entry) => entry.kind === "container-stopping");
  return !stopped && own.every((entry) => entry.kind !== "container-exited" || entry.data.exitCode !== 0);
}

/** The last two gaps are equal by the rules: so are all that follow. */
function steadyOf(starts: readonly Span[]): RestartStory["steady"] {
  const [first, second, third] = starts.slice(-3);
  if (first === undefined || second === undefined || third === undefined) return undefined;
  const everyMs = third.nominalMs - second.nominalMs;
  if (second.nominalMs - first.nominalMs !== everyMs || everyMs <= 0) return undefined;
  const from =
    starts.find((start, index) => (starts[index + 1]?.nominalMs ?? 0) - start.nominalMs === everyMs) ?? first;
  return { from, everyMs };
}

/** The restarts of a container that exits as soon as it has started. */
function crashLoop(experiment: Experiment, exitCode: number): readonly Span[] {
  const crashing: Run = { ...answering, end: exitAfter(0, exitCode) };
  const { node, semantics } = experiment.assumptions;
  const { maximumMs } = crashLoopPolicy(node, semantics);
  const untilMs = 2 * (nextCount * maximumMs) + 120_000;
  return startsAgain(play(experiment, [crashing], untilMs), experiment.container).slice(0, nextCount);
}

function startsAgain(timeline: Timeline, container: Container): readonly Span[] {
  return timeline.entries
    .filter((entry) => entry.kind === "container-started" && entry.container === container.name && (entry.run ?? 1) > 1)
    .map((entry) => entry.at);
}
