import { counted } from "../../basics/counted.ts";
import { formatDuration } from "../../basics/durations.ts";
import type { Span } from "../../basics/span.ts";
import { formatBounds, formatSpan, formatTypical, withinAtLeast } from "../../basics/span-words.ts";
import { formatCurve, formatPercent } from "../../basics/sum-words.ts";
import type { Answer, AnswerEnd, Outlook, Spread } from "../answer/model.ts";
import type { KubeletForecast } from "../node-load/model.ts";
import type { JobEnd, JobForecast } from "./job.ts";
import type { ContainerForecast, RestartStory } from "./model.ts";

/** Inlay hints have at most this many characters. */
export const hintLength = 30;

/** After a container's name: its restart curve, or what the scenario makes of it. Undefined where nothing can restart. */
export function restartHint({ restarts }: ContainerForecast): string | undefined {
  const { story } = restarts;
  if (story !== undefined && story.restarts.max > 0) return storyHint(story);
  if (!restarts.canRestart) return undefined;
  const when = restarts.exitCode === 1 ? "on crash" : `on exit ${restarts.exitCode}`;
  return restarts.restartsAll ? `${when} ↻ all, no back-off` : curveHint(`${when} ↻ `, restarts.delaysMs);
}

function storyHint({ restarts, onlyCrashes, answer }: RestartStory): string {
  const { outcomes, end, readyForGoodMs, horizonMs, readyShare, runs } = answer;
  const [worst] = outcomes;
  if (worst !== undefined && outcomes.length > 1)
    return `${outcomeNames[worst.outlook]} in ${Math.round(worst.share * runs)} of ${runs} runs`;
  const atMs = end?.atMs ?? readyForGoodMs;
  if (atMs === undefined) {
    const count = `restarts ${timesText(restarts)} in ${formatDuration(horizonMs)}`;
    return firstThatFits([`${count}, up ${formatPercent(readyShare.p50)}`, count]);
  }
  const count = `${onlyCrashes ? "crashes" : "restarts"} ${timesText(restarts)}`;
  return firstThatFits([`${count}, ${end === undefined ? "ready" : endVerb(end.how)} at ${approximate(atMs)}`, count]);
}

const outcomeNames: Readonly<Record<Outlook, string>> = {
  "crash-loop": "crash loop",
  "never-ready": "never ready",
  restarts: "restarts",
  ends: "ends",
  fails: "fails",
  "loses-ready": "loses Ready",
  healthy: "healthy",
  rejected: "rejected",
};

function timesText({ min, p50, max }: Spread): string {
  return `${min === max ? "" : "~"}${p50}×`;
}

/** `4m40s`, or `~4m40s` where runs differ by seconds. */
function approximate({ min, p50, max }: Spread): string {
  const text = formatTypical(p50);
  return max - min < 1000 ? text : `~${text}`;
}

function endVerb(how: AnswerEnd["how"] | JobEnd["condition"]): string {
  if (how === "Deleted") return "gone";
  if (how === "Rejected") return "rejected";
  return how === "Failed" ? "fails" : "done";
}

/**
 * After the name of a container of a Job: how it ends, as the scenario has it, else when the next pod comes. Undefined where none can fail,
 * and where it is the kubelet that tries again and reports nothing.
 */
export function jobHint(forecast: JobForecast, answer: () => Answer): string | undefined {
  const { retries, retryDelaysMs, end, isExplicit, ...job } = forecast;
  if (isExplicit) return end && jobStoryHint(end, triesText(forecast), answer());
  if (retries === "restarts") return undefined;
  if (retryDelaysMs.length === 0)
    return end && `on failure the ${job.backoffLimitPerIndex === undefined ? "Job" : "index"} fails`;
  const delays = retryDelaysMs.map(formatDuration);
  const texts = delays.map((_, index) => delays.slice(0, delays.length - index).join(" "));
  return firstThatFits(texts.map((text, index) => `on failure next pod ${text}${index === 0 && end ? "" : " …"}`));
}

function triesText({ retries, tries, failures }: JobForecast): string {
  return retries === "pods" ? counted(tries.length, "pod") : counted(failures, "restart");
}

/** Over the runs of the answer; an end beyond its horizon comes from one run alone. */
function jobStoryHint(end: JobEnd, tries: string, answer: Answer): string {
  const [how, atMs] =
    answer.end === undefined ? [end.condition, spreadOfSpan(end.at)] : [answer.end.how, answer.end.atMs];
  const when = `${how === "Deleted" ? "replaced" : endVerb(how)} at ${approximate(atMs)}`;
  return firstThatFits([`${tries}, Job ${when}`, `Job ${when}`]);
}

function spreadOfSpan({ nominalMs, earliestMs, latestMs }: Span): Spread {
  return { min: earliestMs, p50: nominalMs, max: latestMs };
}

export function startupHint({ startupBudget, startupBudgetProbe }: ContainerForecast): string | undefined {
  if (startupBudget === undefined || startupBudgetProbe !== "startup") return undefined;
  return `must start ${withinAtLeast(startupBudget.earliestMs)}`;
}

export function livenessHint({ hangToSigterm }: ContainerForecast): string | undefined {
  return (
    hangToSigterm &&
    firstThatFits([
      `hang: SIGTERM in ${formatSpan(hangToSigterm)}`,
      `hang: SIGTERM ≤ ${formatBounds(hangToSigterm).latest}`,
    ])
  );
}

export function readinessHint({ unreadyAfter }: ContainerForecast): string | undefined {
  return unreadyAfter && noTrafficHint(unreadyAfter);
}

export function restartAllHint(containers: number): string {
  return containers === 1 ? "restarts the container" : `restarts all ${containers} containers`;
}

export function kubeletHint(forecast: KubeletForecast): string {
  return curveHint("", forecast.delaysMs);
}

function noTrafficHint(span: Span): string {
  return firstThatFits([`hang: no traffic in ${formatSpan(span)}`, `hang: no traffic ≤ ${formatBounds(span).latest}`]);
}

/** The hint with as many delays as fit. */
function curveHint(prefix: string, delaysMs: readonly number[]): string {
  return firstThatFits([4, 3, 2, 1].map((steps) => prefix + formatCurve(delaysMs, steps)));
}

/** The longest of the texts that is short enough; they come in that order. */
function firstThatFits(texts: readonly string[]): string {
  return texts.find((text) => text.length <= hintLength) ?? texts.at(-1) ?? "";
}
