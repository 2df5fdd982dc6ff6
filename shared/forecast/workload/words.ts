import { capitalized } from "../../basics/capitalized.ts";
import { agreeing, counted } from "../../basics/counted.ts";
import { formatDuration } from "../../basics/durations.ts";
import type { Span } from "../../basics/span.ts";
import { formatAtLeast, formatAtMost, formatTypical, rangeInWords } from "../../basics/span-words.ts";
import { fenceposts } from "../../controllers/deployment/fenceposts.ts";
import type { IntOrPercent, StatefulSetSpec, WorkloadSpec } from "../../controllers/objects/model.ts";
import { formatIntOrPercent, roundedDown, roundedUp } from "../../controllers/objects/percent.ts";
import type { PlayableWorkload } from "../../controllers/pods/play-workload.ts";
import { spiralInWords } from "../spiral/words.ts";
import { changeRows, leastText, nodeLossInWords, overRuns, sharedRow } from "./change-words.ts";
import { rolloutJudgmentInWords } from "./judgment-words.ts";
import type { CrashForecast, EventsForecast, RolloutForecast, ShutdownForecast, WorkloadForecast } from "./model.ts";
import type { WorkloadRow } from "./row.ts";
import { cutRequestsMs, sleepSeconds, spareForStartMs } from "./shutdown.ts";
import { spreadOf, when, whenInRuns } from "./times.ts";
import { onlyPodInWords, type Replacement, replacementOf, trafficInWords } from "./traffic.ts";
import { hasTooManyCrashes, tooManyCrashes } from "./unplayed.ts";
import { volumeRows } from "./volume-words.ts";
import { firstInstallTexts, spareText, waiterRows } from "./waiter-words.ts";

/** What decides about the rollout, beside the name: `10 replicas · maxSurge 1 · maxUnavailable 0`. */
export function specInWords({ spec, nodes }: PlayableWorkload): string {
  const parts = spec.kind === "DaemonSet" ? [counted(nodes.length, "node")] : [counted(spec.replicas, "replica")];
  parts.push(...strategyParts(spec));
  if (spec.minReadySeconds > 0) parts.push(`minReadySeconds ${spec.minReadySeconds}`);
  return parts.join(" · ");
}

function strategyParts(spec: WorkloadSpec): readonly string[] {
  if (spec.strategy !== "RollingUpdate") return [spec.strategy];
  const unavailable = `maxUnavailable ${formatIntOrPercent(spec.maxUnavailable)}`;
  if (spec.kind === "Deployment") return [`maxSurge ${formatIntOrPercent(spec.maxSurge)}`, unavailable];
  if (spec.kind === "StatefulSet")
    return [
      spec.isParallel ? "Parallel" : "ordered",
      ...(isOne(spec.maxUnavailable) ? [] : [unavailable]),
      ...(spec.partition > 0 ? [`partition ${spec.partition}`] : []),
    ];
  const hasSurge = "count" in spec.maxSurge ? spec.maxSurge.count > 0 : spec.maxSurge.percent > 0;
  return [hasSurge ? `maxSurge ${formatIntOrPercent(spec.maxSurge)}` : unavailable];
}

function isOne(amount: IntOrPercent): boolean {
  return "count" in amount && amount.count === 1;
}

/** The rows of `forecast` and of hovers, the rollout first. */
export function workloadRows(workload: PlayableWorkload, forecast: WorkloadForecast): readonly WorkloadRow[] {
  const { rollout, crash } = forecast;
  return [
    ...(rollout === undefined
      ? [{ id: "rollout" as const, what: "rollout", text: noRollout(workload) }]
      : rolloutRows(workload, forecast, rollout)),
    ...volumeRows(workload),
    ...(crash === undefined ? unplayedCrash(workload, rollout) : [crashRow(workload, crash)]),
    ...waiterRows(workload, forecast),
    { id: "first-deployment", what: "first deployment", text: firstText(workload, forecast) },
    ...changeRows(forecast),
    ...(forecast.spiral === undefined
      ? []
      : [{ id: "load" as const, what: "load", text: spiralInWords(forecast.spiral) }]),
    ...forecast.shared.map(sharedRow),
    ...(forecast.withEvents === undefined ? [] : [eventsRow(forecast.withEvents, forecast.pods)]),
    ...shutdownRows(workload, forecast.shutdown, () => replacementOf(workload, forecast)),
    ...forecast.judgments.map((judgment) => {
      return { id: "expectation", what: judgment.text, text: rolloutJudgmentInWords(judgment) } as const;
    }),
  ];
}

