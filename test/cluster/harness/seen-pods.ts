import type { PodSnapshot } from "../../../shared/observation/index.ts";
import type { RecordedLook, RecordedPod } from "../../truth/observation/recorded-pods.ts";
import type { RealRun } from "./journal.ts";
import type { Observer } from "./observer.ts";

/** A pod as it was looked at, beside what the runtime did; of the shape of the recordings, so that it is judged in the same way. */
export interface SeenPod extends RecordedPod {
  readonly name: string;
  readonly runs: readonly RealRun[];
}

export function seenPods(observer: Observer, runs: readonly RealRun[]): readonly SeenPod[] {
  return [...observer.looks.values()].flatMap((all): readonly SeenPod[] => {
    // Before the first look at its node, a pod's prediction is that of a default one.
    const looks = all.filter(({ live }) => live.assumed().notes.length === 0 && live.look.pod.nodeName !== undefined);
    const last = looks.at(-1);
    const name = last?.live.look.pod.name ?? "";
    if (last === undefined) return [];
    const { pod } = last.live.look;
    return [
      {
        name,
        // All images of workloads.yaml are on the node; the product does not know that.
        assumptions: { ...last.live.assumed().assumptions, imagePull: undefined },
        looks: looks.map(({ atMs, live: { look } }) => lookOf(atMs, look)),
        runs: runs.filter((run) => run.pod === `${pod.namespace}/${pod.name}`),
        pulls: [],
        endMs: Date.now(),
      },
    ];
  });
}

/** Its events are those that the API server was sent. */
function lookOf(atMs: number, { pod, events }: PodSnapshot): RecordedLook {
  return { atMs, pod, events, sentEvents: events };
}
