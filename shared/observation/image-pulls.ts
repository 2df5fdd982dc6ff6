import { parseDuration } from "../basics/durations.ts";
import type { Span } from "../basics/span.ts";
import { assumedPullMaxMs } from "../simulation/images.ts";
import type { ObservedEvent } from "./event-object.ts";
import { type KubeletModel, specOf } from "./kubelet-model.ts";
import type { ObservedContainer } from "./pod-object.ts";
import type { PodSnapshot } from "./pod-snapshot.ts";

/**
 * The model of one container: with what a pull takes before each of its starts, by the pulls that were seen. A pod's containers
 * are started one after the other, so that an image that another one waits for is tried first.
 */
export function withPulls(model: KubeletModel, { pod, events }: PodSnapshot, container: string): KubeletModel {
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

const anyPull: Span = { nominalMs: 0, earliestMs: 0, latestMs: assumedPullMaxMs };

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
