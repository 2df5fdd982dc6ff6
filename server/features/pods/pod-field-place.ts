import { type FieldPlace, fieldAt } from "../../../shared/api-server/types/field-at.ts";
import { isWorkloadKind, workloadKinds } from "../../../shared/api-server/types/kinds.ts";
import { type Path, startsWith } from "../../../shared/basics/path.ts";
import type { ManifestDocument } from "../../manifest/text/model.ts";
import { nodeAt } from "../../manifest/text/ranges.ts";
import { textAt } from "../../manifest/text/values.ts";

/** A place in a pod or a workload, also in one that is half written. */
export interface PodFieldPlace extends FieldPlace {
  readonly document: ManifestDocument;
  readonly path: Path;
  /** Of the object; "" where a custom resource or a patch holds the pod. */
  readonly kind: string;
}

/** Undefined if the path leads to nothing that the API has, or is in another object. */
export function podFieldAt(document: ManifestDocument, path: Path): PodFieldPlace | undefined {
  const root = rootOf(document, path);
  const place = root && fieldAt(root.type, path.slice(root.length));
  return root && place && { ...place, document, path, kind: root.kind };
}

function rootOf(document: ManifestDocument, path: Path): { type: string; kind: string; length: number } | undefined {
  const length = path[0] === "items" && typeof path[1] === "number" ? 2 : 0;
  const object = nodeAt(document, path.slice(0, length));
  const kind = textAt(object, "kind") ?? "";
  if (isWorkloadKind(kind) && (textAt(object, "apiVersion") ?? workloadKinds[kind]) === workloadKinds[kind])
    return { type: kind, kind, length };
  const pod = document.pods.find(({ prefix }) => startsWith(path, prefix));
  return pod && { type: "PodSpec", kind: isWorkloadKind(pod.kind) ? pod.kind : "", length: pod.prefix.length };
}
