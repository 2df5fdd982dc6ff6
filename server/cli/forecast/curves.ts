import { apiRequestsPerMinute, type CurvePlay, climbOf, restartsWithin } from "../../../shared/backoff/play-curve.ts";
import { formatDuration } from "../../../shared/basics/durations.ts";
import { formatCurve } from "../../../shared/basics/sum-words.ts";
import {
  type CurveComparison,
  compareContainer,
  compareKubelet,
  curveWindowsMs,
} from "../../../shared/forecast/runs/curves.ts";
import { readKubeletConfiguration } from "../../../shared/kubelet-configuration/read-configuration.ts";
import { makeNode } from "../../../shared/kubernetes/assumptions.ts";
import { allContainers } from "../../../shared/kubernetes/pod.ts";
import type { AnalyzedKubelet, AnalyzedPod } from "../../analysis/analysis.ts";
import type { CurveJson } from "../../exports/schemas/kubelet.ts";
import { alignColumns, indent } from "../../exports/table.ts";
import type { ResolvedSettings } from "../../schema/model.ts";

/** Delays of a curve that are written out before its steady state. */
const curveSteps = 6;

/** A comparison and whose it is; undefined means that of a kubelet. */
interface NamedComparison extends CurveComparison {
  readonly container: string | undefined;
}

/** `forecast --curves`: each container that a curve can delay. */
export function podCurves({ pod, settings, scenario }: AnalyzedPod): readonly NamedComparison[] {
  if (pod === undefined) return [];
  return allContainers(pod).flatMap((container) => {
    const comparison = compareContainer(pod, settings.assumptions, scenario.scenario, container);
    return comparison === undefined ? [] : [{ ...comparison, container: container.name }];
  });
}

export function kubeletCurves({ located }: AnalyzedKubelet, settings: ResolvedSettings): readonly NamedComparison[] {
  const { node, semantics } = settings.assumptions;
  const { kubernetes, featureGates } = node;
  const kubeletConfiguration = readKubeletConfiguration(located.value, undefined, kubernetes, featureGates, semantics);
  const own = makeNode({ kubernetes, featureGates, kubeletConfiguration });
  return [{ ...compareKubelet(own, semantics), container: undefined }];
}

/** The `curves` of one pod or kubelet in JSON. */
export function curvesJson(comparisons: readonly NamedComparison[]): readonly CurveJson[] {
  return comparisons.flatMap(({ container, of, plays }) =>
    plays.map((play) => ({
      ...(container !== undefined && { container }),
      of,
      id: play.id,
      title: play.title,
      source: play.source,
      about: play.about,
      delaysMs: climbOf(play),
      restarts: curveWindowsMs.map((withinMs) => ({ withinMs, count: restartsWithin(play, withinMs) })),
      downMs: play.downMs,
      apiRequestsPerMinute: Math.round(apiRequestsPerMinute(play) * 10) / 10,
    })),
  );
}

/** Writes the comparisons as a table. */
export function curvesText(comparisons: readonly NamedComparison[]): readonly string[] {
  return comparisons.flatMap(({ container, of, plays }) => {
    const does = of === "scenario" ? "in its scenario" : "with immediate crashes";
    const head = `  Restarts of ${container ?? "a container"} on other back-off curves, ${does}, with exact timing (without the kubelet's loops):`;
    const windows = curveWindowsMs.map((windowMs) => `in ${formatDuration(windowMs)}`);
    const rows = plays.map(rowOf);
    return [head, ...indent(alignColumns([["", ...windows, "back-off"], ...rows]), "  ")];
  });
}

function rowOf(play: CurvePlay): readonly string[] {
  const counts = curveWindowsMs.map((windowMs) => String(restartsWithin(play, windowMs)));
  return [play.title, ...counts, waitsText(play)];
}

function waitsText(play: CurvePlay): string {
  const { waitsMs, goesOn } = play;
  if (goesOn && waitsMs.at(-1) === waitsMs.at(-2)) return formatCurve(climbOf(play), curveSteps);
  const isCut = goesOn || waitsMs.length > curveSteps;
  return [...waitsMs.slice(0, curveSteps).map(formatDuration), ...(isCut ? ["…"] : [])].join(" ");
}
