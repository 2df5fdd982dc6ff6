import { nearest } from "../../../shared/basics/nearest.ts";
import { once } from "../../../shared/basics/once.ts";
import type { Path } from "../../../shared/basics/path.ts";
import type { UnknownField } from "../../../shared/validation/decode.ts";
import type { AnalyzedDocument, AnalyzedPod } from "../../analysis/subject.ts";
import { rightPlaceOf } from "./right-place.ts";

interface PlacedUnknownField {
  readonly field: UnknownField;
  /** From the root of the document. */
  readonly path: Path;
  readonly item: number | undefined;
  /** The known name that is probably meant. */
  meant(): string | undefined;
  /** The default advice: a sentence. */
  advice(): string;
}

/** The fields that strict validation reports. It reports none if the object cannot be read at all. */
export function unknownFields({ pods }: AnalyzedDocument): readonly PlacedUnknownField[] {
  return fieldsOf(pods.filter(({ isStatic }) => !isStatic));
}

/** The fields that a kubelet does not know in a static pod. It does not report them at all. */
export function ignoredFields({ pods }: AnalyzedDocument): readonly PlacedUnknownField[] {
  return fieldsOf(pods.filter(({ isStatic }) => isStatic));
}

function fieldsOf(pods: readonly AnalyzedPod[]): readonly PlacedUnknownField[] {
  return pods.flatMap((pod) => {
    const review = pod.review();
    if (review === undefined || review.wrongTypes.length > 0) return [];
    const { objectPath, item } = pod.located;
    return review.unknown.map((field) => {
      const meant = once(() => meantBy(field));
      const path = [...objectPath, ...field.path];
      return { field, path, item, meant, advice: () => adviceOn(field, meant(), pod) };
    });
  });
}

function adviceOn(
  field: UnknownField,
  meant: string | undefined,
  { located, isStatic, settings }: AnalyzedPod,
): string {
  const { node, apiServer } = settings.assumptions;
  if (meant !== undefined) return `Did you mean "${meant}"?`;
  const place = rightPlaceOf(located.kind, field.path, (isStatic ? node : apiServer).kubernetes);
  return place === undefined ? "Remove it, or move it to where it belongs." : `Remove it, or move it ${place}.`;
}

function meantBy({ path, known }: UnknownField): string | undefined {
  const name = String(path.at(-1));
  const similar = known.filter((each) => Math.abs(each.length - name.length) <= lettersMissed);
  return nearest(name, similar) ?? longerName(name, known);
}

/** At most this many letters are missing or extra: `imageformat` does not mean `image`. */
const lettersMissed = 3;

/** The only name that has one word more: `timeout`, `terminationGraceSeconds`. */
function longerName(name: string, known: readonly string[]): string | undefined {
  const words = wordsOf(name);
  const [only, ...others] = known.filter((each) => {
    const longer = wordsOf(each);
    const first = longer.findIndex((word, index) => word !== words[index]);
    return longer.length === words.length + 1 && longer.filter((_, index) => index !== first).join() === words.join();
  });
  return others.length === 0 ? only : undefined;
}

/** `periodSeconds` has two. */
function wordsOf(name: string): readonly string[] {
  return name.split(/(?=[A-Z])/);
}
