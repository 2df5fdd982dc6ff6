import type { Span } from "../basics/span.ts";
import { waitUntilStart } from "../observation/objects/kubelet-model.ts";
import { type ObservedRun, stopsOf } from "../observation/objects/runs.ts";
import { runsOf } from "../observation/windows/next-try.ts";
import { type ContainerEvidence, causeOf, ofCount } from "./causes.ts";
import type { Cause, UnseenRuns } from "./model.ts";

/** Runs of a container before those whose times are known. */
export function unseenRuns(subject: ContainerEvidence): UnseenRuns | undefined {
  const { look, container } = subject;
  const { runs } = runsOf(look, container);
  const [first] = runs;
  if (first === undefined || first.number === 0) return undefined;
  const cause = ofCount(subject);
  const mean = meanOfUnseen(subject, first, cause);
  return {
    container: container.name,
    first: 1,
    last: first.number,
    runs: first.number,
    meanLengthMs: mean?.meanMs,
    firstStart: firstStart(subject),
    killed: cause === undefined ? killedUnseen(subject, runs, first.number) : undefined,
    isIfNeverReset: mean?.isIfNeverReset ?? false,
    cause,
  };
}

/** Kills that no known run has: its count says how many there were. */
function killedUnseen(subject: ContainerEvidence, runs: readonly ObservedRun[], unseen: number): UnseenRuns["killed"] {
  const [kills, ...others] = stopsOf(subject.look.events, subject.container.name);
  if (kills === undefined || kills.by === "other" || others.length > 0) return undefined;
  const known = runs.filter((run) => causeOf(subject, run)?.by === kills.by).length;
  const count = Math.min(unseen, kills.count - known);
  return count > 0 ? { by: kills.by, runs: count } : undefined;
}

/** What the back-off is after each of a number of runs, if it was never reset. */
export function climbedMs({ model }: Pick<ContainerEvidence, "model">, run: number, isKilled: boolean): number {
  // The kubelet looks at the container that died before the one it kills: the first time there is none.
  const raised = isKilled ? run - 1 : run;
  return raised < 0 ? 0 : (model.storedMs[Math.min(raised, model.storedMs.length - 1)] ?? 0);
}

interface Mean {
  readonly meanMs: Span | "empty";
  readonly isIfNeverReset: boolean;
}

/**
 * The sum of all runs before one whose start is known: its start, less the first start, less the waits. Undefined where the first
 * start is not known, or it is not known who ended them.
 */
function meanOfUnseen(subject: ContainerEvidence, known: ObservedRun, cause: Cause | undefined): Mean | undefined {
  const { model } = subject;
  const first = firstStart(subject);
  if (first === undefined || known.startedAt === undefined) return undefined;
  const isKilled = cause?.by === "liveness" || cause?.by === "startup";
  if (!isKilled && !endsAlone(subject)) return undefined;
  const count = known.number;
  let [leastMs, mostMs] = [0, 0];
  for (let run = 0; run < count; run += 1) {
    const wait = waitUntilStart(model, climbedMs(subject, run, isKilled), Number.POSITIVE_INFINITY);
    // One that is killed after its predecessor's back-off is over starts again at once.
    leastMs += isKilled && cause?.by === "liveness" ? 0 : wait.earliestMs;
    mostMs += wait.latestMs;
  }
  const elapsed = {
    earliestMs: known.startedAt.earliestMs - first.latestMs,
    latestMs: known.startedAt.latestMs - first.earliestMs,
  };
  const latestMs = Math.floor((elapsed.latestMs - leastMs) / count);
  if (latestMs < 0) return { meanMs: "empty", isIfNeverReset: false };
  const earliestMs = Math.max(0, Math.ceil((elapsed.earliestMs - mostMs) / count));
  const meanMs = {
    nominalMs: Math.round((earliestMs + latestMs) / 2),
    earliestMs: Math.min(earliestMs, latestMs),
    latestMs,
  };
  // A run of ten minutes alone resets it.
  return { meanMs, isIfNeverReset: latestMs * count >= model.policy.resetAfterMs };
}

/** No probe can end a run of it. */
function endsAlone({ model, container, unknown }: ContainerEvidence): boolean {
  if (unknown.includes("probes")) return false;
  const probes = [...model.pod.initContainers, ...model.pod.containers].find(
    ({ name }) => name === container.name,
  )?.probes;
  return probes !== undefined && probes.liveness === undefined && probes.startup === undefined;
}

/** By the event of the starts, if its count is that of all of them. */
function firstStart({ events, container }: ContainerEvidence): Span | undefined {
  const starts = container.restartCount + 1;
  const told = events.find(
    ({ event, isUncounted }) =>
      event.container === container.name &&
      (event.reason === "Started" || event.reason === "Created") &&
      event.count === starts &&
      !isUncounted,
  );
  return told?.event.first;
}
