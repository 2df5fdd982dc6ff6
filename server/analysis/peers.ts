import * as z from "zod/mini";
import { memo } from "../../shared/basics/once.ts";
import { valueAt } from "../../shared/basics/values.ts";
import type { LocatedPod, ManifestDocument } from "../manifest/text/model.ts";

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
  /** By each label and its value; those of no label under an empty text. */
  readonly byLabel: ReadonlyMap<string, readonly Peer[]>;
  readonly all: readonly Peer[];
}

/** Of two objects of one name, the first one counts. */
export const peersOf = memo((documents: readonly ManifestDocument[]): Peers => {
  const all = [...new Map(documents.flatMap(peersIn).toReversed()).values()].toReversed();
  const byLabel = new Map<string, Peer[]>();
  for (const peer of all)
    for (const [key, value] of Object.entries(peer.labels)) {
      const name = `${key}=${value}`;
      const others = byLabel.get(name);
      if (others === undefined) byLabel.set(name, [peer]);
      else others.push(peer);
    }
  return { all, byLabel };
});

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
