import { agreeing, counted } from "../../basics/counted.ts";
import { enumerated } from "../../basics/enumerated.ts";
import type { Span } from "../../basics/span.ts";
import {
  aboutInWords,
  formatAtMost,
  formatHorizon,
  formatSpan,
  formatTypical,
  rangeInWords,
  typicalInWords,
  whenInWords,
} from "../../basics/span-words.ts";
import { formatPercent } from "../../basics/sum-words.ts";
import type { EarlyReady } from "../container/early-ready.ts";
import { type CommonCause, causeInWords, itsDoing } from "./causes.ts";
import { countInWords, timesInWords } from "./count-words.ts";
import { type CauseDigest, finalEnd, lossesOf, type RunDigest, settledMs } from "./digest-model.ts";
import type { Rhythm } from "./model.ts";
import { downInWords, type OutcomeGroup, outcomeInWords } from "./outcomes.ts";
import { spreadOf } from "./spread.ts";

/** What a headline is made of. */
interface Told {
  readonly groups: readonly OutcomeGroup[];
  readonly causes: readonly CommonCause[];
  readonly rhythm: Rhythm | undefined;
  readonly horizonMs: number;
  readonly watchedMs: number;
  /** What ends: `The pod`, `The Job`. */
  readonly whole: string;
  /** The next start of the CronJob that does not come while its Job is not over; undefined if none is held up. */
  readonly heldStartMs: number | undefined;
  /** Names of its scheduling gates. */
  readonly gates: readonly string[];
  /** A container that starts after the pod is Ready. */
  readonly earlyReady: EarlyReady | undefined;
  /** The container whose postStart hook does not return. */
  readonly hooked: string | undefined;
  /** The container that keeps the pod of a Job from ending. */
  readonly holder: string | undefined;
  /** From each start to the kill, where a probe kills what has never responded: what the spec allows, not what some runs did. */
  readonly killAfterStart: Span | undefined;
  /** Names of the containers that run to their end before the others start. */
  readonly inits: readonly string[];
  /** What is said of a quiet pod that no scenario speaks of; undefined where one does. */
  readonly demand: string | undefined;
}

/** What will happen, in one to three short sentences. Where runs come to different ends, it says in how many. */
export function headlineOf({ watchedMs, ...told }: Told): string {
  const waits = told.gates.length === 0 ? "" : `${gatesInWords(told.gates)} `;
  const isCut = watchedMs < told.horizonMs;
  // What is said is said of the time that was watched.
  const text = `${waits}${tell({ ...told, horizonMs: watchedMs, watchedMs })}`;
  return isCut ? `${text} So much happens that only the first ${formatHorizon(watchedMs)} were played.` : text;
}

function gatesInWords(gates: readonly string[]): string {
  const more = gates.length - namedMax;
  const names = more > 0 ? [...gates.slice(0, namedMax), `${more} more`] : gates;
  const [which, have] = gates.length === 1 ? ["the scheduling gate", "has"] : ["the scheduling gates", "have"];
  return `Nothing runs yet: ${which} ${enumerated(names)} ${have} to be removed.`;
}

function tell(told: Told): string {
  const [only, ...others] = told.groups;
  if (only === undefined) return "";
  return others.length === 0 ? aboutOne(only, told) : aboutSeveral(told);
}

function aboutSeveral({ groups, causes, horizonMs }: Told): string {
  const runs = groups.reduce((sum, group) => sum + group.runs.length, 0);
  const parts = groups.map((group, index) => {
    const count = group.runs.length;
    const who = index === groups.length - 1 ? "the others" : index === 0 ? `${count} of ${runs} runs` : `${count}`;
    return `${who} ${agreeing(count, "are")} ${outcomeInWords(group, horizonMs)}`;
  });
  return `${leadOf(causes)}: ${listed(parts)}.`;
}

