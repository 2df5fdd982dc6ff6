import { exactly } from "../../basics/span.ts";
import { latencies } from "../world/loops.ts";
import type { EntryReason } from "../world/record.ts";
import type { Moment } from "../world/recorder.ts";
import type { Instance, PodContainer, RunningWorker, World } from "../world/world.ts";

/** Until the status shows a started container as running, at most, in `timing: kubelet`. */
const visibleMaxMs = 1200;

/**
 * What an attempt follows from, and the bounds of its delay. Where the first attempt falls depends on the phase between the
 * worker's ticks and the container's start, which nothing in a manifest fixes: it is anywhere in one period.
 * Later attempts follow the grid exactly. Models pkg/kubelet/prober/worker.go run (v1.37.1).
 */
export function attemptReason(
  world: World,
  container: PodContainer,
  worker: RunningWorker,
  instance: Instance,
  trigger: Moment | undefined,
): EntryReason {
  const periodMs = worker.probe.periodSeconds * 1000;
  const last = worker.lastAttempt?.instance === instance.id ? worker.lastAttempt : undefined;
  const previous = last?.moment;
  const changed = worker.changedBy?.instance === instance.id ? worker.changedBy.moment : undefined;
  if (last !== undefined && previous !== undefined && (changed === undefined || changed.tMs <= previous.tMs)) {
    // From tick to tick: that a tick of the real worker is some milliseconds late adds nothing up.
    return { cause: previous, since: exactly(tickOf(world, worker) - last.tickMs) };
  }
  if (changed !== undefined && previous !== undefined) return { cause: changed, since: within(0, periodMs) };
  if (trigger !== undefined) return { cause: trigger, since: within(0, 0) };
  return firstAttempt(world, container, worker, instance);
}

/** The tick of the worker's grid that brought this attempt; an attempt that was held up has the time of its own. */
export function tickOf({ loops, queue }: World, worker: RunningWorker): number {
  const periodMs = worker.probe.periodSeconds * 1000;
  const lateMs = (queue.nowMs - worker.gridMs) % periodMs;
  return loops.ideal || lateMs > latencies.tick[1] ? queue.nowMs : queue.nowMs - lateMs;
}

function firstAttempt(world: World, container: PodContainer, worker: RunningWorker, instance: Instance): EntryReason {
  const { ideal } = world.loops;
  const periodMs = worker.probe.periodSeconds * 1000;
  const delayMs = worker.probe.initialDelaySeconds * 1000;
  const startup = container.workers.find(
    (other) => other.type === "startup" && other.instance === instance.id,
  )?.resultBy;
  const waitsForStartup =
    worker.type !== "startup" && startup !== undefined && startup.tMs >= instance.startedAtMs + delayMs;
  if (waitsForStartup) return { cause: startup, since: within(0, periodMs) };
  // The delay counts from the start cut to whole seconds, and nothing is probed before the status shows the container.
  const earliestMs = Math.max(0, delayMs - 1000);
  const latestMs = (ideal ? delayMs : Math.max(visibleMaxMs, delayMs)) + periodMs;
  return { cause: instance.startedBy, since: within(earliestMs, latestMs - earliestMs, delayMs + periodMs) };
}

/** One period behind the earliest time is the rule's own value, the one of `failureThreshold × periodSeconds`. */
function within(earliestMs: number, widthMs: number, nominalMs = earliestMs + widthMs): EntryReason["since"] {
  return { nominalMs, earliestMs, latestMs: earliestMs + widthMs };
}