/** Why a change of the template replaces no pods. */
export function noRollout({ spec }: PlayableWorkload): string {
  if (spec.kind === "Deployment" && spec.paused) return "paused: a change of the template replaces no pods";
  if (spec.strategy === "OnDelete") return "OnDelete: only pods that you delete are replaced";
  if (spec.kind === "StatefulSet" && spec.replicas > 0 && spec.partition >= spec.replicas)
    return `partition ${spec.partition}: a change of the template replaces no pods`;
  return "no pods to replace";
}

function rolloutRows(
  workload: PlayableWorkload,
  forecast: WorkloadForecast,
  rollout: RolloutForecast,
): readonly WorkloadRow[] {
  return [
    { id: "rollout", what: "rollout", text: rolloutText(workload, forecast, rollout) },
    ...(workload.spec.kind === "Deployment"
      ? [{ id: "deadline" as const, what: "deadline", text: deadlineText(workload, forecast, rollout) }]
      : []),
    { id: "available", what: "available", text: availableText(workload, forecast, rollout) },
  ];
}

/** What a rollout takes, in a few words: `15m–17m`; where it does not complete, where it stays. */
export function rolloutSummary(rollout: RolloutForecast): string {
  const { completes, completesIn, runs } = rollout;
  if (completes !== undefined) return rangeInWords(spreadOf(completes.span));
  if (completesIn === undefined) return stuckInWords(rollout);
  return `completes in ${completesIn.runs} of ${runs} runs, else ${stuckInWords(rollout)}`;
}

/** Where it stays, in the runs that do not complete. */
export function stuckInWords({ stuckAt }: RolloutForecast): string {
  if (stuckAt === undefined) return "does not complete";
  const { updated, of } = stuckAt;
  if (updated < of) return `stuck at ${updated} of ${of} updated`;
  return of === 1 ? "updated, but not available" : `all ${of} updated, but not available together`;
}

function rolloutText(workload: PlayableWorkload, forecast: WorkloadForecast, rollout: RolloutForecast): string {
  const { pod, pods } = forecast;
  const available = pod.available ?? pod.ready;
  const outcome = rolloutOutcome(forecast, rollout);
  if (rollout.completes === undefined) return outcome;
  const paced = `${outcome}, ${paceOf(workload, pods)}`;
  if (available === undefined) return paced;
  const who = pods === 1 ? "it is" : "each";
  return `${paced}, ${who} available ${rangeInWords(spreadOf(available.span))} after it is created`;
}

/** What the rollout comes to, and at which pace, for a headline. */
export function rolloutSentences(
  workload: PlayableWorkload,
  forecast: Pick<WorkloadForecast, "pods" | "leavesOutPulls">,
  rollout: RolloutForecast,
): string {
  const outcome = rolloutOutcome(forecast, rollout);
  return rollout.completes === undefined ? outcome : `${outcome}. ${capitalized(paceOf(workload, forecast.pods))}.`;
}

/** What the rollout comes to, or where it stays. */
function rolloutOutcome(
  { leavesOutPulls }: Pick<WorkloadForecast, "leavesOutPulls">,
  rollout: RolloutForecast,
): string {
  const { completesIn, runs } = rollout;
  if (rollout.completes === undefined) {
    const stays = `${stuckInWords(rollout)} after ${formatAtLeast(rollout.watchedMs)}`;
    if (completesIn === undefined) return stays;
    return `completes in ${completesIn.runs} of ${runs} runs, ${when(completesIn.span)}; in the others ${stays}`;
  }
  const condition = leavesOutPulls ? " once the image is on the node" : "";
  return `${rolloutSummary(rollout)}${condition}`;
}

