import type { ObservedPod } from "../../shared/observation/index.ts";
import { ownerUid } from "./workloads.ts";

type Template = Pick<ObservedPod, "spec" | "owners">;

/** So many templates are kept for pods that come later. */
const templatesMax = 20_000;

/** One spec for all pods that were made from one template: most of what is known of a pod is its spec. */
export class SharedTemplates {
  /** The last one by the UID of the owner of the pods. */
  readonly #byOwner = new Map<string, Template>();
  /** The last spec by the hash of its text: Jobs of one CronJob are many owners, and some pods have none. */
  readonly #byHash = new Map<number, ObservedPod["spec"]>();

  /** The spec without what differs between pods of one template; the pod knows its node. */
  shared({ spec, owners }: Template): Template {
    const { nodeName: _node, hostname: _host, ...own } = spec;
    const shared = this.#sharedSpec(own);
    const uid = ownerUid({ owners });
    const known = uid === undefined ? undefined : this.#byOwner.get(uid);
    if (known?.spec === shared && isSame(known.owners, owners)) return known;
    const made = { spec: shared, owners };
    if (uid !== undefined) bounded(this.#byOwner).set(uid, made);
    return made;
  }

  #sharedSpec(own: ObservedPod["spec"]): ObservedPod["spec"] {
    const text = JSON.stringify(own);
    const hash = hashOf(text);
    const known = this.#byHash.get(hash);
    if (known !== undefined && JSON.stringify(known) === text) return known;
    bounded(this.#byHash).set(hash, own);
    return own;
  }

  clear(): void {
    this.#byOwner.clear();
    this.#byHash.clear();
  }
}

function bounded<Key, Value>(map: Map<Key, Value>): Map<Key, Value> {
  if (map.size >= templatesMax) map.clear();
  return map;
}

/** What comes of one API server is written in one order. */
function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** FNV-1a. Two specs with one hash share nothing, that is all. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return hash;
}
