import type { FieldError } from "../../../shared/api-server/types/report.ts";
import { type Subject, subjectOf } from "../../../shared/api-server/types/scope.ts";
import { memo } from "../../../shared/basics/once.ts";
import { formatPath, type Path } from "../../../shared/basics/path.ts";
import { isPlaceholderName } from "../../../shared/kubernetes/placeholders.ts";
import type { AnalyzedDocument, AnalyzedPod } from "../../analysis/subject.ts";
import type { LocatedPod, ManifestDocument } from "../../manifest/text/model.ts";
import { holdsUnknown, holdsUnknownAt, isUnknownAt, nodeAt, rangeOf } from "../../manifest/text/ranges.ts";
import type { RuleId } from "../../rule-ids/ids.ts";
import { type KustomizeRole, mayBePatched } from "../../schema/files/kustomize-role.ts";
import { mayPatchValue } from "../../schema/files/patched-values.ts";
import { ignoresOf, notIgnored } from "../core/ignores.ts";
import type { DocumentHit } from "../core/model.ts";
import { type Consequences, matchConsequences } from "./consequences.ts";
import { isLeftover } from "./dump.ts";
import { typeMessage, unreadWords } from "./field-type-words.ts";
import { filledIn, isInvalidName } from "./filled-in.ts";
import { adviseProposed } from "./proposed-shapes.ts";
import { fixOf } from "./rejection-fixes.ts";
import { adviceOn, wordsOf } from "./rejection-words.ts";
import { byCause, isNameLabel, type ToldError } from "./shared-causes.ts";
import { type PlacedUnknownField, tooNewWords, unknownFieldsOf, unknownWords } from "./unknown-fields.ts";

/** What the API server rejects in the pods of an object that it accepts. */
export function rejectionsOfPods(analyzed: AnalyzedDocument): readonly DocumentHit[] {
  return analyzed.pods.flatMap((pod) =>
    withoutRepeatedFixes(
      (pod.review()?.errorsOfPods ?? []).flatMap((error) =>
        hitOf(analyzed, pod, alone(error), `rejects each pod of this ${pod.located.kind}`),
      ),
    ),
  );
}

/** What the API server rejects about one subject. Fields that are not allowed where they are belong to one rule, whatever the subject. */
export function rejectionsOf(document: AnalyzedDocument, subject: Subject): readonly DocumentHit[] {
  return hitsOf(document, (error) => error.errorType !== "Forbidden" && subjectOfError(error) === subject);
}

/** Each rule about a subject asks for the same. */
const subjectOfError = memo(({ path }: FieldError) => subjectOf(path));

export function misplacedFields(document: AnalyzedDocument): readonly DocumentHit[] {
  return hitsOf(document, ({ errorType }) => errorType === "Forbidden");
}

/** What the kubelet rejects in static pods, whatever the subject. */
export function rejectionsOfStaticPods(analyzed: AnalyzedDocument): readonly DocumentHit[] {
  return analyzed.pods
    .filter(({ isStatic }) => isStatic)
    .flatMap((pod) =>
      withoutRepeatedFixes(
        toldOf(pod, analyzed.document).flatMap((told) => hitOf(analyzed, pod, told, "does not run this static pod")),
      ),
    );
}

/** The first rejection of a pod or of its object, as a sentence; undefined if none is known. The server decodes before it validates. */
export function refusalOf(analyzed: AnalyzedDocument, pod: AnalyzedPod): string | undefined {
  const [tooNew] = toldFieldsOf(analyzed.document, pod, "field-too-new").flatMap(
    (placed) => tooNewWords(placed, pod.settings.assumptions.apiServer.kubernetes) ?? [],
  );
  if (tooNew !== undefined && pod.settings.rules["field-too-new"] !== "off") return tooNew;
  const unknown = pod.settings.rules["unknown-field"] === "off" ? undefined : firstUnknown(analyzed.document, pod);
  if (unknown !== undefined) return unknown;
  const unread = pod.isStatic ? undefined : firstWrongType(analyzed.document, pod);
  if (unread !== undefined) return unread;
  const { errorsOfPods = [] } = pod.review() ?? {};
  const told = toldOf(pod, analyzed.document).filter(({ error }) => !isLeftover(pod, error));
  const ofObject = pod.isStatic ? "does not run this static pod" : undefined;
  const [hit] = [
    ...told.flatMap((each) => hitOf(analyzed, pod, each, ofObject)),
    ...errorsOfPods.flatMap((each) =>
      hitOf(analyzed, pod, alone(each), `rejects each pod of this ${pod.located.kind}`),
    ),
  ];
  return hit?.message;
}