/** How many of the pods change at a time, in words; of a single pod, what comes first. */
export function paceOf({ spec, nodes }: PlayableWorkload, pods: number): string {
  if (spec.kind === "StatefulSet") return pods === 1 ? oldFirst : setPace(spec);
  if (spec.kind === "DaemonSet") {
    const surge = roundedUp(spec.maxSurge, nodes.length);
    if (pods === 1) return surge > 0 ? newFirst : oldFirst;
    return atATime(Math.min(nodes.length, surge > 0 ? surge : roundedUp(spec.maxUnavailable, nodes.length)));
  }
  if (spec.strategy === "Recreate") return pods === 1 ? oldFirst : allFirst;
  const { surge, unavailable } = fenceposts(spec);
  if (pods === 1) return unavailable > 0 ? oldFirst : newFirst;
  return atATime(Math.min(spec.replicas, surge + unavailable));
}

const oldFirst = "the old pod stops before the new one starts";
const newFirst = "the new pod is available before the old one stops";

const allFirst = "all pods stop before the new ones start";

function setPace(spec: StatefulSetSpec): string {
  const { strategy, isParallel, maxUnavailable, replicas, partition, countsUpdateRange } = spec;
  if (strategy === "Recreate") return isParallel ? allFirst : `${allFirst} one by one`;
  const down = "from the highest ordinal down";
  const range = replicas - partition;
  const most = Math.max(1, Math.min(roundedDown(maxUnavailable, countsUpdateRange === true ? range : replicas), range));
  if (most === 1) return `one pod at a time, ${down}`;
  return `up to ${most} pods ${isParallel ? "at a time" : "stop at a time and start one by one"}, ${down}`;
}

function atATime(pods: number): string {
  return pods === 1 ? "one pod at a time" : `up to ${pods} pods at a time`;
}

function deadlineText(
  { spec }: PlayableWorkload,
  { leavesOutPulls }: WorkloadForecast,
  rollout: RolloutForecast,
): string {
  const { deadlineExceeded, quietMs, completes } = rollout;
  const seconds = spec.kind === "Deployment" ? spec.progressDeadlineSeconds : undefined;
  if (seconds === undefined) return "none: a stuck rollout is never reported as failed";
  const field = `progressDeadlineSeconds ${seconds}`;
  if (deadlineExceeded !== undefined) {
    const then = completes === undefined ? "" : "; the rollout goes on and completes later";
    return `${field}: reported as failed (ProgressDeadlineExceeded) ${whenInRuns(deadlineExceeded, rollout)}${then}`;
  }
  const spareMs = seconds * 1000 - quietMs;
  if (rollout.completesIn === undefined)
    return `${field}: never reported as failed, though it does not complete: something counts as progress every ${formatTypical(quietMs)}`;
  if (spareMs < 0)
    return `${field}: up to ${formatTypical(quietMs)} without progress, so it may be reported as failed (ProgressDeadlineExceeded)`;
  return `${field}: at most ${formatAtMost(quietMs)} without progress, ${spareText(spareMs, leavesOutPulls)}`;
}

/** When `ProgressDeadlineExceeded` is reported, in a few words: `in 10m–10m2s`. */
export function reportedAsFailed(rollout: RolloutForecast): string {
  return rollout.deadlineExceeded === undefined ? "never" : whenInRuns(rollout.deadlineExceeded, rollout);
}

function availableText(
  workload: PlayableWorkload,
  { pods, shutdown }: WorkloadForecast,
  rollout: RolloutForecast,
): string {
  const { availableAtLeast, podsAtMost, activeAtMost } = rollout;
  const least =
    availableAtLeast >= pods
      ? `always ${pods}`
      : availableAtLeast === 0
        ? `for a while none of ${pods}`
        : `at least ${availableAtLeast} of ${pods}`;
  const surge = activeAtMost - pods;
  const stopping = podsAtMost - Math.max(activeAtMost, pods);
  const more = [
    ...(surge > 0 ? [`${surge} surge`] : []),
    ...(stopping > 0 ? [`${stopping} that ${agreeing(stopping, "take")} ${stopTime(shutdown)} to stop`] : []),
  ];
  const most =
    podsAtMost > pods ? `; up to ${podsAtMost} pods at a time${more.length === 0 ? "" : ` (${more.join(", ")})`}` : "";
  return `${least}${most}${trafficInWords(workload, rollout, shutdown)}`;
}

