import type { ContainerForecast, KubeletForecast, NodeLoad, PodForecast } from "../../shared/forecast/model.ts";
import { formatCurve, formatSpan } from "../../shared/forecast/words.ts";
import { formatDuration } from "../../shared/kubernetes/durations.ts";
import type { Span } from "../../shared/simulation/span.ts";
import type { LocatedPod } from "../manifest/model.ts";
import { podName } from "./pod-name.ts";
import type { Style } from "./style.ts";
import { alignColumns, indent } from "./table.ts";

/** Delays of the curve that are written out before its steady state. */
const curveSteps = 7;

export function podText(located: LocatedPod, forecast: PodForecast, style: Style): readonly string[] {
  const rows = forecast.containers.flatMap(containerRows);
  const ready =
    forecast.timeToReady === undefined ? "never, as far as the engine can see" : formatSpan(forecast.timeToReady);
  const table = alignColumns([["pod", "ready after", ready], ...rows]);
  return [style.bold(podName(located)), `  ${forecast.summary}`, ...indent(table, "  ")];
}

export function kubeletText(
  { delaysMs, maximumMs, load, defaultLoad }: KubeletForecast,
  style: Style,
): readonly string[] {
  const rows = [
    ["", "this curve", "default curve"],
    ["restarts per minute", ...loads(load, defaultLoad, "restartsPerMinute")],
    ["API requests per minute", ...loads(load, defaultLoad, "apiRequestsPerMinute")],
    ["events per minute", ...loads(load, defaultLoad, "eventsPerMinute")],
  ];
  return [
    style.bold("KubeletConfiguration"),
    `  A container that keeps crashing restarts after ${formatCurve(delaysMs, curveSteps)}: at most ${formatDuration(maximumMs)} apart.`,
    `  ${load.pods} pods that crash at once, when the curve is at its end:`,
    ...indent(alignColumns(rows), "  "),
  ];
}

function containerRows({ name, kind, restarts, ...rest }: ContainerForecast): readonly (readonly string[])[] {
  const exit = restarts.exitCode === 1 ? "a crash" : `exit code ${restarts.exitCode}`;
  const curve = restarts.restartsAll
    ? "restarts at once each time, with all other containers: there is no back-off"
    : `restarts in ${formatCurve(restarts.delaysMs, curveSteps)}, forgotten after ${formatDuration(restarts.resetAfterMs)} of running`;
  const budgetProbe = rest.startupBudgetProbe === undefined ? "" : ` (${rest.startupBudgetProbe} probe)`;
  const answers: readonly (readonly [string, string | undefined])[] = [
    [`after ${exit}`, restarts.canRestart ? curve : "is not restarted"],
    ["next restarts at", restarts.next.length === 0 ? undefined : restarts.next.slice(0, 4).map(formatSpan).join(", ")],
    ["must answer within", withSuffix(rest.startupBudget, budgetProbe)],
    ["hang to SIGTERM", withSuffix(rest.hangToSigterm)],
    ["hang to dead", withSuffix(rest.hangToDead)],
    ["hang to ready again", withSuffix(rest.hangToReady)],
    ["hang to out of rotation", withSuffix(rest.unreadyAfter)],
  ];
  const head = kind === "regular" ? name : `${name} (${kind})`;
  const rows = answers.flatMap(([question, answer]) => (answer === undefined ? [] : [[question, answer]]));
  return rows.map((row, index) => [index === 0 ? head : "", ...row]);
}

function withSuffix(span: Span | undefined, suffix = ""): string | undefined {
  return span && `${formatSpan(span)}${suffix}`;
}

function loads(load: NodeLoad, usual: NodeLoad, field: keyof NodeLoad): readonly string[] {
  return [`${load[field]}`, `${usual[field]}`];
}
