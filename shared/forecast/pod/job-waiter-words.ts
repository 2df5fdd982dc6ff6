import { formatDuration } from "../../basics/durations.ts";
import type { Span } from "../../basics/span.ts";
import { whenInWords } from "../../basics/span-words.ts";
import { formatMinutesUp } from "../../basics/sum-words.ts";
import type { JobSpec } from "../../controllers/job/model.ts";
import type { WaitForecast } from "../../controllers/waiters/outcomes.ts";
import { type Waiter, waiterFacts } from "../../controllers/waiters/waiters.ts";
import type { Answer } from "../answer/model.ts";

/** A Job with what is known of those who wait for it. */
export interface WaitedJob {
  readonly job: JobSpec;
  readonly answer: Answer;
  /** Who waits in this project; undefined if nobody says. */
  readonly waiter: Waiter | undefined;
  /** What makes a hook of it, as annotations say; undefined: it is none. */
  readonly hook: JobHook | undefined;
}

export interface JobHook {
  /** `pre-upgrade` */
  readonly helm: readonly string[];
  /** `PreSync` */
  readonly argo: readonly string[];
}

interface JobWaiterRow {
  readonly what: string;
  readonly text: string;
}

const usualWaiters: readonly Waiter[] = ["helm-3", "helm-4"];

const names: Readonly<Record<Waiter, string>> = {
  "helm-3": "Helm 3 --wait-for-jobs",
  "helm-4": "Helm 4 --wait-for-jobs",
  flux: waiterFacts.flux.name,
  "argo-cd": waiterFacts["argo-cd"].name,
  "kubectl-rollout-status": waiterFacts["kubectl-rollout-status"].name,
  "kubectl-wait": "kubectl wait --for=condition=complete",
};

/** What becomes of those who wait for a Job; nothing of one whose scenario nobody says. */
export function jobWaiterRows(waited: WaitedJob): readonly JobWaiterRow[] {
  const { answer, waiter, hook, job } = waited;
  const asked = waiter === undefined ? usualWaiters : [waiter];
  const isHelm = asked.every((each) => usualWaiters.includes(each));
  if (job.suspend) return asked.map((each) => ({ what: names[each], text: suspendedText(each) }));
  const { jobWaits } = answer;
  if (jobWaits === undefined) return [];
  const waitOf = (each: Waiter): WaitForecast | undefined => jobWaits.find((wait) => wait.waiter === each);
  // Hooks of both releases wait for the conditions of a Job, whatever else is waited for.
  const ofHook = waitOf("helm-4");
  if (isHelm && hook !== undefined && hook.helm.length > 0)
    return ofHook === undefined ? [] : [{ what: "Helm 3 and 4", text: helmHookText(waited, hook.helm, ofHook) }];
  return asked.flatMap((each) => {
    const wait = waitOf(each);
    return wait === undefined
      ? []
      : [{ what: names[each], text: `${hookText(waited, each)}${waitText(waited, wait)}` }];
  });
}

function suspendedText(waiter: Waiter): string {
  if (waiter === "kubectl-rollout-status") return noRolloutText;
  return waiter === "argo-cd"
    ? "is Suspended until the Job is resumed"
    : `${givesUp(waiter)} unless the Job is resumed`;
}

const noRolloutText = "ends with an error: a Job has no rollout";

function helmHookText({ answer }: WaitedJob, events: readonly string[], wait: WaitForecast): string {
  if (events.every((event) => event === "test"))
    return `test hook, which helm test waits for; ${endsText(answer, wait)}`;
  const isBefore = events.some((event) => event.startsWith("pre-"));
  const failed = isBefore ? "; the release fails then, before it changes anything else" : "; the release fails then";
  const fails = wait.fails === undefined ? "" : failed;
  return `${events.join(", ")} hook, waited for without --wait, too; ${endsText(answer, wait)}${fails}`;
}

function hookText({ hook }: WaitedJob, waiter: Waiter): string {
  if (waiter !== "argo-cd" || hook === undefined || hook.argo.length === 0) return "";
  const isBefore = hook.argo.includes("PreSync");
  return `${hook.argo.join(", ")} hook${isBefore ? ", all other objects come after it" : ""}; `;
}

function waitText({ answer, job }: WaitedJob, wait: WaitForecast): string {
  const { waiter } = wait;
  if (waiter === "kubectl-rollout-status") return noRolloutText;
  if (waiter === "helm-3" && job.completions === undefined && wait.returns !== undefined)
    return "returns immediately: it does not wait where completions are left out";
  const ends = endsText(answer, wait);
  const alone = aloneText(waiter);
  return `${ends}${vainText({ answer, job, wait })}${alone === "" ? "" : `; ${alone}`}`;
}

/** Without --wait-for-jobs. */
function aloneText(waiter: Waiter): string {
  if (waiter === "helm-3") return "--wait alone does not wait for Jobs";
  return waiter === "helm-4" ? "--wait alone returns once the Job has started" : "";
}

/** Why it waits on though the Job is over. */
function vainText({ answer, job, wait }: Pick<WaitedJob, "answer" | "job"> & { readonly wait: WaitForecast }): string {
  const { waiter, returns, fails } = wait;
  const left = answer.runs - (returns?.runs ?? 0) - (fails?.runs ?? 0);
  if (left === 0 || answer.end === undefined) return "";
  const isFailed = answer.end.how === "Failed";
  if (waiter === "kubectl-wait" && isFailed) return ": the Job fails, which it does not look at";
  if (waiter !== "helm-3") return "";
  return isFailed
    ? `: the Job fails with no more failed pods than its backoffLimit of ${job.backoffLimit}, which it does not notice`
    : ": the Job completes with fewer pods than its completions";
}

function endsText({ runs }: Answer, { waiter, returns, fails }: WaitForecast): string {
  const verbs = waiter === "argo-cd" ? ["is Healthy", "is Degraded"] : ["returns", "fails"];
  const texts = [returns, fails].flatMap((ends, index) => {
    if (ends === undefined) return [];
    const share = ends.runs === runs ? "" : ` in ${ends.runs} of ${runs} runs`;
    return [`${verbs[index]}${share} ${when(ends.span)}`];
  });
  const left = runs - (returns?.runs ?? 0) - (fails?.runs ?? 0);
  const lastMs = Math.max(returns?.span.latestMs ?? 0, fails?.span.latestMs ?? 0);
  const { timeout } = waiterFacts[waiter];
  const needs =
    timeout?.defaultMs === undefined || lastMs <= timeout.defaultMs
      ? ""
      : `, with ${timeout.option} ${formatMinutesUp(lastMs)} (default: ${formatDuration(timeout.defaultMs)})`;
  const rest = left === 0 ? [] : [texts.length === 0 ? givesUp(waiter) : `in the others it ${givesUp(waiter)}`];
  return [...(texts.length === 0 ? [] : [`${texts.join(", ")}${needs}`]), ...rest].join("; ");
}

function when({ earliestMs, nominalMs, latestMs }: Span): string {
  return latestMs === 0 ? "immediately" : whenInWords({ min: earliestMs, p50: nominalMs, max: latestMs });
}

function givesUp(waiter: Waiter): string {
  if (waiter === "argo-cd") return "stays Progressing";
  const defaultMs = waiterFacts[waiter].timeout?.defaultMs;
  return defaultMs === undefined ? "times out" : `times out after ${formatDuration(defaultMs)}`;
}