function stopTime({ stopped }: ShutdownForecast): string {
  return stopped === undefined ? "some time" : formatTypical(Math.max(1000, stopped.nominalMs));
}

function unplayedCrash(workload: PlayableWorkload, rollout: RolloutForecast | undefined): readonly WorkloadRow[] {
  if (rollout === undefined || !hasTooManyCrashes(workload)) return [];
  return [{ id: "crash", what: "if the new version crashes", text: tooManyCrashes(workload) }];
}

function crashRow({ spec }: PlayableWorkload, { afterMs, rollout }: CrashForecast): WorkloadRow {
  const what = `if the new version crashes after ${formatDuration(afterMs)}`;
  if (rollout.completes !== undefined)
    return {
      id: "crash",
      what,
      text: `completes all the same ${when(rollout.completes.span)}: each pod is available before it crashes`,
    };
  const serves = rollout.availableAtLeast > 0 ? ", the old pods serve" : "";
  return {
    id: "crash",
    what,
    text: `${rolloutSummary(rollout)}${serves}${spec.kind === "Deployment" ? `; ${reported(spec, rollout)}` : ""}`,
  };
}

function reported(spec: WorkloadSpec & { readonly kind: "Deployment" }, rollout: RolloutForecast): string {
  const { deadlineExceeded, quietMs } = rollout;
  if (deadlineExceeded !== undefined) return `reported as failed ${whenInRuns(deadlineExceeded, rollout)}`;
  if (spec.progressDeadlineSeconds === undefined) return "never reported as failed, without a deadline";
  const deadline = formatDuration(spec.progressDeadlineSeconds * 1000);
  return `never reported as failed: each short Ready counts as progress (every ${formatTypical(quietMs)}, deadline ${deadline})`;
}

function firstText(workload: PlayableWorkload, { firstDeployment, pods, leavesOutPulls }: WorkloadForecast): string {
  const { spec } = workload;
  if (pods === 0) return "no pods";
  if (spec.kind === "Deployment" && spec.paused) return "paused: no pods are created";
  const text = overRuns(firstDeployment, pods === 1 ? "available" : `all ${pods} available`, "never fully available");
  const pulls = leavesOutPulls && firstDeployment.completesIn !== undefined ? ", plus the image pull" : "";
  return [`${text}${pulls}`, ...firstInstallTexts(workload, firstDeployment)].join("; ");
}

/** What comes of all that the scenario lets happen, and what gets through. */
function eventsRow(events: EventsForecast, pods: number): WorkloadRow {
  return { id: "scenario", what: "scenario", text: `${events.said.join(", ")}: ${eventsInWords(events, pods)}` };
}

/** The same without the events. */
export function eventsInWords(events: EventsForecast, pods: number): string {
  const { completes, completesIn, availableAtLeast, podsAtMost, lastChangeMs } = events;
  const last = lastChangeMs === 0 ? "the rollout" : "the last change of the template";
  const instead = notThrough(events, completesIn === undefined ? last : "it");
  const ends = overRuns(events, `${last} is complete`, instead);
  const zero = completesIn === undefined || lastChangeMs === 0 ? "" : "counted from the beginning of the scenario";
  const times = zero === "" ? "" : completes === undefined ? ` (${zero})` : `, ${zero}`;
  const least = `${leastText(availableAtLeast, pods)}, up to ${counted(podsAtMost, "pod")} at a time`;
  return [`${ends}${times}`, least, ...events.nodeLosses.map((loss) => nodeLossInWords(loss))].join("; ");
}

function notThrough(events: EventsForecast, last: string): string {
  const { left, afterDeletionIn } = events;
  const [first] = left;
  if (first === undefined) return stuckInWords(events);
  const keep = `${last} does not reach ${left.length === 1 ? first : `${left.length} pods`}`;
  if (afterDeletionIn === undefined) return keep;
  return `${keep}: delete ${left.length === 1 ? "it" : "them"}, then all is complete ${when(afterDeletionIn.span)}`;
}

