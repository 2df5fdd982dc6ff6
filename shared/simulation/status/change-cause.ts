import { addSpans, laterSpan, type Span } from "../../basics/span.ts";
import type { EntryReason } from "../world/record.ts";
import type { Moment } from "../world/recorder.ts";
import { knownState, latest, type PodContainer, type World } from "../world/world.ts";
import { passSpan } from "./schedule.ts";

/** A phase, or a condition with its new value. */
export type StatusChange = { readonly phase: string } | { readonly condition: string; readonly status: string };

/**
 * What a change of the status follows from. A pass is asked for by one thing and sees all that came since: a change follows
 * from the newest start, end or probe result that it depends on, if that is newer than what asked for the pass.
 */
export function changeReason(world: World, change: StatusChange, reason: StatusReason): EntryReason {
  let cause = reason.cause;
  for (const moment of momentsOf(world, change)) if (moment !== undefined && moment.tMs > cause.tMs) cause = moment;
  const since = (cause === reason.cause ? reason.since : undefined) ?? passSpan(world, cause);
  return { cause, since, at: boundsOf(world, change, { asked: reason.cause, shown: addSpans(cause.at, since) }) };
}

/**
 * What needs several containers comes with the last of them, whichever that is in another run. What asked for the pass is not needed, but
 * the pass may have been late because of it. Undefined for what one thing brings.
 */
function boundsOf(
  world: World,
  change: StatusChange,
  { asked, shown }: { readonly asked: Moment; readonly shown: Span },
): Span | undefined {
  if (!needsAll(change)) return undefined;
  const isNeeded = asked === world.kubelet.startedBy || world.pod.readinessGates.length > 0;
  let bounds: Span | undefined;
  for (const moment of [...momentsOf(world, change), isNeeded ? asked : undefined]) {
    if (moment === undefined) continue;
    const at = addSpans(moment.at, passSpan(world, moment));
    bounds = bounds === undefined ? at : laterSpan(bounds, at);
  }
  return bounds && { ...bounds, latestMs: Math.max(bounds.latestMs, shown.latestMs) };
}

function needsAll(change: StatusChange): boolean {
  return "phase" in change ? change.phase === "Running" || change.phase === "Succeeded" : change.status === "True";
}

function momentsOf(world: World, change: StatusChange): readonly (Moment | undefined)[] {
  const inits = world.containers.filter(({ spec }) => spec.kind !== "regular");
  const regulars = world.containers.filter(({ spec }) => spec.kind === "regular");
  const serving = world.containers.filter(({ spec }) => spec.kind !== "init");
  if ("phase" in change) {
    if (change.phase === "Running") return regulars.map((each) => startOf(world, each));
    return change.phase === "Succeeded" ? regulars.map((each) => endOf(world, each)) : [];
  }
  const isTrue = change.status === "True";
  if (change.condition === "Initialized")
    return isTrue ? inits.flatMap((each) => [endOf(world, each), startOf(world, each), resultOf(each, "startup")]) : [];
  if (change.condition !== "Ready" && change.condition !== "ContainersReady") return [];
  return serving.flatMap((each) =>
    isTrue
      ? [startOf(world, each), resultOf(each, "startup"), resultOf(each, "readiness")]
      : [endOf(world, each), resultOf(each, "readiness")],
  );
}

function startOf(world: World, container: PodContainer): Moment | undefined {
  const instance = latest(container);
  return instance !== undefined && knownState(world, instance) === "running" ? instance.startedBy : undefined;
}

function endOf(world: World, container: PodContainer): Moment | undefined {
  const instance = latest(container);
  return instance !== undefined && knownState(world, instance) === "exited" ? instance.exitedBy : undefined;
}

function resultOf({ workers }: PodContainer, type: "startup" | "readiness"): Moment | undefined {
  return workers.find((worker) => worker.type === type)?.resultBy;
}

/** Cause of a status, and the delay from that cause: by default that of a relist. */
export interface StatusReason {
  readonly cause: Moment;
  readonly since?: Span;
}
