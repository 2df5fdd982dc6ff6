import { type JobForecast, jobSentence } from "../../shared/forecast/job.ts";
import { kepRequestsPerRestart } from "../../shared/forecast/load.ts";
import type {
  ClientLimit,
  ContainerForecast,
  KubeletForecast,
  Load,
  PodForecast,
} from "../../shared/forecast/model.ts";
import { type Estimate, scaleEstimate } from "../../shared/forecast/sampling.ts";
import { formatCurve, formatSpan } from "../../shared/forecast/words.ts";
import { formatDuration } from "../../shared/kubernetes/durations.ts";
import type { Span } from "../../shared/simulation/span.ts";
import { podName } from "../exports/pod-name.ts";
import { alignColumns, indent } from "../exports/table.ts";
import type { LocatedPod } from "../manifest/model.ts";
import type { Style } from "./style.ts";

/** Delays of the curve that are written out before its steady state. */
const curveSteps = 7;

export function podText(located: LocatedPod, forecast: PodForecast, style: Style): readonly string[] {
  const rows = forecast.containers.flatMap(containerRows);
  const ready =
    forecast.timeToReady === undefined ? "never, as far as the engine can see" : formatSpan(forecast.timeToReady);
  const table = alignColumns([["pod", "ready after", ready], ...rows]);
  return [style.bold(podName(located)), `  ${forecast.summary}`, ...indent(table, "  ")];
}

/** Of a pod that a Job creates: when its tries come, and what ends them. */
export function jobText(job: JobForecast): readonly string[] {
  const sentence = jobSentence(job);
  return [
    ...(sentence === "" ? [] : [`  ${sentence}`]),
    ...indent(alignColumns([["Job", "tries at", job.tries.map(formatSpan).join(", ")]]), "  "),
  ];
}

export function kubeletText(
  { delaysMs, maximumMs, load, defaultLoad }: KubeletForecast,
  style: Style,
): readonly string[] {
  const row = (what: string, rate: (load: Load) => Estimate): readonly string[] => [
    what,
    ...[load, defaultLoad].map((each) => rateText(rate(each))),
  ];
  const rows = [
    ["a minute", "this curve", "default curve"],
    row("restarts", ({ perNode }) => perNode.restarts),
    row("writes to the API server", ({ perNode }) => perNode.statusWrites),
    row("writes at 5 a restart, as KEP-4603 counts", ({ perNode }) =>
      scaleEstimate(perNode.restarts, kepRequestsPerRestart),
    ),
    row("events recorded", ({ perNode }) => perNode.events),
    row("events sent", ({ perNode }) => perNode.eventsSent),
    row("image pulls, where the policy is Always", ({ perNode }) => perNode.imagePulls),
  ];
  return [
    style.bold("KubeletConfiguration"),
    `  A container that keeps crashing restarts after ${formatCurve(delaysMs, curveSteps)}: at most ${formatDuration(maximumMs)} apart.`,
    `  ${load.pods} pods that crash at once, when the curve is at its end (${load.played} of them played; ± is the 95 % interval):`,
    ...indent(alignColumns(rows), "  "),
    ...load.limits.filter(({ reached }) => reached).map((limit) => `  ${limitText(limit)}`),
  ];
}

function rateText({ value, high }: Estimate): string {
  const margin = Math.round(high - value);
  return `${Math.round(value)}${margin === 0 ? "" : ` ± ${margin}`}`;
}

function limitText({ name, perSecond, wantedPerSecond }: ClientLimit): string {
  const [what, then] = {
    kubeAPIQPS: ["requests to the API server (a read before each write)", "statuses wait, and writes merge"],
    eventRecordQPS: ["events", "the others wait"],
    registryPullQPS: ["image pulls", "the others fail"],
  }[name];
  return `${name} is reached: ${Math.round(wantedPerSecond)} ${what} a second are needed, the kubelet makes ${perSecond}; ${then}.`;
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