/** What makes the difference. */
function leadOf([first]: readonly CommonCause[]): string {
  if (first === undefined) return "Runs differ";
  const { cause } = first;
  if (cause.kind !== "probe") return `${causeInWords(cause)}, and runs differ`;
  return `${causeInWords(cause).split(" kills ", 1)[0]} kills some ${cause.hadAnswered ? "runs" : "starts"} of ${cause.container}`;
}

function listed(parts: readonly string[]): string {
  const last = parts.at(-1) ?? "";
  return parts.length < 2 ? last : `${parts.slice(0, -1).join(", ")}, ${last}`;
}

function aboutOne(group: OutcomeGroup, told: Told): string {
  switch (group.manner) {
    case "succeeded":
    case "failed":
    case "deleted":
    case "replaced":
      return endHeadline(group, told);
    case "blocked":
      return `${told.whole} never completes: ${group.runs[0]?.job?.blockedBy} has restartPolicy Always.`;
    case "rejected":
      return "The kubelet rejects the pod.";
    case "loop":
    case "restarting":
      return loopHeadline(group, told);
    case "never-ready":
    case "not-ready":
      return unreadyHeadline(group, told);
    case "recovered":
      return recoveredHeadline(group, told);
    case "loses-ready":
      return losesReadyHeadline(group, told);
    case "flaps":
      return flapsHeadline(group, told);
    case "quiet":
      return quietHeadline(group, told);
  }
}

function endHeadline({ manner, runs }: OutcomeGroup, { whole, causes }: Told): string {
  const when = whenInWords(spreadOf(runs.flatMap((run) => finalEnd(run)?.atMs ?? [])));
  // What was counted up to the horizon is not all where the end comes later.
  const isCounted = runs.every(({ end }) => end !== undefined);
  const job = jobFailures(runs);
  const restarts = spreadOf(runs.map((run) => run.restarts.length));
  const before = !isCounted ? "" : restarts.max === 0 ? job : `, after ${counted(countInWords(restarts), "restart")}`;
  if (manner === "succeeded") return `${whole} completes ${when}${before}.`;
  if (manner === "replaced") return `${whole} never completes: Replace deletes it at the next start, ${when}${before}.`;
  if (manner === "deleted") return `${whole} is gone ${when}${before}.`;
  const reason = whichever(runs.map((run) => finalEnd(run)?.reason));
  const why = reason === "" ? "" : ` (${reason})`;
  // What a deadline stops has not failed by itself.
  if (reason === deadlineReason) return `${whole} fails ${when}${why}${before}.`;
  return `${whole} fails ${when}${why}${before}${because(runs.map(({ lastFailure }) => lastFailure ?? causes[0]?.cause))}.`;
}

const deadlineReason = "DeadlineExceeded";

/** `: app exits with 1`; nothing where no cause is known. */
function because(causes: readonly (CauseDigest | undefined)[]): string {
  const cause = whichever(causes.map((each) => each && causeInWords(each)));
  return cause === "" ? "" : `: ${cause.replace(/^The /, "the ")}`;
}

/** What differs by run is joined by "or", the most frequent first. */
function whichever(texts: readonly (string | undefined)[]): string {
  const counts = new Map<string, number>();
  for (const text of texts) if (text !== undefined) counts.set(text, (counts.get(text) ?? 0) + 1);
  return [...counts]
    .sort(([, left], [, right]) => right - left)
    .map(([text]) => text)
    .join(" or ");
}

/** Of a Job: `, after 3 failed pods`. */
function jobFailures(runs: readonly RunDigest[]): string {
  const failed = spreadOf(runs.map(({ job }) => job?.failed ?? 0));
  return failed.max === 0 ? "" : `, after ${counted(countInWords(failed), "failed pod")}`;
}

