import { backOffCurve, imagePullPolicy } from "../../backoff/policy.ts";
import type { Span } from "../../basics/span.ts";
import { waitSpan } from "../../simulation/world/loops.ts";
import type { ObservedEvent } from "../objects/event-object.ts";
import { type KubeletModel, pollSpan, specOf } from "../objects/kubelet-model.ts";
import type { ObservedContainer, ObservedPod } from "../objects/pod-object.ts";

/** The back-off of an image that cannot be pulled. */
export interface ImageTry {
  /** What the delay can be, ascending. */
  readonly delaysMs: readonly number[];
  /** The status does not say when the last pull failed: only an event does. */
  readonly source: "events" | "possible";
  /** Undefined if it cannot be known. */
  readonly window: Span | undefined;
}

/**
 * When an image is pulled again: the delay counts from the end of the last pull, and the kubelet looks every 10 to 16 s, or when
 * a sibling's crash loop has it look.
 */
export function nextImageTry(model: KubeletModel, events: readonly ObservedEvent[], about: Waiting): ImageTry {
  const failures = pullFailures(events, about.container.name, specOf(model, about.container.name)?.image ?? "");
  const count = failures.reduce((sum, event) => sum + event.count, 0);
  const last = failures.map(({ last: time }) => time).reduce(later, undefined);
  if (last === undefined || count === 0) return { delaysMs: imageDelays, source: "possible", window: undefined };
  const delayMs = imageDelays[Math.min(count, imageDelays.length) - 1] ?? imagePullPolicy.maximumMs;
  const lookMs = latestLookMs(model, about);
  return {
    delaysMs: [delayMs],
    source: "events",
    window: {
      nominalMs: last.nominalMs + delayMs,
      earliestMs: last.earliestMs + delayMs,
      latestMs: last.latestMs + delayMs + lookMs,
    },
  };
}

/** The failed pulls of a container's image, by whichever container: those that share an image share its back-off. */
export function pullFailures(events: readonly ObservedEvent[], name: string, image: string): readonly ObservedEvent[] {
  const failures = events.flatMap((event) => {
    const pulled = event.reason === "Failed" ? /^Failed to pull image "([^"]*)"/.exec(event.message)?.[1] : undefined;
    return pulled === undefined ? [] : [{ event, pulled }];
  });
  const own = new Set([image, ...failures.filter(({ event }) => event.container === name).map(({ pulled }) => pulled)]);
  return failures.filter(({ pulled }) => own.has(pulled)).map(({ event }) => event);
}

/** 10 s, its doublings and 300 s: the first failure delays already. */
const imageDelays: readonly number[] = backOffCurve(imagePullPolicy).slice(1);

interface Waiting {
  readonly pod: ObservedPod;
  readonly container: ObservedContainer;
}

/**
 * Time from the end of the delay to the kubelet's next sync of the pod: a sibling that is refused a start, or that crashes again
 * meanwhile, puts the look off to the end of its own back-off.
 */
function latestLookMs({ loops, storedMs }: KubeletModel, { pod, container }: Waiting): number {
  if (!loops.requeuesAtExpiry) return pollSpan.latestMs;
  const delaysMs = pod.containers
    .filter((other) => other.name !== container.name && loopsOn(other))
    .map(({ restartCount }) => storedMs[Math.min(restartCount + 1, storedMs.length - 1)] ?? 0);
  const loopMs = Math.min(Math.max(0, ...delaysMs), loops.resyncMs);
  return Math.max(pollSpan.latestMs, waitSpan(loops, loopMs, Number.POSITIVE_INFINITY).latestMs);
}

/** Whether a container crashes, or did so before and may again. */
function loopsOn({ kind, state, restartCount }: ObservedContainer): boolean {
  if (kind === "ephemeral") return false;
  if (state.is === "waiting") return state.reason === "CrashLoopBackOff";
  return state.is === "terminated" || restartCount > 0;
}

function later(one: Span | undefined, other: Span | undefined): Span | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return other.nominalMs > one.nominalMs ? other : one;
}
