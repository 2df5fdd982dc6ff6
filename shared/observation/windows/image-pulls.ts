import { parseDuration } from "../../basics/read-duration.ts";
import type { Span } from "../../basics/span.ts";
import type { ObservedEvent } from "../objects/event-object.ts";
import { type KubeletModel, specOf } from "../objects/kubelet-model.ts";
import type { ObservedContainer } from "../objects/pod-object.ts";
import type { PodSnapshot } from "../objects/pod-snapshot.ts";

/** A pull has no time limit. One of which nothing is seen is taken to last at most so long. */
export const unseenPullMaxMs = 30_000;

/**
 * The model of one container: with what a pull and a slow runtime take before each of its starts, by what was seen. A pod's containers
 * are started one after the other, so that an image that another one waits for is tried first.
 */
export function withPulls(model: KubeletModel, look: PodSnapshot, container: string): KubeletModel {
  const pulling = withPull(model, look, container);
  const slowMs = slowStartMs(look.events, container);
  if (slowMs === 0) return pulling;
  return { ...pulling, pull: { ...pulling.pull, latestMs: pulling.pull.latestMs + slowMs } };
}

function withPull(model: KubeletModel, { pod, events }: PodSnapshot, container: string): KubeletModel {
  if (specOf(model, container)?.imagePullPolicy !== "Always")
    return pod.containers.some(waitsForImage) ? { ...model, pull: anyPull } : model;
  const tookMs = pullTimesMs(events, container);
  const [firstMs] = tookMs;
  if (firstMs === undefined) return { ...model, pull: anyPull };
  const longestMs = Math.max(...tookMs);
  return {
    ...model,
    pull: {
      nominalMs: tookMs.reduce((sum, each) => sum + each, 0) / tookMs.length,
      earliestMs: 0,
      latestMs: longestMs * spread + (tookMs.length < fewPulls ? spareOfFewMs : spareMs),
    },
  };
}

/** What the pulls of a container took, as its events tell. */
export function pullTimesMs(events: readonly ObservedEvent[], container: string): readonly number[] {
  return events.flatMap((event) => (event.container === container ? (pullMs(event) ?? []) : []));
}

/**
 * What the runtime needed at most to create and start a container the last time, where that was more than a second for sure: what
 * was slow once is slow again. Events have whole seconds, and count only if none of them was dropped.
 */
function slowStartMs(events: readonly ObservedEvent[], container: string): number {
  const [pulled, started] = ["Pulled", "Started"].map((reason) => {
    const own = events.filter((event) => event.container === container && event.reason === reason);
    const count = own.reduce((sum, event) => sum + event.count, 0);
    const last = own.map((event) => event.last).reduce(latest, undefined);
    return { count, last };
  });
  if (pulled?.last === undefined || started?.last === undefined || pulled.count !== started.count) return 0;
  const leastMs = started.last.earliestMs - pulled.last.latestMs;
  return leastMs >= slowLeastMs && leastMs <= slowMostMs ? started.last.latestMs - pulled.last.earliestMs : 0;
}

function latest(one: Span | undefined, other: Span | undefined): Span | undefined {
  return one === undefined || (other !== undefined && other.latestMs > one.latestMs) ? other : one;
}

const slowLeastMs = 1000;
/** What takes longer is rather a mistake of the clock, or of the events. */
const slowMostMs = 60_000;

const anyPull: Span = { nominalMs: 0, earliestMs: 0, latestMs: unseenPullMaxMs };

function waitsForImage({ state }: ObservedContainer): boolean {
  return state.is === "waiting" && (state.reason === "ErrImagePull" || state.reason === "ImagePullBackOff");
}

/** The next pull can take longer than those that were seen: it may wait for those of other pods. */
const spread = 2;
const spareMs = 1000;
const fewPulls = 3;
const spareOfFewMs = 5000;

/** `Successfully pulled image "a" in 2.9s (4s including waiting).`: pulls of other pods come first. */
function pullMs({ reason, message }: ObservedEvent): number | undefined {
  if (reason !== "Pulled") return undefined;
  const [, plain, withWaiting] = /" in (\S{1,40})(?: \((\S{1,40}) including waiting\))?/.exec(message) ?? [];
  const text = withWaiting ?? plain;
  return text === undefined ? undefined : parseDuration(text);
}