/** When a pod is deleted. */
export function shutdownRows(
  { pod, services, trafficDelayMs }: Pick<PlayableWorkload, "pod" | "services" | "trafficDelayMs">,
  shutdown: ShutdownForecast,
  replaced: () => Replacement | undefined = () => undefined,
): readonly WorkloadRow[] {
  const { preStop, isPreStopCut, sigterm, sigkill, isKilled, gone, endpointsNotReady } = shutdown;
  const grace = formatDuration(pod.terminationGracePeriodSeconds * 1000);
  const steps = [
    ...(preStop === undefined ? [] : [`preStop ${isPreStopCut ? "is cut off" : "ends"} ${when(preStop)}`]),
    ...(sigterm === undefined ? [] : [`SIGTERM ${when(sigterm)}`]),
    ...(sigkill === undefined || !isKilled ? [] : [`SIGKILL ${when(sigkill)}`]),
    ...(gone === undefined ? [] : [`gone ${when(gone)}`]),
  ];
  const grant = isKilled || isPreStopCut ? `; the grace period of ${grace} is not enough` : ` (grace period ${grace})`;
  const rows = [{ id: "deletion" as const, what: "pod deleted", text: `${steps.join(", ")}${grant}` }];
  if (services.length === 0) return rows;
  const replacement = replaced();
  const text =
    replacement === undefined
      ? endpointsText(services, endpointsNotReady)
      : onlyPodInWords(services.map(({ name }) => name).join(", "), replacement, shutdown);
  const traffic =
    trafficDelayMs === undefined
      ? []
      : [{ id: "requests" as const, what: "requests", text: requestsText(shutdown, trafficDelayMs, replacement) }];
  return [...rows, { id: "endpoints", what: "endpoints", text }, ...traffic];
}

function endpointsText(services: PlayableWorkload["services"], notReady: Span): string {
  const namesOf = (publishes: boolean): string =>
    services.flatMap((one) => (one.publishNotReadyAddresses === publishes ? [one.name] : [])).join(", ");
  const [usual, published] = [namesOf(false), namesOf(true)];
  const stays = "until the containers have stopped";
  const texts = [
    ...(usual === "" ? [] : [`no traffic from ${usual} ${when(notReady)}; the endpoint stays as terminating ${stays}`]),
    ...(published === "" ? [] : [`traffic from ${published} ${stays} (publishNotReadyAddresses)`]),
  ];
  return texts.join("; ");
}

function requestsText(
  shutdown: ShutdownForecast,
  trafficDelayMs: number,
  replacement: Replacement | undefined,
): string {
  const delay = formatDuration(trafficDelayMs);
  const since = replacement === undefined ? "after the deletion" : "after another pod is ready";
  const come = `still come for ${delay} ${since} (trafficDelay)`;
  const cutMs = cutRequestsMs(shutdown, trafficDelayMs, replacement) ?? 0;
  if (cutMs === 0)
    return replacement === undefined || replacement.isDescribed
      ? `${come}; none is cut, because SIGTERM comes later`
      : `${come}; none is cut if another pod is ready ${formatAtLeast(spareForStartMs(shutdown, trafficDelayMs))} after the deletion`;
  const cut = Number.isFinite(cutMs) ? `cut for up to ${formatAtMost(cutMs)}` : "cut";
  return `${come}; ${cut}, from SIGTERM on: ${sleepAdvice(trafficDelayMs, replacement)}`;
}

/** What the preStop hook of a pod has to outlast. */
function sleepAdvice(trafficDelayMs: number, replacement: Replacement | undefined): string {
  const seconds = sleepSeconds(trafficDelayMs, replacement);
  if (seconds !== undefined) return `add a preStop sleep of ${formatDuration(1000 * seconds)} or more`;
  return `add a preStop sleep that is ${formatAtMost(trafficDelayMs)} longer than the start of a new pod`;
}
