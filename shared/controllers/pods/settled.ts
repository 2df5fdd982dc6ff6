import { allContainers, type Container, type DefaultedPod, type Probe, probeTypes } from "../../kubernetes/pod.ts";
import type { Run, Scenario } from "../../scenario/model.ts";
import { hasPhases } from "../../scenario/phases.ts";
import { longestRun } from "../../scenario/ranges.ts";
import { runOf, scriptOf } from "../../scenario/script.ts";
import { endOfEvent } from "../../scenario/shifted.ts";
import type { TimelineEntry } from "../../simulation/index.ts";

/** Beyond what probes need: looks, statuses, and the end of what is under way. */
const marginMs = 5000;

interface Started {
  readonly tMs: number;
  readonly attempt: number;
  isStopping: boolean;
}

/**
 * Whether nothing more changes of a pod that is Ready now and that nobody touches: each container is in its last run, nothing
 * that the scenario says of it lies ahead, and every probe had the time to act on what it gets.
 */
export function isSettled(
  { pod, scenario }: { readonly pod: DefaultedPod; readonly scenario: Scenario },
  entries: readonly TimelineEntry[],
  nowMs: number,
): boolean {
  const slowestMs = Math.max(...allContainers(pod).map(reactionMs));
  // What a fault does to a container is not in its script.
  const isActing = scenario.events.some(
    (event) => endOfEvent(event) + marginMs + (event.kind === "container-fault" ? slowestMs : 0) > nowMs,
  );
  if (isActing || pod.activeDeadlineSeconds !== undefined) return false;
  const started = startsOf(entries);
  return allContainers(pod).every((container) => {
    if (container.kind === "init") return true;
    const start = started.get(container.name);
    if (start === undefined || start.isStopping) return false;
    const run = longestRun(runOf(scriptOf(scenario, container), start.attempt - 1));
    return (
      run.end === undefined &&
      !hasPhases(run) &&
      !run.answers.some(({ everyMs }) => everyMs !== undefined) &&
      start.tMs + lastChangeMs(run) + reactionMs(container) <= nowMs
    );
  });
}

function startsOf(entries: readonly TimelineEntry[]): ReadonlyMap<string, Started> {
  const started = new Map<string, Started>();
  for (const { kind, container, attempt, tMs } of entries) {
    if (container === undefined) continue;
    if (kind === "container-started") started.set(container, { tMs, attempt: attempt ?? 1, isStopping: false });
    else if (kind === "container-exited") started.delete(container);
    else if (kind === "container-stopping") {
      const start = started.get(container);
      if (start !== undefined) start.isStopping = true;
    }
  }
  return started;
}

/** The last moment at which what a run answers changes, from its start. */
function lastChangeMs({ startsInMs, answers }: Run): number {
  return Math.max(startsInMs, ...answers.map(({ afterMs, forMs }) => afterMs + (forMs ?? 0)));
}

/** Longer than the probes of a container need to act on what lasts, one after the other. */
function reactionMs({ probes }: Container): number {
  const each = probeTypes.flatMap((type) => probes[type] ?? []).map(secondsOf);
  return marginMs + 1000 * each.reduce((sum, seconds) => sum + seconds, 0);
}

function secondsOf({ initialDelaySeconds, periodSeconds, timeoutSeconds, ...probe }: Probe): number {
  const stepSeconds = Math.max(periodSeconds, timeoutSeconds);
  return initialDelaySeconds + stepSeconds * (Math.max(probe.failureThreshold, probe.successThreshold) + 1);
}
