import type { Path } from "../../shared/kubernetes/path.ts";
import type { UnknownField } from "../../shared/validation/decode.ts";
import type { AnalysedDocument, AnalysedPod } from "./subject.ts";

export interface PlacedUnknownField {
  readonly field: UnknownField;
  /** From the root of the document. */
  readonly path: Path;
  readonly item: number | undefined;
}

/** The fields that strict validation reports. It says nothing of them where the object cannot be read at all. */
export function unknownFields({ pods }: AnalysedDocument): readonly PlacedUnknownField[] {
  return fieldsOf(pods.filter(({ isStatic }) => !isStatic));
}

/** The fields that a kubelet does not know in a static pod. It says nothing of them at all. */
export function ignoredFields({ pods }: AnalysedDocument): readonly PlacedUnknownField[] {
  return fieldsOf(pods.filter(({ isStatic }) => isStatic));
}

function fieldsOf(pods: readonly AnalysedPod[]): readonly PlacedUnknownField[] {
  return pods.flatMap((pod) => {
    const review = pod.review();
    if (review === undefined || review.wrongTypes.length > 0) return [];
    const { objectPath, item } = pod.located;
    return review.unknown.map((field) => ({ field, path: [...objectPath, ...field.path], item }));
  });
}