/** The server reads an object before it validates it, and reads no further than to the first such value. */
function firstWrongType(document: ManifestDocument, pod: AnalyzedPod): string | undefined {
  const { objectPath } = pod.located;
  const certain = (pod.review()?.wrongTypes ?? []).flatMap((wrong) => {
    const path = [...objectPath, ...wrong.path];
    return isUnknownAt(document, path) ? [] : [{ wrong, path }];
  });
  const [first] = certain;
  return first && `${unreadWords}: ${typeMessage(document, first.path, first.wrong)}`;
}

function firstUnknown(document: ManifestDocument, pod: AnalyzedPod): string | undefined {
  const first = toldFieldsOf(document, pod, "unknown-field").find(({ field }) => field.since === undefined);
  if (first === undefined) return undefined;
  return unknownWords(first, adviseProposed(document, first.path, first.field)?.advice ?? first.advice());
}

function hitsOf(analyzed: AnalyzedDocument, isMeant: (error: FieldError) => boolean): readonly DocumentHit[] {
  return analyzed.pods.flatMap((pod) => {
    if (pod.isStatic) return [];
    const told = shownOf(pod, analyzed.document).filter(
      (each) => isMeant(each.error) && !isToldElsewhere(analyzed, pod, each),
    );
    return withoutRepeatedFixes(told.flatMap((each) => hitOf(analyzed, pod, each)));
  });
}

function isToldElsewhere({ document }: AnalyzedDocument, pod: AnalyzedPod, told: ToldError): boolean {
  return pod.settings.rules["unknown-field"] !== "off" && consequencesIn(pod, document).all.has(told);
}

/** What the server says because of a field that it does not know; `path` is that field's, in the object. */
export function consequencesOf({ document }: AnalyzedDocument, pod: AnalyzedPod, path: Path): readonly FieldError[] {
  const told = consequencesIn(pod, document).byField.get(formatPath(path)) ?? [];
  return told.flatMap(({ error, also }) => [error, ...also]);
}

const consequencesIn = memo(
  (pod: AnalyzedPod, document: ManifestDocument): Consequences =>
    matchConsequences(shownOf(pod, document), () => toldFieldsOf(document, pod, "unknown-field")),
);

/** A field about which a comment silences the rule stands for nothing else. */
function toldFieldsOf(document: ManifestDocument, pod: AnalyzedPod, rule: RuleId): readonly PlacedUnknownField[] {
  const fields = unknownFieldsOf(document, pod);
  const ignores = ignoresOf(document);
  if (ignores.length === 0) return fields;
  const found = fields.map((placed) => ({ rule, start: rangeOf(document, placed.path, "key").start, placed }));
  return notIgnored(document, found, ignores).map(({ placed }) => placed);
}

/** Each rule about a subject asks for the same. */
const toldOf = memo((pod: AnalyzedPod, document: ManifestDocument): readonly ToldError[] => {
  const errors = (pod.review()?.errors ?? []).filter((error) => isCertain(document, pod, error));
  return byCause(pod, errors);
});

/** The same without the errors of rules that are off: what they have in common with others is reported with the others. */
const shownOf = memo((pod: AnalyzedPod, document: ManifestDocument): readonly ToldError[] => {
  const { rules } = pod.settings;
  const isShown = (error: FieldError): boolean => rules[ruleOf(error)] !== "off";
  const all = toldOf(pod, document);
  const isWhole = all.every(({ error, also }) => [error, ...also].every(isShown));
  const errors = isWhole ? [] : all.flatMap(({ error, also }) => [error, ...also]).filter(isShown);
  return isWhole
    ? all
    : byCause(
        pod,
        (pod.review()?.errors ?? []).filter((error) => errors.includes(error)),
      );
});

function ruleOf(error: FieldError): RuleId {
  if (error.errorType === "Forbidden") return "field-not-allowed";
  const subject = subjectOfError(error);
  return subject === "restart" ? "restart-policy-refused" : `${subject}-refused`;
}

function alone(error: FieldError): ToldError {
  return { error, also: [], cause: undefined };
}

