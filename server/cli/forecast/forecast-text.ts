import { counted } from "../../../shared/basics/counted.ts";
import { formatDuration } from "../../../shared/basics/durations.ts";
import { plainLine } from "../../../shared/basics/plain-line.ts";
import type { Span } from "../../../shared/basics/span.ts";
import { formatCurve, formatSpan } from "../../../shared/basics/span-words.ts";
import type { Answer } from "../../../shared/forecast/answer/model.ts";
import {
  answerLines,
  type FirstLines,
  firstLines,
  formatCount,
  formatHorizon,
  formatShare,
  formatTime,
} from "../../../shared/forecast/answer/words.ts";
import { loadSentences, loadTable, loadTitle } from "../../../shared/forecast/node-load/load-words.ts";
import type { KubeletForecast } from "../../../shared/forecast/node-load/model.ts";
import { type JobForecast, jobSentence } from "../../../shared/forecast/pod/job.ts";
import type { ContainerForecast, PodForecast } from "../../../shared/forecast/pod/model.ts";
import { podName } from "../../exports/pod-name.ts";
import { alignColumns, indent } from "../../exports/table.ts";
import type { LocatedPod } from "../../manifest/text/model.ts";
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
  const observed = firstLines(answer);
  if (observed !== undefined) return observedText(located, observed, style);
  const opening = [isRejected ? first : forecast.summary, ...reasons].filter((line) => line !== undefined);
  return [style.bold(podName(located)), ...indent(opening, "  "), ...indent(alignColumns(rows), "  ")];
}

/** Of a pod with a status: what is the case stands beside its name. */
function observedText(located: LocatedPod, { mark, headline, rows }: FirstLines, style: Style): readonly string[] {
  const table = rows.map(({ label, text }) => [label, plainLine(text)]);
  return [`${style.bold(podName(located))}  ${mark} ${plainLine(headline)}`, ...indent(alignColumns(table), "  ")];
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
  const tries = job.retries === "pods" ? "pods created at" : "starts at";
  return [
    ...(sentence === "" ? [] : [`  ${sentence}`]),
    ...(job.tries.length === 0 ? [] : [`  Job  ${tries}  ${job.tries.map(formatSpan).join(", ")}`]),
  ];
}

export function kubeletText(forecast: KubeletForecast, style: Style): readonly string[] {
  const { delaysMs, maximumMs, load, firstLoad } = forecast;
  const { head, rows } = loadTable(forecast);
  return [
    style.bold("KubeletConfiguration"),
    `  Back-off of a container in a crash loop: ${formatCurve(delaysMs, curveSteps)}; maximum ${formatDuration(maximumMs)}, plus up to ${formatDuration(Math.min(maximumMs, minuteMs) / 2 + 1000)} of jitter.`,
    `  ${loadTitle(forecast)} (${counted(firstLoad.played, "pod")} simulated for the first 5m, ${load.played} for the steady state; ± is the 95% confidence interval):`,
    ...indent(alignColumns([head, ...rows]), "  "),
    ...indent(loadSentences(forecast), "  "),
  ];
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
