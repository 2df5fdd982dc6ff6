import type { ObservedPod, Owner } from "../../shared/observation/index.ts";
import type { OwnerLink } from "../../shared/protocol/cluster.ts";

/** An object that has pods, by what a manifest says of it. */
export interface PodOwner {
  readonly kind: string;
  readonly name: string;
}

/** More owners above one another than this are not followed: they would be a circle. */
const depthMax = 5;

/** Who controls a pod: from the nearest to what people wrote. Empty: nobody. */
export function workloadsOf(
  { owners, templateHash }: ObservedPod,
  links: ReadonlyMap<string, OwnerLink>,
): readonly PodOwner[] {
  const owner = ownerOf(owners);
  if (owner === undefined) return [];
  const chain: PodOwner[] = [{ kind: owner.kind, name: owner.name }];
  let link = owner.uid === undefined ? undefined : links.get(owner.uid);
  if (link === undefined) return [...chain, ...deploymentOf(owner, templateHash)];
  while (link?.controller !== undefined && chain.length < depthMax) {
    const { kind, name, uid } = link.controller;
    chain.push({ kind, name });
    link = links.get(uid);
  }
  return [...chain];
}

function ownerOf(owners: readonly Owner[]): Owner | undefined {
  return owners.find(({ isController }) => isController) ?? owners[0];
}

/** Undefined if nobody controls it, or an owner has no UID. */
export function ownerUid({ owners }: Pick<ObservedPod, "owners">): string | undefined {
  return ownerOf(owners)?.uid;
}

/** Where replica sets may not be read: a Deployment names its own by the hash of the template. */
function deploymentOf({ kind, name }: Owner, templateHash: string | undefined): readonly PodOwner[] {
  const ending = `-${templateHash}`;
  if (kind !== "ReplicaSet" || templateHash === undefined || !name.endsWith(ending)) return [];
  return [{ kind: "Deployment", name: name.slice(0, -ending.length) }];
}
