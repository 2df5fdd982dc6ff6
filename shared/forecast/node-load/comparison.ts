import { differingInWords, formatTypical } from "../../basics/span-words.ts";
import { allContainers, type Pod } from "../../kubernetes/pod.ts";
import type { Timeline } from "../../simulation/timeline/timeline.ts";
import { entryOfPhase, firstReady, outagesIn } from "../runs/occurrences.ts";
import { sentEvents } from "./load-run.ts";

/** One run in numbers. Times count from the kubelet's first sight of the pod. */
export interface RunFigures {
  /** Up to the horizon, or to where the run was cut. */
  readonly watchedMs: number;
  readonly isCut: boolean;
  /** The restarts of all containers together. */
  readonly restarts: number;
  readonly restartsBy: Readonly<Record<string, number>>;
  readonly probeKills: number;
  /** Undefined if never. */
  readonly firstReadyMs: number | undefined;
  /** Not Ready after it first was, as `expect down at most` counts it: also after the end of a pod that is done. */
  readonly downMs: number;
  readonly readyShare: number;
  /** Writes of the status, and events that the kubelet's filter lets through: what the node's load counts, in the mean of the run. */
  readonly apiRequestsPerMinute: number;
  /** Undefined if the pod goes on. */
  readonly finished: { readonly phase: "Succeeded" | "Failed"; readonly atMs: number } | undefined;
}

/** Needs a recording of entries. */
export function figuresOf(timeline: Timeline, pod: Pod): RunFigures {
  const { counts, ended, events } = timeline;
  const isCut = ended === "event-limit";
  const watchedMs = Math.max(1, isCut ? (timeline.entries.at(-1)?.tMs ?? 0) : timeline.untilMs);
  const restartsBy = Object.fromEntries(allContainers(pod).map(({ name }) => [name, counts.restarts[name] ?? 0]));
  return {
    watchedMs,
    isCut,
    restarts: Object.values(restartsBy).reduce((sum, count) => sum + count, 0),
    restartsBy,
    probeKills: counts.probeKills,
    firstReadyMs: firstReady(timeline)?.tMs,
    downMs: outagesIn(timeline).reduce((sum, { from, to }) => sum + (to?.tMs ?? watchedMs) - from.tMs, 0),
    readyShare: counts.readyMs / watchedMs,
    apiRequestsPerMinute: ((counts.statusWrites + sentEvents(events).length) * minuteMs) / watchedMs,
    finished: finishOf(timeline),
  };
}

/** What differs between two runs, in the order in which people ask: `restarts 9 → 36, down 29m → 26m, API requests ×4`. */
export function compareInWords(left: RunFigures, right: RunFigures): string {
  const parts = [
    arrow("watched", timesInWords(left.watchedMs, right.watchedMs)),
    ...restartsInWords(left, right),
    arrow("probe kills", countsInWords(left.probeKills, right.probeKills)),
    readyInWords(left, right),
    downInWords(left, right),
    finishInWords(left, right),
    requestsInWords(left, right),
  ].filter((part) => part !== undefined);
  return parts.length === 0 ? "nothing differs" : parts.join(", ");
}

const minuteMs = 60_000;
/** Jitter moves a time by as much without any meaning, and a rate by this factor or so many requests. */
const smallMs = 1000;
const smallShare = 0.02;
const smallFactor = 1.1;
const fewRequests = 10;

type Pair = readonly [left: string, right: string];

function finishOf(timeline: Timeline): RunFigures["finished"] {
  for (const phase of ["Succeeded", "Failed"] as const) {
    const entry = entryOfPhase(timeline, phase);
    if (entry !== undefined) return { phase, atMs: entry.tMs };
  }
  return undefined;
}

function restartsInWords(left: RunFigures, right: RunFigures): readonly (string | undefined)[] {
  if (left.restarts !== right.restarts) return [arrow("restarts", countsInWords(left.restarts, right.restarts))];
  return Object.entries(left.restartsBy).map(([name, count]) =>
    arrow(`restarts of ${name}`, countsInWords(count, right.restartsBy[name] ?? 0)),
  );
}

function readyInWords({ firstReadyMs: left }: RunFigures, { firstReadyMs: right }: RunFigures): string | undefined {
  if (left !== undefined && right !== undefined) return arrow("ready after", timesInWords(left, right));
  if (left === right) return undefined;
  const text = (ms: number | undefined) => (ms === undefined ? "never ready" : `ready after ${formatTypical(ms)}`);
  return `${text(left)} → ${text(right)}`;
}

/** A pod that never was ready cannot be down, and one that is done need not be up. */
function downInWords(left: RunFigures, right: RunFigures): string | undefined {
  const isBeside = ({ firstReadyMs, finished }: RunFigures) =>
    firstReadyMs === undefined || finished?.phase === "Succeeded";
  return isBeside(left) || isBeside(right) ? undefined : arrow("down", timesInWords(left.downMs, right.downMs));
}

function finishInWords({ finished: left }: RunFigures, { finished: right }: RunFigures): string | undefined {
  const words = { Succeeded: "done after", Failed: "failed after" };
  if (left !== undefined && left.phase === right?.phase)
    return arrow(words[left.phase], timesInWords(left.atMs, right.atMs));
  if (left === right) return undefined;
  const text = (end: typeof left) => (end === undefined ? "goes on" : `${words[end.phase]} ${formatTypical(end.atMs)}`);
  return `${text(left)} → ${text(right)}`;
}

function requestsInWords(left: RunFigures, right: RunFigures): string | undefined {
  const [before, after] = [left.apiRequestsPerMinute, right.apiRequestsPerMinute];
  const factor = after / before;
  const more = (Math.abs(after - before) * Math.min(left.watchedMs, right.watchedMs)) / minuteMs;
  if (before === 0 || more < fewRequests || Math.max(factor, 1 / factor) < smallFactor) return undefined;
  const places = factor < 1 ? 2 : 1;
  return `API requests ×${factor < 10 ? Number(factor.toFixed(places)) : Math.round(factor)}`;
}

function arrow(what: string, pair: Pair | undefined): string | undefined {
  return pair && `${what} ${pair.join(" → ")}`;
}

function countsInWords(left: number, right: number): Pair | undefined {
  return left === right ? undefined : [`${left}`, `${right}`];
}

/** Undefined if they differ by nothing that matters. Rounded as far as the two still differ. */
function timesInWords(leftMs: number, rightMs: number): Pair | undefined {
  if (Math.abs(leftMs - rightMs) < Math.max(smallMs, smallShare * Math.max(leftMs, rightMs))) return undefined;
  return differingInWords(leftMs, rightMs);
}
