import { counted } from "../../basics/counted.ts";
import { formatDuration } from "../../basics/durations.ts";
import type { RunTimes } from "../../basics/run-times.ts";
import { formatAtLeast, rangeInWords } from "../../basics/span-words.ts";
import { formatMinutesUp } from "../../basics/sum-words.ts";
import type { HookBefore, PlayableWorkload } from "../../controllers/pods/play-workload.ts";
import type { WaitForecast } from "../../controllers/waiters/outcomes.ts";
import { helmTimeoutMs, type Waiter, waiterFacts } from "../../controllers/waiters/waiters.ts";
import type { FirstDeploymentForecast, RolloutForecast, WorkloadForecast } from "./model.ts";
import type { WorkloadRow } from "./row.ts";
import { spreadOf, when, whenInRuns } from "./times.ts";

/** Where the project file names none: the two releases of Helm that are in use, which wait for different things. */
const usualWaiters: readonly Waiter[] = ["helm-3", "helm-4"];

type Waited = Pick<PlayableWorkload, "spec" | "waiter" | "hooksBefore" | "wavesBefore">;

/** Who is shown. */
function waitersOf({ waiter }: Waited): readonly Waiter[] {
  return waiter === undefined ? usualWaiters : [waiter];
}

/** What becomes of those who wait for a change of the template. */
export function waiterRows(workload: Waited, { waitedFor, leavesOutPulls }: WorkloadForecast): readonly WorkloadRow[] {
  if (waitedFor === undefined) return [];
  return waitersOf(workload).flatMap((waiter) => {
    const wait = waitedFor.waits.find((each) => each.waiter === waiter);
    if (wait === undefined) return [];
    const said = waitText({ workload, rollout: waitedFor, leavesOutPulls, wait });
    const after = waiter === "argo-cd" ? `${said}${wavesFirst(workload)}` : said;
    const text = withHooks(after, hooksFor(workload, waiter, "pre-upgrade"));
    return [{ id: "waiter", what: waiterFacts[waiter].name, text } as const];
  });
}

/** The hooks for which it waits before it changes the workload. Each has a timeout of its own. */
function hooksFor({ hooksBefore = [] }: Waited, waiter: Waiter, event: string): readonly HookBefore[] {
  if (waiter === "argo-cd") return hooksBefore.filter(({ isPreSync }) => isPreSync);
  const isHelm = waiter === "helm-3" || waiter === "helm-4";
  return isHelm ? hooksBefore.filter(({ helm }) => helm.includes(event)) : [];
}

/** Nothing follows a hook that fails. */
function withHooks(text: string, hooks: readonly HookBefore[]): string {
  const failed = hooks.find(({ end }) => end?.how === "Failed");
  if (failed?.end !== undefined)
    return `fails ${when(failed.end.span)}: the hook ${failed.name} fails, and nothing is changed`;
  const each = hooks.map(
    ({ name, end }) => `${name}${end === undefined ? "" : `, ${rangeInWords(spreadOf(end.span))}`}`,
  );
  return each.length === 0
    ? text
    : `${text}; before it, it waits for ${counted(each.length, "hook")} (${each.join("; ")})`;
}

/** Of what is in earlier waves, nobody says whether it changes, too. */
function wavesFirst({ wavesBefore = [] }: Waited): string {
  if (wavesBefore.length === 0) return "";
  return `; earlier waves come first (${wavesBefore.map(({ name, wave }) => `${name} in ${wave}`).join("; ")})`;
}

/** Nothing of a later wave is applied before all that comes first is Healthy. */
function withWaves(text: string, { wavesBefore = [] }: Waited): string {
  for (const { name, wave, end } of wavesBefore) {
    if (end === "never") return `never applies it: ${name} of wave ${wave} does not become Healthy`;
    if (end?.how === "Failed") return `never applies it: ${name} of wave ${wave} is Degraded ${when(end.span)}`;
  }
  const each = wavesBefore.map(({ name, wave, end }) => {
    const takes = end === undefined || end === "never" ? "" : `, ${rangeInWords(spreadOf(end.span))}`;
    return `${name} in ${wave}${takes}`;
  });
  return each.length === 0 ? text : `${text}, once earlier waves are Healthy (${each.join("; ")})`;
}

