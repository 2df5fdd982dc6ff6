import type { Path } from "../../basics/path.ts";
import { addSpans, type Span } from "../../basics/span.ts";
import type { Interval } from "../../scenario/phases.ts";
import type { EntryData, EntryKind } from "../timeline/timeline.ts";
import type { Moment } from "./recorder.ts";
import type { Instance, PodContainer, World } from "./world.ts";

/** Why something happens to a container, and how long after that it can happen. */
export interface EntryReason {
  readonly cause: Moment | undefined;
  readonly since: Span;
  /** When it can happen at all, where it needs more than its cause. */
  readonly at?: Span | undefined;
}

/** The reason of what follows by a further step. */
export function followedBy({ cause, since, at }: EntryReason, step: Span): EntryReason {
  return { cause, since: addSpans(since, step), at: at && addSpans(at, step) };
}

/** The reason of what cannot happen in these times: where it could have come in one of them at the earliest, it comes when that is over. */
export function notIn(intervals: readonly Interval[], reason: EntryReason): EntryReason {
  if (intervals.length === 0) return reason;
  const { cause, since } = reason;
  const own = reason.at ?? (cause === undefined ? since : addSpans(cause.at, since));
  let { earliestMs } = own;
  for (const { fromMs, untilMs } of intervals) if (fromMs <= earliestMs && earliestMs < untilMs) earliestMs = untilMs;
  if (earliestMs === own.earliestMs) return reason;
  const after = (ms: number): number => Math.max(ms, earliestMs);
  return { ...reason, at: { nominalMs: after(own.nominalMs), earliestMs, latestMs: after(own.latestMs) } };
}

interface AboutContainer extends EntryReason {
  readonly kind: EntryKind;
  readonly data?: EntryData;
  readonly path?: Path;
}

/** Records something about a container and the instance it concerns. Field by field, because spreading is slow here. */
export function record(
  world: World,
  container: PodContainer,
  instance: Instance | undefined,
  about: AboutContainer,
): Moment {
  return world.recorder.add(world.queue.nowMs, {
    kind: about.kind,
    cause: about.cause,
    since: about.since,
    at: about.at,
    container: container.spec.name,
    run: instance === undefined || instance.run === 0 ? undefined : instance.run,
    attempt: instance?.attempt,
    restartCount: instance?.number,
    path: about.path ?? container.spec.path,
    data: about.data,
  });
}

/** An event as `kubectl describe pod` lists it, at the moment the kubelet records it. */
export function emitEvent(
  world: World,
  container: PodContainer | undefined,
  type: "Normal" | "Warning",
  reason: string,
  message: string,
): void {
  world.recorder.event({ tMs: world.queue.nowMs, type, reason, message, container: container?.spec.name });
}

/** An event about a container whose text is only put together where it is kept. */
export function emitAbout(
  world: World,
  container: PodContainer,
  type: "Normal" | "Warning",
  reason: string,
  text: (world: World, container: PodContainer) => string,
): void {
  if (world.recorder.keepsEntries) emitEvent(world, container, type, reason, text(world, container));
  else world.recorder.eventCount += 1;
}
