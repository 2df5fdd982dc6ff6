/** A value that a scrape saw for the first time. Values that are times have been made ms. */
export interface SampleChange {
  /** The sample was taken at most one scrape interval before this. */
  readonly atMs: number;
  readonly value: number;
}

/** What the metrics of one container showed, in order of time. */
export interface ContainerChanges {
  /** `restarts_total`: how often it restarted. The first is the value before the range if the series is older. */
  readonly restarts: readonly SampleChange[];
  /** `last_terminated_timestamp`: ends of runs. */
  readonly exits: readonly SampleChange[];
  /** `state_started`: starts of runs. */
  readonly starts: readonly SampleChange[];
  /** `last_terminated_exitcode`. */
  readonly exitCodes: readonly SampleChange[];
}

/** One restart. Times are Unix time; those from the status were cut to whole seconds. */
export interface Restart {
  /** End of the run before; undefined if it is not seen. */
  readonly exitMs: number | undefined;
  /** The start was not before this, and not after `startLatestMs`; both are the same where the status said it. */
  readonly startEarliestMs: number;
  readonly startLatestMs: number;
  /** The exit code of the run before. */
  readonly exitCode: number | undefined;
  /** Restarts before this one that no scrape saw. */
  readonly unseen: number;
}

/** The restarts of one container in the range. */
export interface RestartHistory {
  readonly restarts: readonly Restart[];
  /** The run that was going on when the range began, or the first one; undefined if it is not known. */
  readonly firstStartMs: number | undefined;
  /** It had restarted before the range. */
  readonly restartedBefore: boolean;
  /** The end of the last run, if no start followed. */
  readonly lastExitMs: number | undefined;
  /** Nothing is known from then on: the end of the range, or of the pod. */
  readonly untilMs: number;
}

/** Times of a status are cut to seconds, and steps are a little later than samples. */
const slackMs = 3000;
/** What no container does in a range; a counter says so if something else is counted. */
const unseenMax = 1_000_000;

interface Observation {
  /** The pod is older than the range: what its first sample shows was counted before. */
  readonly isOlder: boolean;
  readonly untilMs: number;
  readonly scrapeMs: number;
  /** The store has starts, except of containers that wait. */
  readonly hasStarts: boolean;
}

/** Puts the changes of a container's metrics together. */
export function readHistory(changes: ContainerChanges, observation: Observation): RestartHistory {
  const { isOlder, untilMs } = observation;
  const counts = increases(changes.restarts, isOlder);
  const exits = distinct(changes.exits);
  const starts = distinct(changes.starts);
  const codeAt = lookup(changes.exitCodes);
  const restarts: Restart[] = [];
  let before: Restart | undefined;
  for (const { atMs, by } of counts.steps) {
    const seen = startOf({ atMs, exits, starts, before, observation });
    const exitCode = seen.exit === undefined ? undefined : codeAt(seen.exit.atMs);
    const { startEarliestMs, startLatestMs } = seen;
    before = {
      exitMs: seen.exit?.value,
      startEarliestMs,
      startLatestMs,
      exitCode,
      unseen: Math.min(unseenMax, by - 1),
    };
    restarts.push(before);
  }
  const firstMs = restarts[0]?.exitMs ?? restarts[0]?.startEarliestMs ?? untilMs;
  const lastExitMs = exits.at(-1)?.value;
  const isAfter =
    lastExitMs !== undefined && lastExitMs > (before?.exitMs ?? 0) && lastExitMs >= (before?.startEarliestMs ?? 0);
  const lastOwnExitMs = isAfter ? lastExitMs : undefined;
  return {
    restarts: narrowed(restarts, lastOwnExitMs, observation.scrapeMs),
    firstStartMs: starts.findLast(({ value }) => value <= firstMs)?.value,
    restartedBefore: counts.before > 0,
    lastExitMs: lastOwnExitMs,
    untilMs,
  };
}

interface Sighting {
  /** The sample that shows the restart. */
  readonly atMs: number;
  readonly exits: readonly SampleChange[];
  readonly starts: readonly SampleChange[];
  readonly before: Restart | undefined;
  readonly observation: Observation;
}

