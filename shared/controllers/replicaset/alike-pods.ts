import { isActive } from "../objects/availability.ts";
import type { WorkloadPod } from "../objects/model.ts";

/**
 * Active pods of each owner, those together that the ranking tells apart by their tie only. Of 10,000 old pods of a rollout there are
 * a dozen such groups, so that the next one to go is found among a dozen.
 */
export class AlikePods {
  readonly #byOwner = new Map<string, Map<string, WorkloadPod[]>>();
  /** Where a pod is, by its number. */
  readonly #places = new Map<number, string>();

  /** Takes a pod as it is now. Pods of an owner of which none ever had to go are in no group. */
  place(pod: WorkloadPod): void {
    const groups = this.#byOwner.get(pod.owner);
    if (groups === undefined) return;
    const before = this.#places.get(pod.number);
    const now = isActive(pod) ? groupOf(pod) : undefined;
    if (now === before) return;
    if (before !== undefined) this.#leave(groups, before, pod);
    if (now !== undefined) this.#enter(groups, now, pod);
  }

  /**
   * In order of creation, pods of an owner among which are all those that can be one of the first `count` to go. `owned`: all of them, as
   * they are now; read when that is asked for the first time.
   */
  candidates(owner: string, count: number, owned: () => Iterable<WorkloadPod>): readonly WorkloadPod[] {
    const groups = this.#byOwner.get(owner) ?? this.#grouped(owner, owned());
    const found = [...groups.values()].flatMap((pods) => pods.slice(0, count));
    return found.sort((left, right) => left.number - right.number);
  }

  #grouped(owner: string, pods: Iterable<WorkloadPod>): ReadonlyMap<string, readonly WorkloadPod[]> {
    const groups = new Map<string, WorkloadPod[]>();
    this.#byOwner.set(owner, groups);
    for (const pod of pods) this.place(pod);
    return groups;
  }

  #enter(groups: Map<string, WorkloadPod[]>, group: string, pod: WorkloadPod): void {
    const pods = groups.get(group) ?? [];
    groups.set(group, pods);
    pods.splice(placeIn(pods, pod), 0, pod);
    this.#places.set(pod.number, group);
  }

  #leave(groups: Map<string, WorkloadPod[]>, group: string, pod: WorkloadPod): void {
    const pods = groups.get(group) ?? [];
    pods.splice(placeIn(pods, pod), 1);
    if (pods.length === 0) groups.delete(group);
    this.#places.delete(pod.number);
  }
}

/** Everything that the ranking reads but the tie. */
function groupOf({ node = "", phase, ready, readySinceMs, restarts, createdMs }: WorkloadPod): string {
  return `${node} ${phase} ${ready ? readySinceMs : ""} ${restarts} ${createdMs}`;
}

/** Where a pod is, or belongs, in a group: those that go first come first. */
function placeIn(pods: readonly WorkloadPod[], pod: WorkloadPod): number {
  let low = 0;
  let high = pods.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const other = pods[middle];
    if (other === undefined) break;
    if (other.tie < pod.tie || (other.tie === pod.tie && other.number < pod.number)) low = middle + 1;
    else high = middle;
  }
  return low;
}
