import type { Pieces } from "../../basics/pieces.ts";
import { type RunTimes, spanOfTimes } from "../../basics/run-times.ts";
import type { Span } from "../../basics/span.ts";
import { type PlayableWorkload, podScenarioOf } from "../../controllers/pods/play-workload.ts";
import { clockPhaseOf } from "../../controllers/world/world.ts";
import type { Assumptions } from "../../kubernetes/node.ts";
import { createSimulation } from "../../simulation/simulation.ts";
import { answerRuns, answerSeed } from "./runs.ts";

/** One run in which more than this happens ends there. */
const entriesAtMost = 20_000;

/** Of one new pod of a workload, from its creation. Undefined if not in every run. */
export interface PodTimes {
  readonly ready: RunTimes | undefined;
  readonly available: RunTimes | undefined;
}

/** The earliest and the latest possible instants, by the runs of the workload; undefined if not in every run. */
export interface PodBounds {
  readonly ready: Span | undefined;
  readonly available: Span | undefined;
}

/** When one new pod is ready and available, by the runs of the answer about the pod: both say the same. */
export function* podTimesInPieces(
  workload: PlayableWorkload,
  assumptions: Assumptions,
  { bounds, untilMs }: { readonly bounds: PodBounds; readonly untilMs: number },
): Pieces<PodTimes> {
  const runs = assumptions.timing === "ideal" ? 1 : answerRuns;
  const played: Moments[] = [];
  if (bounds.ready !== undefined)
    for (let run = 0; run < runs; run += 1) {
      played.push(playOne(workload, assumptions, { seed: answerSeed + run, untilMs }));
      yield;
    }
  return {
    ready: timesOf(bounds.ready, played, ({ readyMs }) => readyMs),
    available: timesOf(bounds.available, played, ({ availableMs }) => availableMs),
  };
}

function timesOf(
  bounds: Span | undefined,
  runs: readonly Moments[],
  timeOf: (run: Moments) => number | undefined,
): RunTimes | undefined {
  const timesMs = runs.flatMap((run) => timeOf(run) ?? []);
  return bounds === undefined || timesMs.length < runs.length ? undefined : { span: spanOfTimes(timesMs), bounds };
}

interface Moments {
  readonly readyMs: number | undefined;
  readonly availableMs: number | undefined;
}

/** Plays one run until the pod has been ready for `minReadySeconds`. */
function playOne(
  { pod, scenario, spec }: PlayableWorkload,
  assumptions: Assumptions,
  { seed, untilMs }: { readonly seed: number; readonly untilMs: number },
): Moments {
  const minReadyMs = spec.minReadySeconds * 1000;
  const seen: { readyMs?: number | undefined; sinceMs?: number | undefined } = {};
  const simulation = createSimulation({
    ...{ pod, assumptions, scenario: podScenarioOf(scenario), seed, untilMs, entriesAtMost, recording: "counts" },
    watch: ({ kind, tMs, data }) => {
      if (kind !== "condition-changed" || data.condition !== "Ready") return;
      seen.sinceMs = data.status === "True" ? (seen.sinceMs ?? tMs) : undefined;
      seen.readyMs ??= seen.sinceMs;
    },
  });
  for (;;) {
    const { readyMs, sinceMs } = seen;
    if (sinceMs === undefined) {
      if (!simulation.step()) return { readyMs, availableMs: undefined };
      continue;
    }
    const dueMs = shownSince(sinceMs, seed, assumptions) + minReadyMs;
    simulation.runUntil(dueMs);
    if (seen.sinceMs === sinceMs) return { readyMs, availableMs: Math.max(sinceMs, dueMs) };
  }
}

/** Controllers count from the time of the condition, of which the API has whole seconds. */
function shownSince(readyMs: number, seed: number, { timing }: Assumptions): number {
  if (timing === "ideal") return readyMs;
  const phaseMs = clockPhaseOf(seed, timing);
  return Math.floor((readyMs + phaseMs) / 1000) * 1000 - phaseMs;
}