interface SeenStart {
  readonly exit: SampleChange | undefined;
  readonly startEarliestMs: number;
  readonly startLatestMs: number;
}

/** Exits and starts take turns, so each exit is the end of one run. */
function startOf({ atMs, exits, starts, before, observation: { scrapeMs, hasStarts } }: Sighting): SeenStart {
  const earliestMs = atMs - scrapeMs - slackMs;
  const start = starts.findLast(
    ({ value, atMs: seenMs }) =>
      value > earliestMs && value <= atMs && seenMs <= atMs && value > (before?.startLatestMs ?? 0) - 1000,
  );
  const since = Math.max(before?.startEarliestMs ?? 0, (before?.exitMs ?? -1) + 1);
  const possible = exits.filter(({ value, atMs: seenMs }) => value >= since && seenMs <= atMs);
  if (start !== undefined) {
    const exit = possible.findLast(({ value }) => value <= start.value);
    return { exit, startEarliestMs: start.value, startLatestMs: start.value };
  }
  // A container that waits again shows the end of the run that the restart began.
  const last = possible.at(-1);
  const isOwn = last !== undefined && last.atMs === atMs && (hasStarts || possible.length > 1);
  const exit = isOwn ? possible.at(-2) : last;
  const startLatestMs = isOwn ? last.value : atMs;
  return {
    exit,
    startEarliestMs: Math.min(startLatestMs, Math.max(earliestMs, since, exit?.value ?? 0)),
    startLatestMs,
  };
}

/** So many restarts show how long a run is that scrapes seldom see. */
const runsMin = 10;

/** A start that nobody saw was not longer before the end of its run than the longest run that was seen. */
function narrowed(restarts: readonly Restart[], lastExitMs: number | undefined, scrapeMs: number): readonly Restart[] {
  const ends = restarts.map((_, index) => restarts[index + 1]?.exitMs ?? lastExitMs);
  let longestMs = 0;
  restarts.forEach(({ startEarliestMs, startLatestMs }, index) => {
    const endMs = ends[index];
    if (endMs !== undefined && startEarliestMs === startLatestMs)
      longestMs = Math.max(longestMs, endMs - startLatestMs);
  });
  const isMany = restarts.length >= runsMin;
  if (longestMs === 0 && !isMany) return restarts;
  // Of many runs, scrapes see the share that they are of an interval.
  const mostMs = Math.max(longestMs, isMany ? (2 * scrapeMs) / restarts.length : 0);
  return restarts.map((restart, index) => {
    const isEnd = restart.startLatestMs === ends[index] && restart.startEarliestMs < restart.startLatestMs;
    if (!isEnd) return restart;
    return { ...restart, startEarliestMs: Math.max(restart.startEarliestMs, restart.startLatestMs - mostMs) };
  });
}

interface Increases {
  /** The count when the range began. */
  readonly before: number;
  readonly steps: readonly { readonly atMs: number; readonly by: number }[];
}

/** A counter that fell began anew: what it shows then was counted since. */
function increases(counts: readonly SampleChange[], isOlder: boolean): Increases {
  const steps: { atMs: number; by: number }[] = [];
  const [first] = counts;
  // A pod that came later may have restarted before its first sample.
  let last = isOlder ? (first?.value ?? 0) : 0;
  const before = last;
  for (const { atMs, value } of counts) {
    const by = value >= last ? value - last : value;
    if (by > 0) steps.push({ atMs, by });
    last = value;
  }
  return { before, steps };
}

/** In order of value, each once: replicas see the same a few seconds apart. */
function distinct(changes: readonly SampleChange[]): readonly SampleChange[] {
  const first = new Map<number, SampleChange>();
  for (const change of changes) {
    const known = first.get(change.value);
    if (known === undefined || change.atMs < known.atMs) first.set(change.value, change);
  }
  return [...first.values()].toSorted((a, b) => a.value - b.value);
}

function lookup(changes: readonly SampleChange[]): (atMs: number) => number | undefined {
  const sorted = changes.toSorted((a, b) => a.atMs - b.atMs);
  return (atMs) => (sorted.findLast((change) => change.atMs <= atMs) ?? sorted[0])?.value;
}
