import { formatDuration } from "../kubernetes/durations.ts";
import type { Span } from "../simulation/span.ts";
import type { JobEnd, JobForecast } from "./job.ts";
import type { ContainerForecast, KubeletForecast, PodEnd, RestartStory } from "./model.ts";
import { storyMs } from "./restarts.ts";
import { formatBounds, formatCurve, formatPercent, formatSafe, formatSpan } from "./words.ts";

/** Inlay hints have at most this many characters. */
export const hintLength = 30;

/** After a container's name: its restart curve, or what the scenario makes of it. Undefined where nothing can restart. */
export function restartHint({ restarts }: ContainerForecast): string | undefined {
  const { story } = restarts;
  if (story !== undefined && story.restarts > 0) return storyHint(story);
  if (!restarts.canRestart) return undefined;
  const when = restarts.exitCode === 1 ? "on crash" : `on exit ${restarts.exitCode}`;
  return restarts.restartsAll ? `${when} ↻ all, at once` : curveHint(`${when} ↻ `, restarts.delaysMs);
}

function storyHint({ restarts, crashes, readyAt, podEnd, upShare }: RestartStory): string {
  const end = readyAt ?? podEnd?.at;
  if (end === undefined) {
    const count = `restarts ${restarts}× in ${formatDuration(storyMs)}`;
    return firstThatFits([`${count}, up ${formatPercent(upShare)}`, count]);
  }
  const count = `${crashes ? "crashes" : "restarts"} ${restarts}×`;
  const what = podEnd === undefined ? "ready" : endVerb(podEnd.how);
  return firstThatFits([`${count}, ${what} at ${toSecond(end)}`, count]);
}

function endVerb(how: PodEnd["how"] | JobEnd["condition"]): string {
  if (how === "Deleted") return "gone";
  return how === "Failed" ? "fails" : "done";
}

/**
 * After the name of a container of a Job: how it ends, as the scenario has it, else when the next pod comes. Undefined where none can fail,
 * and where it is the kubelet that tries again and nothing is told of it.
 */
export function jobHint(forecast: JobForecast): string | undefined {
  const { retries, retryDelaysMs, end, isTold, ...job } = forecast;
  if (isTold) return end && jobStoryHint(end, triesText(forecast));
  if (retries === "restarts") return undefined;
  if (retryDelaysMs.length === 0)
    return end && `on failure the ${job.backoffLimitPerIndex === undefined ? "Job" : "index"} fails`;
  const delays = retryDelaysMs.map(formatDuration);
  const texts = delays.map((_, index) => delays.slice(0, delays.length - index).join(" "));
  return firstThatFits(texts.map((text, index) => `on failure next pod ${text}${index === 0 && end ? "" : " …"}`));
}

function triesText({ retries, tries, failures }: JobForecast): string {
  const [count, what] = retries === "pods" ? [tries.length, "pod"] : [failures, "restart"];
  return `${count} ${what}${count === 1 ? "" : "s"}`;
}

function jobStoryHint({ at, condition }: JobEnd, tries: string): string {
  const when = `${endVerb(condition)} at ${toSecond(at)}`;
  return firstThatFits([`${tries}, Job ${when}`, `Job ${when}`]);
}

function toSecond({ nominalMs }: Span): string {
  return formatDuration(Math.round(nominalMs / 1000) * 1000);
}

export function startupHint({ startupBudget, startupBudgetProbe }: ContainerForecast): string | undefined {
  if (startupBudget === undefined || startupBudgetProbe !== "startup") return undefined;
  return `must start within ${formatSafe(startupBudget)}`;
}

export function livenessHint({ hangToSigterm }: ContainerForecast): string | undefined {
  return hangToSigterm && hangHint("SIGTERM", hangToSigterm);
}

export function readinessHint({ unreadyAfter }: ContainerForecast): string | undefined {
  return unreadyAfter && hangHint("unready", unreadyAfter);
}

export function restartAllHint(containers: number): string {
  return containers === 1 ? "restarts the container" : `restarts all ${containers} containers`;
}

export function kubeletHint(forecast: KubeletForecast): string {
  return curveHint("", forecast.delaysMs);
}

function hangHint(what: string, span: Span): string {
  const { latest } = formatBounds(span);
  return firstThatFits([
    `${what} ${formatSpan(span)} after a hang`,
    `${what} ≤ ${latest} after a hang`,
    `${what} ≤ ${latest}`,
  ]);
}

/** As many delays as fit. */
function curveHint(prefix: string, delaysMs: readonly number[]): string {
  return firstThatFits([4, 3, 2, 1].map((steps) => prefix + formatCurve(delaysMs, steps)));
}

/** The longest of the texts that is short enough; they come in that order. */
function firstThatFits(texts: readonly string[]): string {
  return texts.find((text) => text.length <= hintLength) ?? texts.at(-1) ?? "";
}