function loopHeadline({ manner, runs }: OutcomeGroup, told: Told): string {
  const { causes, rhythm, horizonMs, killAfterStart } = told;
  const [first] = causes;
  if (first === undefined) return `The pod is still restarting after ${formatHorizon(horizonMs)}.`;
  const hasBackOff = first.restarts.some(({ backOffMs }) => backOffMs > 0);
  const longest = spreadOf(runs.map(({ longestWaitMs }) => longestWaitMs));
  const restartsAll = first.cause.kind === "restart-all" ? " and restarts all containers each time" : "";
  const waits = hasBackOff ? `, then ${itsDoing(first.cause, "waits")} up to ${formatTypical(longest.max)}` : "";
  const what = `${causeInWords(first.cause)}${runLengthInWords(first, killAfterStart)}${restartsAll}${waits}.`;
  const others = first.cause.kind === "restart-all" ? "" : othersInWords(runs, first.cause.container);
  const steady = rhythm && rhythmInWords(rhythm, runs);
  const own = spreadOf(runs.map((run) => countOf(run, first.cause.container)));
  const count = steady ?? `It restarts ${timesInWords(own)} in ${formatHorizon(horizonMs)}.`;
  return [
    what,
    count,
    ...(others === "" ? [] : [`${others} in ${formatHorizon(horizonMs)}.`]),
    ...(manner === "loop" ? [isOfJob(told) ? `${incomplete(told)}.` : readyShareInWords(runs, horizonMs)] : []),
  ].join(" ");
}

function countOf({ restarts }: RunDigest, name: string): number {
  return restarts.filter(({ container }) => container === name).length;
}

/** So many containers are named beside the first one. */
const namedMax = 3;

/** `log restarts 3 times, cache once`: the containers that restart beside the one that is spoken of; empty if none does. */
function othersInWords(runs: readonly RunDigest[], name: string): string {
  const names = new Set(runs.flatMap(({ restarts }) => restarts.map(({ container }) => container)));
  names.delete(name);
  const all = [...names];
  const texts = all.slice(0, namedMax).map((other, index) => {
    const times = timesInWords(spreadOf(runs.map((run) => countOf(run, other))));
    return index === 0 ? `${other} restarts ${times}` : `${other} ${times}`;
  });
  const more = all.length - namedMax;
  return [...texts, ...(more > 0 ? [`${counted(more, "more container")}, too`] : [])].join(", ");
}

/** From the first restart, the beginning is not mentioned. */
function rhythmInWords({ fromMs, everyMs }: Rhythm, runs: readonly RunDigest[]): string {
  const firstMs = spreadOf(runs.flatMap(({ restarts }) => restarts[0]?.tMs ?? [])).p50;
  const every = `restarts every ${typicalInWords(everyMs)}`;
  return fromMs.p50 <= firstMs ? `It ${every}.` : `After ${aboutInWords(fromMs)} it ${every}.`;
}

function readyShareInWords(runs: readonly RunDigest[], horizonMs: number): string {
  const share = spreadOf(runs.map(({ readyMs, watchedMs }) => readyMs / Math.max(1, watchedMs))).p50;
  return share === 0
    ? `The pod is never ready in ${formatHorizon(horizonMs)}.`
    : `The pod is ready ${formatPercent(share)} of the time.`;
}

/** ` 5s after each start`; nothing where it differs from run to run. */
function runLengthInWords({ ranMs }: CommonCause, killAfterStart: Span | undefined): string {
  if (killAfterStart !== undefined) return ` ${formatSpan(killAfterStart)} after each start`;
  if (ranMs === undefined) return "";
  if (ranMs.max < instantMs) return " right after each start";
  if (ranMs.max - ranMs.min > 0.5 * ranMs.max) return "";
  return ` ${rangeInWords(ranMs)} after each start`;
}

/** Anything shorter looks instant. */
const instantMs = 500;

function isOfJob({ whole }: Told): boolean {
  return whole === "The Job";
}

/** Whether its pods are Ready is no matter of a Job. */
function incomplete({ whole, horizonMs }: Told, subject = whole): string {
  return `${subject} is not complete after ${formatHorizon(horizonMs)}`;
}

/** `40s before web has started`. */
function earlyInWords({ container, early: { minMs, maxMs } }: EarlyReady): string {
  return `${rangeInWords({ min: minMs, p50: maxMs, max: maxMs })} before ${container.name} has started`;
}

