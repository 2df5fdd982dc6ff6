import { least } from "../../basics/extremes.ts";
import { servingPods } from "../../forecast/workload/traffic.ts";
import type { TimeView } from "../../protocol/values/time-view.ts";
import { toMs, toPx } from "../lanes/scale.ts";
import type { RolloutRun } from "./run.ts";

/** How many pods serve, from a time on. */
interface Step {
  readonly tMs: number;
  readonly value: number;
}

/** A level that should not be passed downwards. */
interface Level {
  readonly value: number;
  readonly label: string;
}

export interface Chart {
  /** Endpoints that get traffic from kube-proxy, or available pods where no Service selects them. */
  readonly what: "usableEndpoints" | "available";
  readonly steps: readonly Step[];
  readonly levels: readonly Level[];
  /** What there is in good times, pods of other workloads included. */
  readonly wanted: number;
  readonly most: number;
}

/** What a chart of a run shows: usable endpoints over time, and what budgets and the strategy keep. */
export function chartOf({ timeline, workload, pods }: RolloutRun): Chart {
  const what = workload.services.length > 0 ? "usableEndpoints" : "available";
  const wanted = servingPods(workload, pods);
  const steps = timeline.counts.map((counts) => ({ tMs: counts.tMs, value: counts[what] }));
  const first = steps[0];
  const whole = first === undefined || first.tMs > 0 ? [{ tMs: 0, value: first?.value ?? wanted }, ...steps] : steps;
  const levels = timeline.statuses.flatMap(({ object, status }): Level[] =>
    status.kind === "PodDisruptionBudget" ? [{ value: status.desiredHealthy, label: object }] : [],
  );
  return {
    what,
    steps: whole,
    levels: levels.filter(({ label }, index) => levels.findIndex((each) => each.label === label) === index),
    wanted,
    most: Math.max(1, wanted, ...whole.map(({ value }) => value)),
  };
}

export function valueAt({ steps }: Chart, tMs: number): number {
  return steps.findLast((step) => step.tMs <= tMs)?.value ?? steps[0]?.value ?? 0;
}

/** The least that there ever is. */
export function leastOf({ steps }: Chart): number {
  return least(steps.map(({ value }) => value));
}

const baselinePx = 1;

/**
 * The chart as the path of an area, `M…Z`, in pixels from the top left. Of many steps within one pixel the least and the last are drawn:
 * the length of the path depends on the width, not on the run.
 */
export function areaPath(chart: Chart, view: TimeView, heightPx: number): string {
  const yPx = (value: number): number =>
    round(heightPx - baselinePx - (value / chart.most) * (heightPx - 2 * baselinePx));
  const corners = columnsOf(chart, view).map(
    ({ xPx, least, last }, index) =>
      `${index === 0 ? "" : `H${xPx}`}${least < last ? `V${yPx(least)}` : ""}V${yPx(last)}`,
  );
  const bottomPx = heightPx - baselinePx;
  return `M0 ${bottomPx}${corners.join("")}H${round(view.widthPx)}V${bottomPx}Z`;
}

interface Column {
  readonly xPx: number;
  readonly least: number;
  readonly last: number;
}

function columnsOf(chart: Chart, view: TimeView): readonly Column[] {
  const start = valueAt(chart, view.fromMs);
  const columns: Column[] = [{ xPx: 0, least: start, last: start }];
  for (const { tMs, value } of chart.steps) {
    if (tMs <= view.fromMs || tMs > view.toMs) continue;
    const xPx = Math.round(toPx(view, tMs));
    const before = columns.at(-1);
    if (before?.xPx === xPx) columns[columns.length - 1] = { xPx, least: Math.min(before.least, value), last: value };
    else columns.push({ xPx, least: value, last: value });
  }
  return columns;
}

/** The least and the most of several runs, for each pixel. */
export interface Band {
  readonly least: readonly number[];
  readonly most: readonly number[];
}

/** The path of the area between the least and the most, drawn as `areaPath` draws. `spanMs`: what the band's columns cover. */
export function bandPath(
  { least, most }: Band,
  spanMs: number,
  chart: Chart,
  view: TimeView,
  heightPx: number,
): string {
  const yPx = (value: number): number =>
    round(heightPx - baselinePx - (value / chart.most) * (heightPx - 2 * baselinePx));
  const at = (values: readonly number[], tMs: number): number =>
    values[Math.min(values.length - 1, Math.max(0, Math.floor((tMs / spanMs) * values.length)))] ?? 0;
  const columns = Array.from({ length: Math.max(2, Math.floor(view.widthPx / bandStepPx)) }, (_, i) => i * bandStepPx);
  const line = (values: readonly number[], xs: readonly number[]): string =>
    xs.map((xPx) => `L${xPx} ${yPx(at(values, toMs(view, xPx)))}`).join("");
  return `M${line(most, columns).slice(1)}${line(least, columns.toReversed())}Z`;
}

const bandStepPx = 3;

export function levelPx({ most }: Chart, value: number, heightPx: number): number {
  return round(heightPx - baselinePx - (Math.min(value, most) / most) * (heightPx - 2 * baselinePx));
}

function round(px: number): number {
  return Math.round(px * 10) / 10;
}
