import { type Curve, namedCurves, policyCurve } from "../../backoff/curves.ts";
import { type CurvePlay, type CurveRun, compareCurves, playCurve, sameEnd } from "../../backoff/play-curve.ts";
import { crashLoopPolicy } from "../../backoff/policy.ts";
import type { Assumptions, Node, Semantics } from "../../kubernetes/node.ts";
import type { Container, DefaultedPod } from "../../kubernetes/pod.ts";
import { decideRestart } from "../../restart/decision.ts";
import { restartingExit } from "../../restart/restarting.ts";
import type { Run, Scenario } from "../../scenario/model.ts";
import { hasOwnScript, scriptOf } from "../../scenario/script.ts";

/** The windows that restarts are counted in, from the first start of the container. */
export const curveWindowsMs: readonly number[] = [5, 10, 30, 60].map((minutes) => minutes * 60_000);
const horizonMs = Math.max(...curveWindowsMs);

/** A container on the curve of its node, and then on all others. */
export interface CurveComparison {
  /** What the container does: what its scenario says, or it crashes at once each time. */
  readonly of: "scenario" | "crash";
  readonly plays: readonly CurvePlay[];
}

/**
 * One container in ideal time. Undefined if no curve delays it, because nothing restarts it or because its exits restart all containers.
 * Curves know nothing of probes: a container that they may kill is compared as one that crashes at once.
 */
export function compareContainer(
  pod: DefaultedPod,
  assumptions: Assumptions,
  scenario: Scenario,
  container: Container,
): CurveComparison | undefined {
  const { node, semantics } = assumptions;
  const exit = restartingExit(container, pod, node);
  if (exit?.decision !== "restart") return undefined;
  const own = nodeCurve(node, semantics);
  const curves = [own, ...namedCurves(semantics)];
  const told = toldRuns(pod, node, scenario, container);
  const isStory = told !== undefined && playCurve(own, told, horizonMs).restartsMs.length > 0;
  return {
    of: isStory ? "scenario" : "crash",
    plays: compareCurves(curves, isStory ? told : sameEnd(0, exit.exitCode), horizonMs),
  };
}

/** A container that crashes at once, for a kubelet of which no pod is known. */
export function compareKubelet(node: Node, semantics: Semantics): CurveComparison {
  const curves = [nodeCurve(node, semantics), ...namedCurves(semantics)];
  return { of: "crash", plays: compareCurves(curves, sameEnd(0), horizonMs) };
}

/** What the assumed node does. */
export function nodeCurve(node: Node, semantics: Semantics): Curve {
  const about = "What the assumed version, gates and kubelet configuration make.";
  const labels = { id: "node", title: "This node", source: "assumptions", about };
  return policyCurve(labels, crashLoopPolicy(node, semantics));
}

/** What the scenario says of the container, as far as that is runs that end by themselves. */
function toldRuns(
  pod: DefaultedPod,
  node: Node,
  scenario: Scenario,
  container: Container,
): readonly CurveRun[] | undefined {
  if (!hasOwnScript(scenario, container)) return undefined;
  const { runs } = scriptOf(scenario, container);
  const decisionOf = (run: Run) => run.end && decideRestart(container, pod, node, run.end.exitCode).decision;
  if (runs.some((run) => isBeyondCurves(run, container) || decisionOf(run) === "restart-all")) return undefined;
  return runs.map((run) => {
    const { times, end } = run;
    const isComplete = container.kind === "init" && end?.exitCode === 0;
    if (end === undefined || isComplete || decisionOf(run) !== "restart") return { times, end: undefined };
    return { times, end: { runsForMs: end.afterMs, exitCode: end.exitCode } };
  });
}

function isBeyondCurves({ fault, answers, startsInMs, phasedEnds }: Run, { probes }: Container): boolean {
  const canBeKilled = probes.liveness !== undefined || probes.startup !== undefined;
  return fault !== undefined || phasedEnds.length > 0 || (canBeKilled && (answers.length > 0 || startsInMs > 0));
}