function heldInWords({ heldStartMs, horizonMs }: Told): string {
  if (heldStartMs === undefined || heldStartMs >= horizonMs) return "";
  return ", and Forbid starts no other one: the schedule stops until it ends";
}

function unreadyHeadline({ manner, runs }: OutcomeGroup, told: Told): string {
  const { whole, horizonMs, causes, hooked, holder } = told;
  const restarts = spreadOf(runs.map((run) => run.restarts.length));
  const after = restarts.max === 0 ? "" : `, after ${counted(countInWords(restarts), "restart")}`;
  const hook = hooked === undefined ? "" : `: the postStart hook of ${hooked} does not return`;
  const held = holder === undefined || hook !== "" ? hook : `: ${holder} keeps running`;
  const failures = runs.map(({ lastFailure, ended }) => lastFailure ?? ended[0] ?? causes[0]?.cause);
  if (isOfJob(told)) {
    const before = after === "" ? jobFailures(runs) : after;
    const why = held === "" && before !== "" ? because(failures) : held;
    return `${incomplete(told)}${before}${why}${heldInWords(told)}.`;
  }
  if (manner === "never-ready") return `${whole} is never ready in ${formatHorizon(horizonMs)}${after}${hook}.`;
  const since = spreadOf(runs.flatMap(({ downSinceMs }) => downSinceMs ?? []));
  return `${whole} is not ready from ${rangeInWords(since)} on${after}${hook === "" ? because(failures) : hook}.`;
}

function recoveredHeadline({ runs }: OutcomeGroup, told: Told): string {
  const { causes } = told;
  const ready = whenInWords(spreadOf(runs.flatMap((run) => settledMs(run) ?? [])));
  const restarts = spreadOf(runs.map((run) => run.restarts.length));
  const settled = isOfJob(told) ? incomplete(told, "the Job") : `ready for good ${ready}`;
  const [first, ...others] = causes;
  if (first === undefined) return isOfJob(told) ? `${incomplete(told)}.` : `Ready for good ${ready}.`;
  const own = spreadOf(runs.map((run) => timesOf(first, run)));
  const restartsAll = first.cause.kind === "restart-all" ? " and restarts all containers" : "";
  if (own.max === 1 && own.min === 1 && others.length === 0) {
    const at = first.ranMs === undefined || first.ranMs.max < instantMs ? "" : ` after ${aboutInWords(first.ranMs)}`;
    const down = spreadOf(runs.map(backMs));
    const back =
      down.max > 0 && !isOfJob(told) ? `, and the pod is ready again within ${formatAtMost(down.max)}` : `; ${settled}`;
    return `${causeInWords(first.cause)}${restartsAll} once${at}${back}.`;
  }
  const besides = first.cause.kind === "restart-all" ? "" : othersInWords(runs, first.cause.container);
  const all = `${counted(countInWords(restarts), "restart")} in all`;
  const more = others.length === 0 ? "" : ` (${besides === "" ? all : besides})`;
  if (first.cause.kind === "outside") return `${causeInTimes(first.cause, timesInWords(own))}${more}: ${settled}.`;
  const goesOn = itsDoing(first.cause, told.inits.includes(first.cause.container) ? "completes" : "keeps running");
  return `${causeInTimes(first.cause, timesInWords(own))}${restartsAll}${more}, then ${goesOn}: ${settled}.`;
}

/** How often it happened in a run. What comes from outside restarts all containers each time. */
function timesOf({ cause, restarts }: CommonCause, run: RunDigest): number {
  const own = run.restarts.filter((restart) => restarts.includes(restart));
  if (cause.kind !== "outside") return own.length;
  const names = new Set(own.map(({ container }) => container));
  return Math.max(0, ...[...names].map((name) => own.filter(({ container }) => container === name).length));
}

