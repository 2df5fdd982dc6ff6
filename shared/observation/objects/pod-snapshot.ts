import type { ObservedEvent } from "./event-object.ts";
import type { ObservedPod } from "./pod-object.ts";
import type { PodHistory } from "./runs.ts";

/** All that is known of a pod: how it looks now, what earlier looks said of its containers, and its events. */
export interface PodSnapshot {
  readonly pod: ObservedPod;
  /** With this look in it; undefined if the pod is known from this look only. */
  readonly history: PodHistory | undefined;
  readonly events: readonly ObservedEvent[];
}
