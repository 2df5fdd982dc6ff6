import type { Span } from "../../basics/span.ts";
import type { Moment } from "../world/recorder.ts";
import { knownState, latest, type PodContainer, type World } from "../world/world.ts";
import { passSpan } from "./schedule.ts";

/** A phase, or a condition with its new value. */
export type StatusChange = { readonly phase: string } | { readonly condition: string; readonly status: string };

/**
 * What a change of the status follows from. A pass is asked for by one thing and sees all that came since: a change follows
 * from the newest start, end or probe result that it depends on, if that is newer than what asked for the pass.
 */
export function changeReason(world: World, change: StatusChange, reason: StatusReason): StatusReason {
  let cause = reason.cause;
  for (const moment of momentsOf(world, change)) if (moment !== undefined && moment.tMs > cause.tMs) cause = moment;
  return cause === reason.cause ? reason : { cause, since: passSpan(world, cause) };
}

function momentsOf(world: World, change: StatusChange): readonly (Moment | undefined)[] {
  const inits = world.containers.filter(({ spec }) => spec.kind !== "regular");
  const regulars = world.containers.filter(({ spec }) => spec.kind === "regular");
  const serving = world.containers.filter(({ spec }) => spec.kind !== "init");
  if ("phase" in change) return change.phase === "Running" ? regulars.map((each) => startOf(world, each)) : [];
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
