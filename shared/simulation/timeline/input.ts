import type { RestartDelays } from "../../backoff/restart-backoff.ts";
import type { Assumptions } from "../../kubernetes/node.ts";
import type { DefaultedPod } from "../../kubernetes/pod.ts";
import type { Scenario } from "../../scenario/model.ts";
import type { Recording, WatchedEntry } from "./timeline.ts";

/** Everything a run depends on. The same input gives the same timeline on every machine. */
export interface SimulationInput {
  readonly pod: DefaultedPod;
  readonly assumptions: Assumptions;
  readonly scenario: Scenario;
  /** Of the jitter and the phases that `timing: kubelet` draws. */
  readonly seed: number;
  /** Delays restarts in place of what the node's gates and its configuration make, as if its kubelet were built so. */
  readonly restartDelays?: RestartDelays;
  /** When the kubelet's process started, if that was shortly before it saw the pod (negative): its probes begin apart. */
  readonly kubeletStartedMs?: number | undefined;
  /** How long each pull of a container's image takes, in order, by container: as a recording has it, in place of the scenario. */
  readonly pullsMs?: Readonly<Record<string, readonly number[]>> | undefined;
  /**
   * The attempts (counted from 0) to create a container, by its name, before which its image was pulled although the node had it:
   * since 1.35 a pull of another pod does that. Recordings tell it; the other pod is not played.
   */
  readonly pulledAnyway?: Readonly<Record<string, readonly number[]>> | undefined;
  /** Horizon in virtual ms; at most `horizonLimitMs`. */
  readonly untilMs: number;
  readonly recording: Recording;
  /** Ends the run sooner than the engine's own `entryLimit` would, which holds where entries are kept. */
  readonly entriesAtMost?: number;
  /** Receives what happens as it happens, also where entries are not kept. */
  readonly watch?: (entry: WatchedEntry) => void;
}