/** The first one that is shown and needs more than its default timeout, or ends with an error though the rollout completes. */
export function lateWaiter(workload: Waited, { waits, runs }: RolloutForecast): string | undefined {
  const isLate = ({ waiter, returns, fails }: WaitForecast): boolean => {
    if (hooksFor(workload, waiter, "pre-upgrade").some(({ end }) => end?.how === "Failed")) return true;
    const timeoutMs = waiterFacts[waiter].timeout?.defaultMs ?? Number.POSITIVE_INFINITY;
    return fails !== undefined || returns === undefined || returns.runs < runs || returns.bounds.latestMs > timeoutMs;
  };
  const late = waits.find((wait) => waitersOf(workload).includes(wait.waiter) && isLate(wait));
  return late && waiterFacts[late.waiter].name;
}

/** What becomes of those who wait for a first install: `Helm 3 --wait returns after 20–29s`. */
export function firstInstallTexts(workload: Waited, { waits, runs }: FirstDeploymentForecast): readonly string[] {
  return waitersOf(workload).flatMap((waiter) => {
    const wait = waits.find((each) => each.waiter === waiter);
    if (wait === undefined || (waiter === "kubectl-rollout-status" && isRefused(workload))) return [];
    const said = firstInstallText(wait, runs);
    const after = waiter === "argo-cd" ? withWaves(said, workload) : said;
    const text = withHooks(after, hooksFor(workload, waiter, "pre-install"));
    return [`${waiterFacts[waiter].name} ${text}`];
  });
}

function firstInstallText({ waiter, returns, fails }: WaitForecast, runs: number): string {
  const { timeout } = waiterFacts[waiter];
  const isAll = (returns?.runs ?? 0) + (fails?.runs ?? 0) === runs;
  if (returns?.runs === runs && timeout?.defaultMs !== undefined && returns.bounds.latestMs > timeout.defaultMs)
    return `needs ${timeout.option} ${formatMinutesUp(returns.bounds.latestMs)}`;
  if (fails?.runs === runs && timeout?.defaultMs !== undefined && fails.bounds.earliestMs > timeout.defaultMs)
    return givesUp(waiter);
  const ends = [
    ...(returns === undefined ? [] : [`${verbs(waiter).returns} ${whenInRuns(returns, { runs })}`]),
    ...(fails === undefined ? [] : [`${verbs(waiter).fails} ${whenInRuns(fails, { runs })}`]),
    ...(isAll ? [] : [returns === undefined && fails === undefined ? givesUp(waiter) : `else ${givesUp(waiter)}`]),
  ];
  return ends.join(", ");
}

interface Wait {
  readonly workload: Waited;
  readonly rollout: RolloutForecast;
  readonly leavesOutPulls: boolean;
  readonly wait: WaitForecast;
}

function waitText(asked: Wait): string {
  const { rollout, wait, workload } = asked;
  const { returns, fails, waiter } = wait;
  if (waiter === "kubectl-rollout-status" && isRefused(workload))
    return "ends with an error: it is only for RollingUpdate";
  if (returns === undefined && fails === undefined) return withoutEnd(asked);
  if (fails === undefined && returns?.runs === rollout.runs) return returnText(asked, returns);
  if (returns === undefined && fails?.runs === rollout.runs) return failText(waiter, fails);
  const ends = [
    ...(returns === undefined ? [] : [`${verbs(waiter).returns} ${whenInRuns(returns, rollout)}`]),
    ...(fails === undefined
      ? []
      : [`${verbs(waiter).fails} ${whenInRuns(fails, rollout)}, when the deadline is exceeded`]),
  ];
  const isAll = (returns?.runs ?? 0) + (fails?.runs ?? 0) === rollout.runs;
  return [...ends, ...(isAll ? [] : [`in the others it ${givesUp(waiter)}`])].join("; ");
}

/** It knows no other strategy, and says so. */
function isRefused({ spec }: Waited): boolean {
  return spec.kind !== "Deployment" && spec.strategy !== "RollingUpdate";
}

function verbs(waiter: Waiter): { readonly returns: string; readonly fails: string } {
  return waiter === "argo-cd"
    ? { returns: "is Healthy", fails: "is Degraded" }
    : { returns: "returns", fails: "fails" };
}

