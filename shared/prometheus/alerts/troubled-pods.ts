import type { Timeline } from "../../simulation/timeline/timeline.ts";

/** A pod with one container, `app`, that was played. */
export interface TroubledPod extends Pick<Timeline, "statuses"> {
  readonly restartPolicy: string;
}

/** Pods that tell whether an alert looks for crash loops, and whether it sees those of the assumed nodes. Each list is played when it is first asked for. */
export interface CrashLoops {
  readonly untilMs: number;
  /** Crash loops without probes on the assumed nodes. */
  readonly loops: () => readonly TroubledPod[];
  /** With a readiness probe, on the same nodes. */
  readonly probed: () => readonly TroubledPod[];
  /** Crash loops where they are shown best: on older nodes, and with next to no back-off. */
  readonly elsewhere: () => readonly TroubledPod[];
  /** Pods without a crash loop: healthy, without an image, never ready, ended for good. */
  readonly others: () => readonly TroubledPod[];
}
