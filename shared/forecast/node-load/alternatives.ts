import { type Curve, type CurveLabels, namedCurves } from "../../backoff/curves.ts";
import { playCurve } from "../../backoff/play-curve.ts";
import type { Assumptions } from "../../kubernetes/node.ts";
import { allContainers } from "../../kubernetes/pod.ts";
import { restartingExit } from "../../restart/restarting.ts";
import { horizonLimitMs, simulate } from "../../simulation/simulation.ts";
import type { SimulationInput } from "../../simulation/timeline/input.ts";
import { nodeCurve } from "../runs/curves.ts";
import { figuresOf, type RunFigures } from "./comparison.ts";

/** The pod's run on a node whose kubelet delays restarts along this curve. */
export interface CurveRunFigures extends CurveLabels {
  /** The delays before the first restarts of a container that exits at once; one that runs longer may wait less. */
  readonly delaysMs: readonly number[];
  readonly figures: RunFigures;
}

/** One pod on the curve of its node and then on all others, run by run: each may take a part of a second. */
interface Alternatives {
  readonly runs: number;
  /** Plays the n-th curve, from 0, and gives what came of it. */
  play(run: number): CurveRunFigures | undefined;
}

/**
 * The engine plays the whole pod on each curve, with its probes and with exact timing, so that a curve is all that differs.
 * `compareContainer` gives the same restarts for a container that ends by itself; it counts API requests as the proposals do.
 */
export function createAlternatives(input: SimulationInput): Alternatives {
  const { pod } = input;
  const assumptions: Assumptions = { ...input.assumptions, timing: "ideal" };
  const { node, semantics } = assumptions;
  const curves = [nodeCurve(node, semantics), ...namedCurves(semantics)];
  const exits = allContainers(pod).flatMap((container) => restartingExit(container, pod, node) ?? []);
  return {
    runs: curves.length,
    play(run) {
      const curve = curves[run];
      if (curve === undefined) return undefined;
      const { id, title, source, about } = curve;
      const delaysMs = firstDelays(curve, exits[0]?.exitCode ?? 1);
      const timeline = simulate({ ...input, assumptions, restartDelays: curve, recording: "entries" });
      return { id, title, source, about, delaysMs, figures: figuresOf(timeline, pod) };
    },
  };
}

const delaysShown = 8;

function firstDelays(curve: Curve, exitCode: number): readonly number[] {
  const runs = [
    { times: delaysShown, end: { runsForMs: 0, exitCode } },
    { times: 1, end: undefined },
  ];
  return playCurve(curve, runs, horizonLimitMs).waitsMs;
}