function givesUp(waiter: Waiter): string {
  if (waiter === "argo-cd") return "stays Progressing";
  return waiterFacts[waiter].timeout === undefined ? "never returns" : "times out";
}

/** New pods that are ready by the default timeout of Helm, of those that are wanted. */
function readyOf({ workload: { spec }, rollout }: Wait): string {
  return `${rollout.readyAtTimeout}${spec.kind === "DaemonSet" ? "" : ` of ${spec.replicas}`}`;
}

function withoutEnd(asked: Wait): string {
  const { rollout, wait, workload } = asked;
  if (workload.spec.strategy === "OnDelete") return `${givesUp(wait.waiter)}: only pods that you delete are replaced`;
  const isHelm = waiterFacts[wait.waiter].timeout?.defaultMs === helmTimeoutMs;
  const ready = isHelm && rollout.stuckAt !== undefined ? ` with ${readyOf(asked)} new pods ready` : "";
  return `${givesUp(wait.waiter)}${ready}`;
}

function failText(waiter: Waiter, { span, bounds }: RunTimes): string {
  const { timeout } = waiterFacts[waiter];
  const fails = `${verbs(waiter).fails} ${when(span)}, when the deadline is exceeded`;
  if (timeout?.defaultMs === undefined || bounds.earliestMs <= timeout.defaultMs) return fails;
  return `times out after ${formatDuration(timeout.defaultMs)}; with a longer ${timeout.option} it ${fails}`;
}

/** Whether a timeout is enough is judged by the latest possible instant, and not by the latest run. */
function returnText(asked: Wait, { span, bounds }: RunTimes): string {
  const { wait, leavesOutPulls } = asked;
  const { timeout } = waiterFacts[wait.waiter];
  const returns = `${verbs(wait.waiter).returns} ${when(span)}`;
  const pulls = leavesOutPulls ? " plus the image pulls" : "";
  if (timeout === undefined) return `${returns}${span.latestMs === 0 ? "" : pulls}`;
  const needs = `${timeout.option} ${formatMinutesUp(bounds.latestMs)}${pulls}`;
  if (timeout.defaultMs === undefined) return `${returns}: ${needs} is enough`;
  const limit = formatDuration(timeout.defaultMs);
  if (bounds.latestMs <= timeout.defaultMs)
    return `${returns}: the default timeout of ${limit} has ${spareText(timeout.defaultMs - bounds.latestMs, leavesOutPulls)}`;
  if (bounds.earliestMs <= timeout.defaultMs)
    return `${returns}; the default timeout of ${limit} may be too short, ${needs} is enough`;
  const gaveUp = timeout.defaultMs === helmTimeoutMs ? ` at ${readyOf(asked)}` : "";
  return `needs ${needs}; the default ${limit} gives up${gaveUp}`;
}

/** What is left of a limit in every run: a pull that no number holds has to fit in there. */
export function spareText(spareMs: number, leavesOutPulls: boolean): string {
  const spare = spareMs < 1000 ? "no time" : `at least ${formatAtLeast(spareMs)}`;
  return `${spare} to spare${leavesOutPulls ? " for image pulls" : ""}`;
}

/** The number of the head about the first waiter that is shown: `Helm 3 --timeout`, `≥ 17m`. */
export function waiterFigure(
  workload: Waited,
  { waits, runs }: RolloutForecast,
): { what: string; text: string } | undefined {
  const [waiter] = waitersOf(workload);
  const wait = waits.find((each) => each.waiter === waiter);
  if (wait === undefined) return undefined;
  const { name, timeout } = waiterFacts[wait.waiter];
  const what = timeout === undefined ? name : `${name.replace(" --wait", "")} ${timeout.option}`;
  const { returns } = wait;
  if (returns === undefined) return { what, text: timeout === undefined ? givesUp(wait.waiter) : "never enough" };
  const inSome = returns.runs === runs ? "" : ` in ${returns.runs} of ${runs} runs`;
  const text = timeout === undefined ? when(returns.span) : `≥ ${formatMinutesUp(returns.bounds.latestMs)}`;
  return { what, text: `${text}${inSome}` };
}