/** From the end of the only run that ended, or from the loss of Ready before, until the pod is Ready again; 0 if it was not Ready before. */
function backMs({ restarts: [restart], readySpans, downMs }: RunDigest): number {
  if (restart === undefined || downMs === 0) return 0;
  const index = readySpans.findIndex(({ toMs }) => toMs > restart.tMs);
  const endedMs = restart.tMs - restart.waitMs;
  const lostMs = Math.min(endedMs, readySpans[index - 1]?.toMs ?? endedMs);
  return Math.max(readySpans[index]?.fromMs ?? restart.tMs, restart.tMs) - lostMs;
}

/** `app crashes twice`, `app exits 4 times with 2`. */
function causeInTimes(cause: CauseDigest, times: string): string {
  const [who, code, ...more] = causeInWords(cause).split(" exits with ");
  return code === undefined || more.length > 0
    ? `${causeInWords(cause)} ${times}`
    : `${who} exits ${times} with ${code}`;
}

function losesReadyHeadline({ runs }: OutcomeGroup, told: Told): string {
  if (isOfJob(told)) return `${incomplete(told)}${heldInWords(told)}.`;
  const { horizonMs } = told;
  const ready = spreadOf(runs.flatMap(({ firstReadyMs }) => firstReadyMs ?? []));
  const settled = spreadOf(runs.flatMap((run) => settledMs(run) ?? []));
  const down = downInWords(spreadOf(runs.map(({ downMs }) => downMs)));
  return `Ready ${whenInWords(ready)}, then not ready ${down}: ready for good ${whenInWords(settled)}, with no restarts in ${formatHorizon(horizonMs)}.`;
}

/** `Ready within 2s, then not ready every 1m, for 21–25s each time: 29 times in 30m, with no restarts.` */
function flapsHeadline({ runs }: OutcomeGroup, { horizonMs }: Told): string {
  const ready = spreadOf(runs.flatMap(({ firstReadyMs }) => firstReadyMs ?? []));
  const losses = runs.map(lossesOf);
  const lengths = losses.flatMap((each) =>
    each.flatMap(({ fromMs, toMs }) => (toMs === undefined ? [] : toMs - fromMs)),
  );
  const apart = losses.flatMap((each) => each.slice(1).map(({ fromMs }, index) => fromMs - (each[index]?.fromMs ?? 0)));
  const count = timesInWords(spreadOf(losses.map((each) => each.length)));
  const often = `every ${typicalInWords(spreadOf(apart))}, ${downInWords(spreadOf(lengths))} each time`;
  return `Ready ${whenInWords(ready)}, then not ready ${often}: ${count} in ${formatHorizon(horizonMs)}, with no restarts.`;
}

function quietHeadline({ runs }: OutcomeGroup, told: Told): string {
  const { horizonMs, whole, demand, earlyReady } = told;
  if (demand !== undefined) return demand;
  if (isOfJob(told)) return `${whole} is still running after ${formatHorizon(horizonMs)}${heldInWords(told)}.`;
  const ready = spreadOf(runs.flatMap(({ firstReadyMs }) => firstReadyMs ?? []));
  const down = spreadOf(runs.map(({ downMs }) => downMs));
  const next = spreadOf(runs.flatMap((run) => run.next?.atMs ?? []));
  const comes = runs.filter((run) => run.next !== undefined).length > runs.length / 2 ? runs[0]?.next : undefined;
  const isDown = down.max >= 1000 ? ` It is down for ${rangeInWords(down)}.` : "";
  const then =
    comes === undefined
      ? ""
      : comes.what === "restart"
        ? ` The first restart comes after ${rangeInWords(next)}.`
        : ` ${whole} ${comes.end?.how === "Succeeded" ? "completes" : comes.end?.how === "Failed" ? "fails" : "is deleted"} after ${rangeInWords(next)}.`;
  const early = earlyReady === undefined ? "" : `, ${earlyInWords(earlyReady)}`;
  return `Ready ${whenInWords(ready)}${early}, with no restarts in ${formatHorizon(horizonMs)}.${isDown}${then}`;
}
