import { formatDuration } from "../../../shared/basics/durations.ts";
import type { Span } from "../../../shared/basics/span.ts";
import type { Answer } from "../../../shared/forecast/answer/model.ts";
import {
  answerLines,
  formatCount,
  formatHorizon,
  formatShare,
  formatTime,
} from "../../../shared/forecast/answer/words.ts";
import { type JobForecast, jobSentence } from "../../../shared/forecast/job.ts";
import { kepRequestsPerRestart } from "../../../shared/forecast/load.ts";
import type {
  ClientLimit,
  ContainerForecast,
  KubeletForecast,
  Load,
  PodForecast,
} from "../../../shared/forecast/model.ts";
import { type Estimate, scaleEstimate } from "../../../shared/forecast/sampling.ts";
import { formatCurve, formatSpan } from "../../../shared/forecast/words.ts";
import { podName } from "../../exports/pod-name.ts";
import { alignColumns, indent } from "../../exports/table.ts";
import type { LocatedPod } from "../../manifest/model.ts";
import type { Style } from "../terminal/style.ts";

/** Delays of the curve that are written out before its steady state. */
const curveSteps = 7;
const minuteMs = 60_000;

export function podText(
  located: LocatedPod,
  { forecast, answer }: { readonly forecast: PodForecast; readonly answer: Answer },
  style: Style,
): readonly string[] {
  const isRejected = answer.outlook === "rejected";
  const ready =
    forecast.timeToReady === undefined ? `not in ${formatHorizon(answer.horizonMs)}` : formatSpan(forecast.timeToReady);
  const [first, ...reasons] = answerLines(answer);
  const rows = [["pod", "ready after", ready], ...answerRows(answer), ...forecast.containers.flatMap(containerRows)];
  const opening = [isRejected ? first : forecast.summary, ...reasons].filter((line) => line !== undefined);
  return [style.bold(podName(located)), ...indent(opening, "  "), ...indent(alignColumns(rows), "  ")];
}

/** The numbers of the answer, where something restarts or is down. */
function answerRows({
  restarts,
  downMs,
  longestWaitMs,
  readyShare,
  horizonMs,
  outlook,
}: Answer): readonly (readonly string[])[] {
  if (outlook === "rejected" || (restarts.max === 0 && downMs.max === 0)) return [];
  const rows: readonly (readonly [string, string])[] = [
    [`restarts in ${formatHorizon(horizonMs)}`, formatCount(restarts)],
    ["down", formatTime(downMs)],
    ["longest wait", formatTime(longestWaitMs)],
    ["ready", formatShare(readyShare)],
  ];
  return rows.map((row) => ["", ...row]);
}

/** Of a pod that a Job creates: when its tries come, and what ends them. */
export function jobText(job: JobForecast): readonly string[] {
  const sentence = jobSentence(job);
  return [
    ...(sentence === "" ? [] : [`  ${sentence}`]),
    ...(job.tries.length === 0 ? [] : [`  Job  pods created at  ${job.tries.map(formatSpan).join(", ")}`]),
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
    ["per minute", "this node", "default"],
    row("restarts", ({ perNode }) => perNode.restarts),
    row("writes to the API server", ({ perNode }) => perNode.statusWrites),
    row("writes at 5 per restart, as KEP-4603 counts", ({ perNode }) =>
      scaleEstimate(perNode.restarts, kepRequestsPerRestart),
    ),
    row("events recorded", ({ perNode }) => perNode.events),
    row("events sent", ({ perNode }) => perNode.eventsSent),
    row("image pulls, with imagePullPolicy Always", ({ perNode }) => perNode.imagePulls),
  ];
  return [
    style.bold("KubeletConfiguration"),
    `  Back-off of a container in a crash loop: ${formatCurve(delaysMs, curveSteps)}; maximum ${formatDuration(maximumMs)}, plus up to ${formatDuration(Math.min(maximumMs, minuteMs) / 2 + 1000)} of jitter.`,
    `  ${load.pods} pods in a crash loop at maximum back-off (${load.played} of them simulated; ± is the 95% confidence interval):`,
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
    kubeAPIQPS: [
      "requests to the API server (a read before each write)",
      "statuses are delayed, and writes are merged",
    ],
    eventRecordQPS: ["events", "the others are delayed"],
    registryPullQPS: ["image pulls", "the others fail"],
  }[name];
  return `${name} is the limit: ${Math.round(wantedPerSecond)} ${what} per second are needed, the kubelet makes ${perSecond}; ${then}.`;
}

function containerRows({ name, kind, restarts, ...rest }: ContainerForecast): readonly (readonly string[])[] {
  const exit = restarts.exitCode === 1 ? "a crash" : `exit code ${restarts.exitCode}`;
  const curve = restarts.restartsAll
    ? "restarts immediately together with all other containers, without back-off"
    : `restarts after ${formatCurve(restarts.delaysMs, curveSteps)}; reset after ${formatDuration(restarts.resetAfterMs)} of running`;
  const budgetProbe = rest.startupBudgetProbe === undefined ? "" : ` (${rest.startupBudgetProbe} probe)`;
  const answers: readonly (readonly [string, string | undefined])[] = [
    [`after ${exit}`, restarts.canRestart ? curve : "does not restart"],
    ["next restarts at", restarts.next.length === 0 ? undefined : restarts.next.slice(0, 4).map(formatSpan).join(", ")],
    ["must start within", withSuffix(rest.startupBudget, budgetProbe)],
    ["hang to SIGTERM", withSuffix(rest.hangToSigterm)],
    ["hang to container exit", withSuffix(rest.hangToDead)],
    ["hang to back in service", withSuffix(rest.hangToReady)],
    ["hang to no traffic", withSuffix(rest.unreadyAfter)],
  ];
  const head = kind === "regular" ? name : `${name} (${kind})`;
  const rows = answers.flatMap(([question, answer]) => (answer === undefined ? [] : [[question, answer]]));
  return rows.map((row, index) => [index === 0 ? head : "", ...row]);
}

function withSuffix(span: Span | undefined, suffix = ""): string | undefined {
  return span && `${formatSpan(span)}${suffix}`;
}
