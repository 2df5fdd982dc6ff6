import { decodeObject, type UnknownField } from "../../../shared/api-server/types/decode.ts";
import { isWorkloadKind, workloadKinds } from "../../../shared/api-server/types/kinds.ts";
import { nearest } from "../../../shared/basics/nearest.ts";
import { once } from "../../../shared/basics/once.ts";
import { formatPath, type Path } from "../../../shared/basics/path.ts";
import type { AnalyzedDocument, AnalyzedPod } from "../../analysis/subject.ts";
import { isDirective } from "../../manifest/pods/patches.ts";
import type { ManifestDocument } from "../../manifest/text/model.ts";
import { placeWords, rightPlaceOf } from "./right-place.ts";

export interface PlacedUnknownField {
  readonly pod: AnalyzedPod;
  readonly field: UnknownField;
  /** From the root of the document. */
  readonly path: Path;
  readonly item: number | undefined;
  /** The known name that is probably meant. */
  meant(): string | undefined;
  /** Where the field would be right: under the name that is meant, or in another place. Relative to the object. */
  target(): Path | undefined;
  /** The default advice: a sentence. */
  advice(): string;
}

/** The fields that strict validation reports. It reports none if the object cannot be read at all. */
export function unknownFields({ document, pods }: AnalyzedDocument): readonly PlacedUnknownField[] {
  return fieldsOf(
    document,
    pods.filter(({ isStatic }) => !isStatic),
  );
}

/** Those of one object that an API server gets. */
export function unknownFieldsOf(document: ManifestDocument, pod: AnalyzedPod): readonly PlacedUnknownField[] {
  return pod.isStatic ? [] : fieldsOf(document, [pod]);
}

/** The fields that a kubelet does not know in a static pod. It does not report them at all. */
export function ignoredFields({ document, pods }: AnalyzedDocument): readonly PlacedUnknownField[] {
  return fieldsOf(
    document,
    pods.filter(({ isStatic }) => isStatic),
  );
}

function fieldsOf(document: ManifestDocument, pods: readonly AnalyzedPod[]): readonly PlacedUnknownField[] {
  return pods.flatMap((pod) =>
    unknownIn(document, pod).map((field) => {
      const { objectPath, item } = pod.located;
      const meant = once(() => meantBy(field));
      const place = once(() => placeOf(field, pod));
      const path = [...objectPath, ...field.path];
      return {
        pod,
        field,
        path,
        item,
        meant,
        target: () => targetOf(field, meant(), place()),
        advice: () => adviceOn(meant(), place()),
      };
    }),
  );
}

/** Of a patch, too: what it writes is in the object that comes out of it. */
function unknownIn(document: ManifestDocument, pod: AnalyzedPod): readonly UnknownField[] {
  const review = pod.review();
  if (review !== undefined) return review.wrongTypes.length > 0 ? [] : review.unknown.filter(isWholeName);
  const { kind, apiVersion, owner, partial } = pod.located;
  const isRead = !document.templated && document.problems.length === 0;
  if (!partial || !isRead || !isWorkloadKind(kind) || apiVersion !== workloadKinds[kind]) return [];
  const { typeErrors, unknown } = decodeObject(owner, kind, pod.settings.assumptions.apiServer.kubernetes);
  return typeErrors.length > 0
    ? []
    : unknown.filter((field) => isWholeName(field) && !isDirective(String(field.path.at(-1))));
}

/** Of `${COMMENT}namespace`, envsubst makes another name, or a comment. */
function isWholeName({ path }: UnknownField): boolean {
  return !String(path.at(-1)).includes("${");
}

/** Why a version of Kubernetes does not know a field that a later one has; undefined if it is not for that. */
export function tooNewWords({ field, path }: PlacedUnknownField, kubernetes: string): string | undefined {
  if (field.since === undefined) return undefined;
  return `"${String(path.at(-1))}" needs Kubernetes ${field.since}, so kubectl rejects the object on ${kubernetes}. Remove it, or set the version of your cluster.`;
}

/** Why kubectl rejects the object, which validates strictly since 1.25. */
export function unknownWords({ field, path }: Pick<PlacedUnknownField, "field" | "path">, advice: string): string {
  const gone = field.last === undefined ? "" : ` after Kubernetes ${field.last}`;
  return `${ownerOf(field.path)} has no field "${String(path.at(-1))}"${gone}, so kubectl rejects the object. ${advice}`;
}

function ownerOf(path: Path): string {
  const owner = path.slice(0, -1);
  const name = owner.findLastIndex((step) => typeof step === "string");
  return name === -1 ? "The object" : formatPath(owner.slice(name));
}

function placeOf({ path }: UnknownField, { located, isStatic, settings }: AnalyzedPod): Path | undefined {
  const { node, apiServer } = settings.assumptions;
  return rightPlaceOf(located.kind, path, (isStatic ? node : apiServer).kubernetes);
}

function targetOf({ path }: UnknownField, meant: string | undefined, place: Path | undefined): Path | undefined {
  if (meant !== undefined) return [...path.slice(0, -1), meant];
  return place && [...place, ...path.slice(-1)];
}

function adviceOn(meant: string | undefined, place: Path | undefined): string {
  if (meant !== undefined) return `Did you mean "${meant}"?`;
  return place === undefined
    ? "Remove it, or move it to where it belongs."
    : `Remove it, or move it ${placeWords(place)}.`;
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
