import { isDeepEqual } from "../../shared/basics/values.ts";
import type { ObservedPod } from "../../shared/observation/index.ts";

type PodSpec = ObservedPod["spec"];

/** So many owners' specs are kept for pods that come later. */
const ownersMax = 20_000;

/** One spec for all pods that were made from one template: most of what is known of a pod is its spec. */
export class SharedSpecs {
  /** The last spec by the UID of what controls the pods. */
  readonly #byOwner = new Map<string, PodSpec>();

  /** The spec without what differs between pods of one template; the pod knows its node. */
  shared({ spec, owners }: Pick<ObservedPod, "spec" | "owners">): PodSpec {
    const { nodeName: _node, hostname: _host, ...own } = spec;
    const uid = owners.find(({ isController }) => isController)?.uid;
    if (uid === undefined) return own;
    const known = this.#byOwner.get(uid);
    if (known !== undefined && isDeepEqual(known, own)) return known;
    if (this.#byOwner.size >= ownersMax) this.#byOwner.clear();
    this.#byOwner.set(uid, own);
    return own;
  }

  clear(): void {
    this.#byOwner.clear();
  }
}
