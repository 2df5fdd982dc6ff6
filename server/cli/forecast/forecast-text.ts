import { agreeing, counted } from "../../../shared/basics/counted.ts";
import { formatDuration } from "../../../shared/basics/durations.ts";
import { enumerated } from "../../../shared/basics/enumerated.ts";
import type { Span } from "../../../shared/basics/span.ts";
import { formatHorizon, formatSpan, typicalInWords } from "../../../shared/basics/span-words.ts";
import { formatCurve } from "../../../shared/basics/sum-words.ts";
import type { Answer, JobNumbers } from "../../../shared/forecast/answer/model.ts";
import { formatCount, formatShare } from "../../../shared/forecast/answer/words.ts";
import { loadSentences, loadTable, loadTitle } from "../../../shared/forecast/node-load/load-words.ts";
import type { KubeletForecast } from "../../../shared/forecast/node-load/model.ts";
import type { OutageCost } from "../../../shared/forecast/outage/model.ts";
import { outageRows } from "../../../shared/forecast/outage/outage-words.ts";
import { type JobForecast, jobSentence } from "../../../shared/forecast/pod/job.ts";
import { jobWaiterRows, type WaitedJob } from "../../../shared/forecast/pod/job-waiter-words.ts";
import type { ContainerForecast, PodForecast } from "../../../shared/forecast/pod/model.ts";
import { toleranceRows } from "../../../shared/forecast/tolerance/tolerance-words.ts";
import type { Container, DefaultedPod } from "../../../shared/kubernetes/pod.ts";
import type { Scenario } from "../../../shared/scenario/model.ts";
import { alignColumns, indent, wrapped } from "../../exports/table.ts";
import { type AskedTopics, isAsked } from "../arguments/topics.ts";
import type { Style } from "../terminal/style.ts";

/** Delays of the curve that are written out before its steady state. */
const curveSteps = 7;
const minuteMs = 60_000;

/** What the first screen leaves out of a pod. */
export function podDetails(
  { forecast, answer }: { readonly forecast: PodForecast; readonly answer: Answer },
  asked: AskedTopics,
): readonly string[] {
  const [first, ...others] = isAsked(asked, "runs") ? [...readyRows(answer), ...answerRows(answer)] : [];
  const runs = first === undefined ? [] : [["pod", ...first], ...others.map((row) => ["", ...row])];
  return indent(alignColumns([...runs, ...forecast.containers.flatMap((each) => containerRows(each, asked))]), "  ");
}

/** The numbers of the answer, where something restarts, fails or is down. */
function answerRows(answer: Answer): readonly (readonly string[])[] {
  const { restarts, downMs, outlook, job } = answer;
  const isQuiet = restarts.max === 0 && downMs.max === 0 && (job === undefined || job.failedPods.max === 0);
  if (outlook === "rejected" || isQuiet) return [];
  return job === undefined ? podRows(answer) : jobRows(answer, job);
}

function readyRows({ basis, firstReadyMs, horizonMs, job, outlook }: Answer): readonly (readonly string[])[] {
  if (job !== undefined || outlook === "rejected" || basis === "observed") return [];
  return [
    ["ready after", firstReadyMs === undefined ? `not in ${formatHorizon(horizonMs)}` : typicalInWords(firstReadyMs)],
  ];
}

function podRows(answer: Answer): readonly (readonly string[])[] {
  const { restarts, firstReadyMs, notReadyYetMs, downMs, longestWaitMs, readyShare, horizonMs } = answer;
  return [
    [`restarts in ${formatHorizon(horizonMs)}`, formatCount(restarts)],
    firstReadyMs === undefined && notReadyYetMs.max > 0
      ? ["not ready yet", typicalInWords(notReadyYetMs)]
      : ["down", typicalInWords(downMs)],
    ["longest wait", typicalInWords(longestWaitMs)],
    ["ready", formatShare(readyShare)],
  ];
}

/** Nobody waits for the pods of a Job to be Ready. */
function jobRows({ longestWaitMs }: Answer, { tries, failedPods }: JobNumbers): readonly (readonly string[])[] {
  return [
    ["tries", formatCount(tries)],
    ["failed pods", formatCount(failedPods)],
    ["longest wait", typicalInWords(longestWaitMs)],
  ];
}

/** What each outage costs, container by container. */
export function outageText(
  costs: readonly OutageCost[],
  asked: AskedTopics,
  replicas: number | undefined,
): readonly string[] {
  if (!isAsked(asked, "outage")) return [];
  const rows = outageRows(costs, replicas ?? 1).flatMap((each) =>
    each.map(({ what, text }, index) => [index === 0 ? what : `  ${what}`, text]),
  );
  return indent(alignColumns(rows), "  ");
}

/** Of a pod that a Job creates: when its tries come, and what ends them. */
export function jobText(job: JobForecast | undefined, waited: WaitedJob): readonly string[] {
  return [...(job === undefined ? [] : triesText(job)), ...waitersText(waited)];
}

function waitersText(waited: WaitedJob): readonly string[] {
  return indent(alignColumns(jobWaiterRows(waited).map(({ what, text }) => [what, text])), "  ");
}

