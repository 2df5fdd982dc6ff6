import type { Container, Probe } from "../kubernetes/pod.ts";
import type { Facts } from "./facts.ts";
import { specOf } from "./facts.ts";
import { isStartFailure, type ObservedRun, type Stopper, type Stops, stopperOf } from "./runs.ts";

/**
 * Who had a container stopped, and what tells it: an event, or the run itself. A kubelet sends 25 events of a pod and then one in
 * five minutes (client-go, EventSourceObjectSpamFilter), so that most kills of a loop have none.
 */
export interface ObservedStop {
  readonly by: Stopper;
  readonly evidence: "event" | "run";
}

export interface StopEvidence {
  readonly container: string;
  /** All that are known, oldest first. */
  readonly runs: readonly ObservedRun[];
  readonly stops: readonly Stops[];
}

/** Who had the container stopped in this run. Undefined: it ended by itself, as far as can be told. */
export function stopOf(facts: Facts, evidence: StopEvidence, run: ObservedRun): ObservedStop | undefined {
  const by = stopperOf(run, evidence.stops);
  if (by !== undefined) return { by, evidence: "event" };
  const spec = specOf(facts, evidence.container);
  if (spec === undefined || !canBeStop(run)) return undefined;
  const likely = candidatesOf(evidence.stops, spec).find((each) => isKill(facts, evidence, { run, spec, by: each }));
  return likely && { by: likely, evidence: "run" };
}

type ProbeStopper = "liveness" | "startup";

interface Candidate {
  readonly run: ObservedRun;
  readonly spec: Container;
  readonly by: ProbeStopper;
}

function canBeStop({ end, lengthMs, isReset }: ObservedRun): boolean {
  return end !== undefined && lengthMs !== undefined && !isReset && end.reason !== "OOMKilled" && !isStartFailure(end);
}

/** Those that events told of first. A startup probe kills within a narrow time, so it is asked before liveness. */
function candidatesOf(stops: readonly Stops[], { probes }: Container): readonly ProbeStopper[] {
  const probed = (["startup", "liveness"] as const).filter((by) => probes[by] !== undefined);
  const isTold = (by: ProbeStopper) => stops.some((each) => each.by === by);
  return [...probed.filter(isTold), ...probed.filter((by) => !isTold(by))];
}

/**
 * A run can be one that a probe ended if it was long enough, and ended as stopped programs end: by SIGTERM (143), by SIGKILL once
 * the grace period was over (137), or as a run did that is known to have been stopped. A program that leaves with 0 when it is
 * told to is believed where events told of earlier kills.
 */
function isKill(facts: Facts, evidence: StopEvidence, { run, spec, by }: Candidate): boolean {
  const probe = spec.probes[by];
  const { end, lengthMs } = run;
  if (probe === undefined || end === undefined || lengthMs === undefined) return false;
  const graceMs = 1000 * (probe.terminationGracePeriodSeconds ?? facts.pod.terminationGracePeriodSeconds);
  const isForced = end.exitCode === 137;
  const firstMs = earliestKillMs(spec, probe, by) + (isForced ? graceMs : 0);
  const lastMs = by === "startup" ? latestStartupKillMs(probe) + graceMs : Number.POSITIVE_INFINITY;
  if (lengthMs.latestMs < firstMs || lengthMs.earliestMs > lastMs + slackMs) return false;
  if (isForced || end.exitCode === 143) return true;
  return endsLikeStopped(evidence, end.exitCode, by);
}

function endsLikeStopped({ runs, stops }: StopEvidence, exitCode: number, by: ProbeStopper): boolean {
  const stopped = runs.filter((run) => stopperOf(run, stops) === by);
  if (stopped.length > 0) return stopped.some(({ end }) => end?.exitCode === exitCode);
  return exitCode === 0 && stops.some((each) => each.by === by);
}

/** What comes to the probes' own times: the runtime's part of a stop, and the API's whole seconds. */
const slackMs = 3000;

/** From the start of a container to the earliest kill: each attempt fails at once. */
function earliestKillMs({ probes }: Container, probe: Probe, by: ProbeStopper): number {
  const startup = by === "liveness" ? probes.startup : undefined;
  const firstSeconds = Math.max(probe.initialDelaySeconds, startup?.initialDelaySeconds ?? 0);
  return 1000 * (firstSeconds + (probe.failureThreshold - 1) * probe.periodSeconds);
}

/** Each attempt hangs until its timeout, and the first one waits for a tick. */
function latestStartupKillMs({ initialDelaySeconds, periodSeconds, timeoutSeconds, failureThreshold }: Probe): number {
  const attemptSeconds = Math.max(periodSeconds, timeoutSeconds);
  return 1000 * (initialDelaySeconds + periodSeconds + failureThreshold * attemptSeconds);
}
