import * as z from "zod/mini";
import { memo } from "../../shared/basics/once.ts";
import { valueAt } from "../../shared/basics/values.ts";
import type { LocatedPod, ManifestDocument } from "../manifest/text/model.ts";
import { labelKey, selectingObjects, selectsAnyPod } from "./selecting-objects.ts";

/** Pods of an application that a Service or a budget may select, whatever creates them. */
interface Peer {
  readonly document: ManifestDocument;
  readonly located: LocatedPod;
  readonly labels: Readonly<Record<string, string>>;
}

const labelsSchema = z.record(z.string(), z.string());

/** Pods of Jobs come and go: nobody can count on them. */
const lastingKinds: ReadonlySet<string> = new Set(["Deployment", "StatefulSet", "DaemonSet", "ReplicaSet", "Pod"]);

export interface Peers {
  /** By a label and its value, where several have it. */
  readonly byLabel: ReadonlyMap<string, readonly Peer[]>;
  /** Those that a selector can find together: all of them where one needs no label. */
  readonly all: readonly Peer[];
}

export const noPeers: Peers = { all: [], byLabel: new Map() };

/** Of two objects of one name, the first one counts. The same answer for the same pods, so that answers can be compared. */
export const peersOf = memo((documents: readonly ManifestDocument[]): Peers => {
  const everyone = [...new Map(documents.flatMap(peersIn).toReversed()).values()].toReversed();
  const byLabel = sharedLabels(everyone);
  return samePeers({
    all: selectsAnyPod(selectingObjects(documents)) ? everyone : [...new Set([...byLabel.values()].flat())],
    byLabel,
  });
});

function sharedLabels(peers: readonly Peer[]): Peers["byLabel"] {
  const byLabel = new Map<string, Peer[]>();
  for (const peer of peers)
    for (const label of Object.entries(peer.labels)) {
      const name = labelKey(label);
      const others = byLabel.get(name);
      if (others === undefined) byLabel.set(name, [peer]);
      else others.push(peer);
    }
  return new Map([...byLabel].filter(([, { length }]) => length > 1));
}

/** The last answer by its first pod. */
const lastPeers = new WeakMap<Peer, Peers>();

function samePeers(peers: Peers): Peers {
  const [first] = peers.all;
  if (first === undefined) return noPeers;
  const last = lastPeers.get(first);
  if (last?.all.length === peers.all.length && last.all.every((peer, index) => peer === peers.all[index])) return last;
  lastPeers.set(first, peers);
  return peers;
}

const peersIn = memo((document: ManifestDocument): readonly (readonly [string, Peer])[] => {
  if (document.templated) return [];
  return document.pods.flatMap((located) => {
    const { kind, namespace, name, owner, partial } = located;
    if (partial || !lastingKinds.has(kind)) return [];
    const path = [...(kind === "Pod" ? [] : ["spec", "template"]), "metadata", "labels"];
    const labels = labelsSchema.safeParse(valueAt(owner, path)).data;
    return labels === undefined ? [] : [[`${kind}/${namespace}/${name}`, { document, located, labels }] as const];
  });
});

const numberOf = new WeakMap<object, number>();
let numbers = 0;

/** The same number for the same object, so that a text can stand for it. */
export function identityOf(object: object): number {
  const known = numberOf.get(object) ?? numbers++;
  numberOf.set(object, known);
  return known;
}
