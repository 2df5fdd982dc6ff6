import { agreeing } from "../../basics/counted.ts";
import { formatDuration } from "../../basics/durations.ts";
import { visibleShare } from "../../forecast/pod/visible-share.ts";
import type { Timeline } from "../../simulation/timeline/timeline.ts";
import { metricName } from "../promql/labels.ts";
import { type Expression, partsOf } from "../promql/model.ts";
import { emptySelectorIn } from "./closed-labels.ts";
import type { AlertVerdict } from "./verdict.ts";

/** Metrics that are named in one sentence. */
const missingMax = 5;

/** A reason that is in the status less often is what keeps an alert from firing. */
const hiddenShare = 0.2;

/** Why an alert does not fire in every run, in one sentence; "" where it does. */
export function becauseOf(
  verdict: AlertVerdict,
  timelines: readonly Pick<Timeline, "statuses">[],
  untilMs: number,
): string {
  const { rule, outcome, missing, error, longestPendingMs } = verdict;
  if (missing.length > 0) {
    const shown =
      missing.length > missingMax ? [...missing.slice(0, missingMax), `${missing.length - missingMax} more`] : missing;
    return `reads ${shown.join(", ")}, which ${agreeing(missing.length, "are")} not simulated`;
  }
  if (outcome === "unknown") return `cannot be evaluated: ${error ?? ""}`;
  if (outcome === "fires") return "";
  if (outcome === "never" && verdict.selectsNone !== undefined) return `no object here has ${verdict.selectsNone}`;
  const empty = outcome === "never" ? emptySelectorIn(rule.expression) : undefined;
  if (empty !== undefined)
    return `it selects ${empty.label}=${JSON.stringify(empty.written)}, and ${empty.metric} has only ${empty.values.join(", ")}`;
  const waiting = waitingReasonOf(rule.expression);
  const hidden = waiting && hiddenInWords(waiting, timelines, untilMs);
  if (hidden !== undefined && (outcome === "never" || outcome === "pending")) return hidden;
  if (outcome === "never") return "its condition never holds at an evaluation";
  if (rule.forMs > untilMs)
    return `needs ${formatDuration(rule.forMs)}, longer than the ${formatDuration(untilMs)} that were simulated`;
  if (rule.forMs === 0) return "its condition holds at no evaluation of the other runs";
  if (longestPendingMs === 0)
    return `its condition never holds at two evaluations in a row, and the alert needs ${formatDuration(rule.forMs)}`;
  return `its condition holds for at most ${formatDuration(longestPendingMs)} at a time, not the ${formatDuration(rule.forMs)} that it needs`;
}

/** Whether it counts restarts, or selects containers that wait for `CrashLoopBackOff`. */
export function looksForCrashLoops(expression: Expression): boolean {
  for (const part of partsOf(expression)) {
    if (part.is !== "selector") continue;
    const has = (name: string): boolean =>
      part.matchers.some(({ label, value }) => label === metricName && value.endsWith(name));
    const reasons = part.matchers.filter(({ label }) => label === "reason");
    if (has("container_status_restarts_total")) return true;
    if (has("container_status_waiting_reason") && reasons.every(({ matches }) => matches("CrashLoopBackOff")))
      return true;
  }
  return false;
}

interface Waiting {
  readonly reason: string;
  /** Init containers and sidecars have a metric of their own. */
  readonly isOfInits: boolean;
}

/** Why a selector of a reason finds little of it; undefined where it finds enough. */
function hiddenInWords(
  { reason, isOfInits }: Waiting,
  timelines: readonly Pick<Timeline, "statuses">[],
  untilMs: number,
): string | undefined {
  const [own, other] = isOfInits
    ? (["initContainerStatuses", "containerStatuses"] as const)
    : (["containerStatuses", "initContainerStatuses"] as const);
  const visible = visibleShare(reason, timelines, untilMs, own);
  if (visible >= hiddenShare) return undefined;
  if (visible === 0 && visibleShare(reason, timelines, untilMs, other) >= hiddenShare)
    return isOfInits
      ? `no init container waits in ${reason}, and its metric has no others`
      : `only init containers and sidecars wait in ${reason}, and its metric has none: they are in ${initMetric}`;
  return `${reason} is in the status ${percentText(visible)} of the time`;
}

const initMetric = "kube_pod_init_container_status_waiting_reason";

/** The reason that a selector of waiting containers asks for. */
function waitingReasonOf(expression: Expression): Waiting | undefined {
  for (const part of partsOf(expression)) {
    if (part.is !== "selector") continue;
    const name = part.matchers.find(({ label }) => label === metricName)?.value ?? "";
    const isWaiting = name.endsWith("container_status_waiting_reason");
    const reason = part.matchers.find(({ label, operator }) => label === "reason" && operator === "=");
    if (isWaiting && reason !== undefined) return { reason: reason.value, isOfInits: name === initMetric };
  }
  return undefined;
}

/** `0.02 %`: two digits that matter. */
function percentText(share: number): string {
  if (share === 0) return "0 %";
  const percent = share * 100;
  return `${percent >= 10 ? percent.toFixed(0) : percent >= 1 ? percent.toFixed(1) : percent.toPrecision(1)} %`;
}
