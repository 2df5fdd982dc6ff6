import type { ObservedPod } from "../../shared/observation/index.ts";
import type { OwnerLink } from "../../shared/protocol/cluster.ts";
import { ownerUid, type PodOwner, workloadsOf } from "./workloads.ts";

/** So many owners may be known that have no pods any more: Jobs come and go. */
const uselessMax = 5000;

/** Who controls pods, by what is known of their owners. */
export class OwnerLinks {
  readonly #links = new Map<string, OwnerLink>();
  /** By UID of the owner: its pods share the answer. */
  readonly #chains = new Map<string, readonly PodOwner[]>();
  /** How many owners there were when the useless ones were forgotten last. */
  #useful = 0;

  add(links: readonly OwnerLink[]): void {
    for (const link of links) this.#links.set(link.uid, link);
    if (links.length > 0) this.#chains.clear();
  }

  chainOf(pod: ObservedPod): readonly PodOwner[] {
    const uid = ownerUid(pod);
    const known = uid === undefined ? undefined : this.#chains.get(uid);
    const chain = known ?? workloadsOf(pod, this.#links);
    if (uid !== undefined) this.#chains.set(uid, chain);
    return chain;
  }

  /** Forgets owners that have none of these pods, once there are many. */
  trim(pods: () => Iterable<ObservedPod>): void {
    if (Math.max(this.#links.size, this.#chains.size) <= this.#useful + uselessMax) return;
    const useful = new Set<string>();
    for (const pod of pods()) this.#addChain(useful, ownerUid(pod));
    for (const uid of this.#links.keys()) if (!useful.has(uid)) this.#links.delete(uid);
    this.#chains.clear();
    this.#useful = this.#links.size;
  }

  #addChain(useful: Set<string>, first: string | undefined): void {
    for (let uid = first; uid !== undefined && !useful.has(uid); uid = this.#links.get(uid)?.controller?.uid)
      useful.add(uid);
  }

  clear(): void {
    this.#links.clear();
    this.#chains.clear();
    this.#useful = 0;
  }
}
