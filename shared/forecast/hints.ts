import { formatDuration } from "../kubernetes/durations.ts";
import type { Span } from "../simulation/span.ts";
import type { JobForecast } from "./job.ts";
import type { ContainerForecast, KubeletForecast } from "./model.ts";
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

function storyHint(story: NonNullable<ContainerForecast["restarts"]["story"]>): string {
  if (story.readyAt === undefined) {
    const count = `restarts ${story.restarts}× in ${formatDuration(storyMs)}`;
    return firstThatFits([`${count}, up ${formatPercent(story.upShare)}`, count]);
  }
  const seconds = Math.round(story.readyAt.nominalMs / 1000) * 1000;
  const count = `${story.crashes ? "crashes" : "restarts"} ${story.restarts}×`;
  return firstThatFits([`${count}, ready at ${formatDuration(seconds)}`, count]);
}

/** After the name of a container that a Job does not restart in place: when its next pod comes. Undefined where none can fail. */
export function jobHint({ retries, retryDelaysMs, tries, end, isTold, ...job }: JobForecast): string | undefined {
  if (retries === "restarts") return undefined;
  if (isTold) return end && jobStoryHint(end, tries.length);
  if (retryDelaysMs.length === 0)
    return end && `on failure the ${job.backoffLimitPerIndex === undefined ? "Job" : "index"} fails`;
  const delays = retryDelaysMs.map(formatDuration);
  const texts = delays.map((_, index) => delays.slice(0, delays.length - index).join(" "));
  return firstThatFits(texts.map((text, index) => `on failure next pod ${text}${index === 0 && end ? "" : " …"}`));
}

function jobStoryHint({ at, condition }: NonNullable<JobForecast["end"]>, pods: number): string {
  const seconds = Math.round(at.nominalMs / 1000) * 1000;
  const verb = condition === "Failed" ? "fails" : "done";
  const when = `${verb} at ${formatDuration(seconds)}`;
  return firstThatFits([`${pods} ${pods === 1 ? "pod" : "pods"}, Job ${when}`, `Job ${when}`]);
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
