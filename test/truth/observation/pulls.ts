import type { Span } from "../../../shared/basics/span.ts";
import { kubeletModelOf, specOf } from "../../../shared/observation/objects/kubelet-model.ts";
import { lookAt, nextTry } from "../../../shared/observation/windows/next-try.ts";
import type { RecordedPod } from "./recorded-pods.ts";

/** A recorded status in which an image could not be pulled, and when the next pull came. */
export interface PullWait {
  readonly container: string;
  readonly window: Span;
  readonly delaysMs: readonly number[];
  /** Undefined: the recording ended before. */
  readonly pulledMs: number | undefined;
}

/** Every such status of a pod whose events are known: without them nothing tells when the last pull failed. */
export function pullWaitsOf({ looks, pulls, assumptions }: RecordedPod): readonly PullWait[] {
  return looks.flatMap(({ atMs, pod, events }) => {
    const facts = kubeletModelOf(pod, assumptions);
    if (facts === undefined) return [];
    return pod.containers.flatMap((container) => {
      const next = nextTry(facts, lookAt(pod, events), container);
      if (next.is !== "pull" || next.window === undefined) return [];
      const { image } = specOf(facts, container.name) ?? {};
      // Any container that has the same image pulls it for all.
      const pulledMs = pulls.find((pull) => specOf(facts, pull.container)?.image === image && pull.atMs > atMs)?.atMs;
      return [{ container: container.name, window: next.window, delaysMs: next.image.delaysMs, pulledMs }];
    });
  });
}
