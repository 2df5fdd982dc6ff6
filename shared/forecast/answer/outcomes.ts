import { formatHorizon, rangeInWords, whenInWords } from "../../basics/span-words.ts";
import { replacedReason } from "../../controllers/job/model.ts";
import { loopMs } from "../runs/occurrences.ts";
import { timesInWords } from "./count-words.ts";
import { finalEnd, lossesOf, type PodEndDigest, type RunDigest, settledMs } from "./digest-model.ts";
import type { Outcome, Outlook, Spread } from "./model.ts";
import { spreadOf } from "./spread.ts";

/** Runs that come to the same. */
export interface OutcomeGroup {
  readonly outlook: Outlook;
  readonly manner: Manner;
  readonly runs: readonly RunDigest[];
}

/** What a run comes to, finer than the outlook. */
type Manner =
  | "succeeded"
  | "failed"
  | "deleted"
  | "replaced"
  | "blocked"
  | "rejected"
  | "loop"
  | "restarting"
  | "never-ready"
  | "not-ready"
  | "recovered"
  | "loses-ready"
  | "flaps"
  | "quiet";

const outlooks: Readonly<Record<Manner, Outlook>> = {
  succeeded: "ends",
  failed: "fails",
  deleted: "ends",
  replaced: "fails",
  blocked: "fails",
  rejected: "rejected",
  loop: "crash-loop",
  restarting: "restarts",
  "never-ready": "never-ready",
  "not-ready": "never-ready",
  recovered: "restarts",
  "loses-ready": "loses-ready",
  flaps: "loses-ready",
  quiet: "healthy",
};

function mannerOf(run: RunDigest): Manner {
  const { readySinceMs, firstReadyMs, watchedMs, job } = run;
  const end = finalEnd(run);
  if (end !== undefined) return mannerOfEnd(end);
  if (job?.blockedBy !== undefined) return "blocked";
  if (goesOn(run)) return isLoop(run) ? "loop" : "restarting";
  // Whether its pods have been ready is no matter of a Job. One that is not over for all its failed pods goes on failing.
  if (job !== undefined && job.failed > 0) return "not-ready";
  if (job === undefined && flaps(run)) return "flaps";
  if (readySinceMs !== undefined) return readyManner(run);
  if (job !== undefined) return "not-ready";
  // What is being started at the end of the horizon is not stuck.
  return firstReadyMs === undefined || firstReadyMs > watchedMs ? "never-ready" : "not-ready";
}

function mannerOfEnd({ how, reason }: PodEndDigest): Manner {
  if (how === "Deleted") return reason === replacedReason ? "replaced" : "deleted";
  return how === "Succeeded" ? "succeeded" : how === "Failed" ? "failed" : "rejected";
}

function readyManner({ restarts, downMs }: RunDigest): Manner {
  if (restarts.length > 0) return "recovered";
  return downMs > 0 ? "loses-ready" : "quiet";
}

/** It has lost its readiness several times without a restart, and so lately that it does so again. */
function flaps(run: RunDigest): boolean {
  const losses = lossesOf(run);
  const [before, last] = losses.slice(-2);
  if (run.restarts.length > 0 || losses.length < flapsMin || before === undefined || last === undefined) return false;
  return run.watchedMs - last.fromMs < 2 * (last.fromMs - before.fromMs);
}

const flapsMin = 3;

function goesOn({ restarts, next, watchedMs }: RunDigest): boolean {
  if (restarts.length === 0) return false;
  if (next !== undefined) return next.what === "restart";
  const [before, last] = restarts.slice(-2);
  if (before === undefined || last === undefined) return false;
  return watchedMs - last.tMs < 2 * (last.tMs - before.tMs);
}

function isLoop({ restarts, next, watchedMs }: RunDigest): boolean {
  const last = restarts.at(-1);
  if (last === undefined) return false;
  if (last.backOffMs > 0 || (next?.backOffMs ?? 0) > 0) return true;
  return (next?.atMs ?? watchedMs) - last.tMs < loopMs;
}

/** The groups that the runs make, the worst first. */
export function groupsOf(runs: readonly RunDigest[]): readonly OutcomeGroup[] {
  const groups = new Map<Manner, RunDigest[]>();
  for (const run of runs) {
    const manner = mannerOf(run);
    groups.set(manner, [...(groups.get(manner) ?? []), run]);
  }
  return [...groups]
    .map(([manner, members]) => ({ outlook: outlooks[manner], manner, runs: members }))
    .toSorted((left, right) => worst.indexOf(left.outlook) - worst.indexOf(right.outlook));
}

/** From the worst on. An outcome of fewer runs than this share is mentioned, but is not the verdict. */
const worst: readonly Outlook[] = [
  "rejected",
  "crash-loop",
  "never-ready",
  "fails",
  "restarts",
  "loses-ready",
  "ends",
  "healthy",
];
const verdictShare = 0.05;

export function outlookOf(groups: readonly OutcomeGroup[]): Outlook {
  const all = groups.reduce((sum, { runs }) => sum + runs.length, 0);
  const counting = groups.filter(({ runs }) => runs.length >= verdictShare * all);
  return worst.find((outlook) => counting.some((group) => group.outlook === outlook)) ?? "healthy";
}

export function outcomesOf(groups: readonly OutcomeGroup[], horizonMs: number): readonly Outcome[] {
  const all = groups.reduce((sum, { runs }) => sum + runs.length, 0);
  return groups.map((group) => ({
    outlook: group.outlook,
    text: outcomeInWords(group, horizonMs),
    share: group.runs.length / all,
  }));
}

/** Continues "N runs are …". */
export function outcomeInWords({ manner, runs }: OutcomeGroup, horizonMs: number): string {
  const horizon = formatHorizon(horizonMs);
  const times = (time: (run: RunDigest) => number | undefined): Spread =>
    spreadOf(runs.flatMap((run) => time(run) ?? []));
  const ended = (): string => whenInWords(times((run) => finalEnd(run)?.atMs));
  switch (manner) {
    case "succeeded":
      return `complete ${ended()}`;
    case "failed":
      return `failed ${ended()}`;
    case "deleted":
      return `deleted ${ended()}`;
    case "replaced":
      return `replaced by the next start ${ended()}`;
    case "blocked":
      return `not complete after ${horizon}`;
    case "rejected":
      return "rejected by the kubelet";
    case "loop":
      return `still in a crash loop after ${horizon}`;
    case "restarting":
      return `still restarting after ${horizon}`;
    case "never-ready":
      return `never ready in ${horizon}`;
    case "not-ready":
      return `not ${runs[0]?.job === undefined ? "ready" : "complete"} after ${horizon}`;
    case "recovered":
      return `ready for good ${whenInWords(times(settledMs))}`;
    case "flaps":
      return `not ready ${timesInWords(times((run) => lossesOf(run).length))} in ${horizon}`;
    case "loses-ready":
      return `not ready ${downInWords(times(({ downMs }) => downMs))} in between`;
    case "quiet":
      return `ready ${whenInWords(times(({ firstReadyMs }) => firstReadyMs))} without a restart`;
  }
}

/** How long a pod is not Ready after it first was. */
export function downInWords(downMs: Spread): string {
  return downMs.max < 2000 ? "for a moment" : `for ${rangeInWords(downMs)}`;
}