function triesText(job: JobForecast): readonly string[] {
  const sentence = jobSentence(job);
  const tries = job.retries === "pods" ? "pods created at" : "starts at";
  return [
    ...(sentence === "" ? [] : [`  ${sentence}`]),
    ...(job.tries.length === 0 ? [] : [`  Job  ${tries}  ${job.tries.map(formatSpan).join(", ")}`]),
  ];
}

/** What is played where the scenario says nothing, and how to say more. */
export function assumedText(pod: DefaultedPod, scenario: Scenario): readonly string[] {
  const { containers, initContainers, readinessGates } = pod;
  const isSilent = ({ name }: Container): boolean => !Object.hasOwn(scenario.containers, name);
  const silent = [...initContainers, ...containers].filter(isSilent);
  const first = silent[0] ?? containers[0];
  const isGateSilent = readinessGates.length > 0 && !scenario.events.some(({ kind }) => kind === "readiness-gates");
  if (first === undefined || (silent.length === 0 && !isGateSilent)) return [];
  const inits = silent.filter(({ kind }) => kind === "init").map(({ name }) => name);
  const others = silent.filter(({ kind }) => kind !== "init").map(({ name }) => name);
  const parts = [
    ...(inits.length === 0 ? [] : [`${enumerated(inits)} ${agreeing(inits.length, "complete")} after 1s`]),
    ...(others.length === 0
      ? []
      : [
          `${enumerated(others)} ${agreeing(others.length, "respond")} immediately, ${agreeing(others.length, "keep")} running, and ${agreeing(others.length, "stop")} at SIGTERM`,
        ]),
    ...(isGateSilent ? ["readiness gates are true from the start"] : []),
  ];
  return [`  Assumed: ${parts.join("; ")}. Say more in a comment, such as "# cadence: ${first.name} starts in 20s".`];
}

/** Of a terminal of 80 columns, below an indent of four. */
const watchColumnsMax = 76;

export function kubeletText(forecast: KubeletForecast, style: Style): readonly string[] {
  const { delaysMs, maximumMs, load, firstLoad, watch } = forecast;
  const { head, rows } = loadTable(forecast);
  return [
    style.bold("KubeletConfiguration"),
    `  Back-off of a container in a crash loop: ${formatCurve(delaysMs, curveSteps)}; maximum ${formatDuration(maximumMs)}, plus up to ${formatDuration(Math.min(maximumMs, minuteMs) / 2 + 1000)} of jitter.`,
    `  ${loadTitle(forecast)} (${counted(firstLoad.played, "pod")} simulated for the first 5m, ${load.played} for the steady state; ± is the 95% confidence interval):`,
    ...indent(alignColumns([head, ...rows]), "  "),
    ...indent(loadSentences(forecast), "  "),
    ...(watch.length === 0 ? [] : ["  Watch after the change, as the KEPs say:"]),
    ...indent(
      watch.flatMap((line) => wrapped(line, watchColumnsMax)),
      "    ",
    ),
  ];
}

function toleranceDetails({ isProbed, tolerances }: ContainerForecast): readonly Detail[] {
  if (!isProbed) return [["any fault", "is not noticed: no probe runs before the postStart hook returns"]];
  return toleranceRows(tolerances).map(({ fault, text }): Detail => [fault, text]);
}

function containerRows(forecast: ContainerForecast, asked: AskedTopics): readonly (readonly string[])[] {
  const { name, kind, restarts } = forecast;
  const exit = restarts.exitCode === 1 ? "a crash" : `exit code ${restarts.exitCode}`;
  const curve = restarts.restartsAll
    ? "restarts immediately together with all other containers, without back-off"
    : `restarts after ${formatCurve(restarts.delaysMs, curveSteps)}; reset after ${formatDuration(restarts.resetAfterMs)} of running`;
  const budgetProbe = forecast.startupBudgetProbe === undefined ? "" : ` (${forecast.startupBudgetProbe} probe)`;
  const isTold = restarts.story !== undefined && restarts.story.restarts.max > 0;
  const backOff: readonly Detail[] = [
    [`after ${exit}`, restarts.canRestart ? curve : "does not restart"],
    [
      isTold ? "next restarts at" : "if it crashes immediately each time, at",
      restarts.next.length === 0 ? undefined : restarts.next.slice(0, 4).map(formatSpan).join(", "),
    ],
  ];
  const probes: readonly Detail[] = [
    ["must start within", withSuffix(forecast.startupBudget, budgetProbe)],
    ["hang to SIGTERM", withSuffix(forecast.hangToSigterm)],
    ["hang to container exit", withSuffix(forecast.hangToDead)],
    ["hang to back in service", withSuffix(forecast.hangToReady)],
    ["hang to no traffic", withSuffix(forecast.unreadyAfter)],
  ];
  const answers = [
    ...(isAsked(asked, "back-off") ? backOff : []),
    ...(isAsked(asked, "probes") ? probes : []),
    ...(isAsked(asked, "tolerance") ? toleranceDetails(forecast) : []),
  ];
  const head = kind === "regular" ? name : `${name} (${kind})`;
  const rows = answers.flatMap(([question, answer]) => (answer === undefined ? [] : [[question, answer]]));
  return rows.map((row, index) => [index === 0 ? head : "", ...row]);
}

type Detail = readonly [question: string, answer: string | undefined];

function withSuffix(span: Span | undefined, suffix = ""): string | undefined {
  return span && `${formatSpan(span)}${suffix}`;
}