/** The value of a template variable is unknown and may be right, and so may be what it decides elsewhere. */
function isCertain(document: ManifestDocument, { located, settings }: AnalyzedPod, error: FieldError): boolean {
  const { path, at = path, badValue } = error;
  // Defaults copy it to where nothing is written.
  if (typeof badValue === "string" && /\$\{[\w.]+\}/.test(badValue)) return false;
  if (isInvalidName(error) && holdsPlaceholderName(badValue)) return false;
  if (isSuppliedByPatch(error, located, settings.kustomize)) return false;
  if ([path, at].some((each) => isUnknownAt(document, [...located.objectPath, ...each]))) return false;
  if (isNameLabel(at)) return !holdsUnknownAt(document, [...located.objectPath, "metadata", "name"]);
  // Of a selector, the server says no more than that it is wrong.
  if (path.at(-1) === "selector") return !holdsUnknownAt(document, [...located.objectPath, ...path]);
  return error.errorType !== "NotFound" || !path.includes("volumeMounts") || !mayBeVolume(document, located, badValue);
}

/** What is missing in a base can come from the patch of an overlay, and so can another value of a field that the patch names. */
function isSuppliedByPatch(error: FieldError, { name, owner }: LocatedPod, role: KustomizeRole | undefined): boolean {
  const { errorType, path, at = path } = error;
  if (errorType === "Required" || errorType === "NotFound") return mayBePatched(role, name);
  const field = at.at(-1);
  // Each patch has names.
  return (
    errorType === "Invalid" && typeof field === "string" && field !== "name" && mayPatchValue(role, name, owner, at)
  );
}

function holdsPlaceholderName(value: unknown): boolean {
  return isPlaceholderName(typeof value === "string" ? value : JSON.stringify(value ?? ""));
}

/** A volume that the server cannot read is none that a mount may name; one whose name is filled in may be any. */
function mayBeVolume(document: ManifestDocument, { prefix }: LocatedPod, name: unknown): boolean {
  const volumes = nodeAt(document, [...prefix, "volumes"]);
  if (volumes?.type !== "sequence") return volumes !== undefined && holdsUnknown(volumes);
  return volumes.items.some((_, index) => {
    const volume = [...prefix, "volumes", index];
    const written = nodeAt(document, [...volume, "name"]);
    const isIt = isUnknownAt(document, [...volume, "name"]) || (written?.type === "scalar" && written.value === name);
    return isIt && holdsUnknownAt(document, volume);
  });
}

function hitOf(
  { document }: AnalyzedDocument,
  pod: AnalyzedPod,
  { error, also, cause }: ToldError,
  outcome = "rejects the object",
): readonly DocumentHit[] {
  if (!isCertain(document, pod, error)) return [];
  const { objectPath, item } = pod.located;
  const path: Path = [...objectPath, ...error.path];
  const { node, apiServer } = pod.settings.assumptions;
  const who = pod.isStatic ? `The kubelet (${node.kubernetes})` : `The API server (${apiServer.kubernetes})`;
  const on = error.errorType === "Forbidden" || error.errorType === "Required" ? "key" : "value";
  const later = filledIn(pod, error);
  const advice = cause?.advice ?? later?.advice ?? adviceOn(error);
  const fix = fixOf(pod, error);
  return [
    {
      path,
      on,
      item,
      errorType: error.errorType,
      message: `${who} ${outcome}: ${cause?.words ?? later?.words ?? wordsOf(error)}.${advice === "" ? "" : ` ${advice}`}`,
      ...(also.length > 0 && {
        also: also.map(({ path: other, errorType }) => ({ path: [...objectPath, ...other], errorType })),
      }),
      ...(later && { severity: "info" as const }),
      ...((isLeftover(pod, error) || isOwnerInTest(error)) && { severity: "hint" as const }),
      ...(error.at && { range: rangeOf(document, [...objectPath, ...error.at], on) }),
      ...(fix && { fix }),
    },
  ];
}

/** Only controllers write owners, and never without the uid: a test leaves it out, because it is another one each time. */
function isOwnerInTest({ path, errorType }: FieldError): boolean {
  return path.includes("ownerReferences") && errorType === "Required";
}

/** Two errors in one place share one repair. */
function withoutRepeatedFixes(hits: readonly DocumentHit[]): readonly DocumentHit[] {
  const seen = new Set<string>();
  return hits.map((hit) => {
    const key = JSON.stringify(hit.fix && { ...hit.fix, title: "" });
    if (hit.fix === undefined || !seen.has(key)) {
      seen.add(key);
      return hit;
    }
    const { fix: _, ...rest } = hit;
    return rest;
  });
}
