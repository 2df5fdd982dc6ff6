import { fenceposts } from "../../controllers/deployment/fenceposts.ts";
import type { PlayableWorkload } from "../../controllers/pods/play-workload.ts";
import { podsOf } from "./rollout.ts";

/** Why the rollouts of a workload are not predicted, in a sentence. `limit`: of those that are. */
export function tooManyPods(pods: number, limit: number): string {
  return `Rollouts are predicted for up to ${limit.toLocaleString("en")} pods; this workload has ${pods.toLocaleString("en")}.`;
}

/** Pods that crash while those after them are replaced, times the steps in which that goes on: 500 pods one by one. */
const crashesMax = 250_000;

/** A rollout in which each pod crashes again and again, and that takes too many steps to be played beside all others. */
export function hasTooManyCrashes(workload: PlayableWorkload): boolean {
  const pods = podsOf(workload);
  return (pods * pods) / Math.max(1, atATime(workload, pods)) > crashesMax;
}

/** Why such a rollout is not predicted. */
export function tooManyCrashes(workload: PlayableWorkload): string {
  const pods = podsOf(workload);
  const many = atATime(workload, pods);
  const pace = many === 1 ? "one at a time" : `${many} at a time`;
  return `not predicted: ${pods.toLocaleString("en")} pods, replaced ${pace}, crash too often to be simulated`;
}

function atATime({ spec }: PlayableWorkload, pods: number): number {
  if (spec.strategy !== "RollingUpdate") return pods;
  if (spec.kind === "StatefulSet") return spec.isParallel ? pods : 1;
  if (spec.kind === "DaemonSet") return 1;
  const { surge, unavailable } = fenceposts(spec);
  return surge + unavailable;
}
