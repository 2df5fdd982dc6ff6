import { valueAt } from "../../shared/basics/values.ts";
import type { LocatedPod } from "../manifest/text/model.ts";
import type { ResolvedSettings } from "../schema/model.ts";

const sourceAnnotation = "kubernetes.io/config.source";
const mirrorAnnotation = "kubernetes.io/config.mirror";

/** Sources that are no API server, as the kubelet writes them into the annotation. */
const kubeletSources = ["file", "http"];

/**
 * Whether a kubelet reads the Pod itself, from a file or an address: its folder says so, or the annotation that the kubelet sets.
 * A mirror, which a kubelet made in the API, was saved from there and is nobody's source.
 */
export function isStaticPod({ kind, item, partial, owner }: LocatedPod, { staticPods }: ResolvedSettings): boolean {
  if (kind !== "Pod" || partial || item !== undefined) return false;
  const annotation = (name: string): unknown => valueAt(owner, ["metadata", "annotations", name]);
  if (annotation(mirrorAnnotation) !== undefined) return false;
  return staticPods !== undefined || kubeletSources.some((source) => source === annotation(sourceAnnotation));
}
