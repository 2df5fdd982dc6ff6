import { addSpans, exactly } from "../../basics/span.ts";
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
    const sinceMs = tickOf(world, worker) - last.tickMs;
    return {
      cause: previous,
      since: maySkipAhead(world, worker) ? within(0, Math.max(sinceMs, periodMs)) : exactly(sinceMs),
    };
  }
  if (changed !== undefined && previous !== undefined) return { cause: changed, since: within(0, periodMs) };
  const reason =
    trigger === undefined
      ? firstAttempt(world, container, worker, instance)
      : triggeredAttempt(world, container, instance, trigger);
  return changed === undefined ? reason : afterChange(reason, changed, { worker, instance });
}

/** The first attempt gets the answer of the scenario's last change, which may have come after a first attempt in another run. */
function afterChange(reason: EntryReason, changed: Moment, { worker, instance }: Attempting): EntryReason {
  const { cause, since } = reason;
  const { startedBy } = instance;
  if (cause === undefined || startedBy === undefined) return reason;
  const at = reason.at ?? addSpans(cause.at, since);
  const earliestMs = Math.max(at.earliestMs, changed.at.earliestMs);
  const mayFollow = changed.tMs - startedBy.tMs > at.earliestMs - startedBy.at.earliestMs;
  const nextMs = changed.at.latestMs + worker.probe.periodSeconds * 1000;
  const latestMs = mayFollow ? Math.max(at.latestMs, nextMs) : at.latestMs;
  return { cause, since, at: { nominalMs: Math.max(at.nominalMs, changed.at.nominalMs), earliestMs, latestMs } };
}

interface Attempting {
  readonly worker: RunningWorker;
  readonly instance: Instance;
}

/** Each status of a container that is not ready asks for an attempt, which other containers bring about, too. */
function maySkipAhead({ loops, containers }: World, { type, probe, result }: RunningWorker): boolean {
  const isWaiting = type === "readiness" && probe.successThreshold > 1 && result !== "success";
  return isWaiting && !loops.ideal && containers.length > 1;
}

/** What asked for the attempt may be another container's, which nothing here needs. */
function triggeredAttempt(world: World, container: PodContainer, instance: Instance, trigger: Moment): EntryReason {
  const since = within(0, 0);
  const { startedBy } = instance;
  const startup = startupOf(container, instance);
  const own = startup ?? startedBy;
  if (own === undefined || own === trigger || world.loops.ideal) return { cause: trigger, since };
  const nominalMs = trigger.at.nominalMs;
  const shown = container.cached.shown ?? own.at;
  const latestMs = Math.max(trigger.at.latestMs, shown.latestMs, own.at.latestMs + visibleMaxMs);
  return { cause: trigger, since, at: { nominalMs, earliestMs: own.at.earliestMs, latestMs } };
}

function startupOf({ workers }: PodContainer, instance: Instance): Moment | undefined {
  return workers.find((other) => other.type === "startup" && other.instance === instance.id)?.resultBy;
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
  const startup = startupOf(container, instance);
  const waitsForStartup =
    worker.type !== "startup" && startup !== undefined && startup.tMs >= instance.startedAtMs + delayMs;
  if (waitsForStartup) return { cause: startup, since: within(0, periodMs) };
  // The delay counts from the start cut to whole seconds, and nothing is probed before the status shows the container, which it does
  // not while the start goes on: the hook runs inside it (pkg/kubelet/kuberuntime/kuberuntime_container.go startContainer, v1.37.1).
  const { hookMs } = instance;
  const earliestMs = Math.max(hookMs, delayMs - 1000);
  const latestMs = Math.max(hookMs + (ideal ? 0 : visibleMaxMs), delayMs) + periodMs;
  const since = within(earliestMs, latestMs - earliestMs, Math.max(hookMs, delayMs) + periodMs);
  const { startedBy } = instance;
  const { shown } = container.cached;
  if (startedBy === undefined || shown === undefined || ideal) return { cause: startedBy, since };
  const at = addSpans(startedBy.at, since);
  return { cause: startedBy, since, at: { ...at, latestMs: Math.max(at.latestMs, shown.latestMs + periodMs) } };
}

/** One period behind the earliest time is the rule's own value, the one of `failureThreshold × periodSeconds`. */
function within(earliestMs: number, widthMs: number, nominalMs = earliestMs + widthMs): EntryReason["since"] {
  return { nominalMs, earliestMs, latestMs: earliestMs + widthMs };
}
