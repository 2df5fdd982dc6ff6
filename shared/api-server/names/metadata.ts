import { isPrintable } from "../../basics/go-text.ts";
import type { Path } from "../../basics/path.ts";
import { atLeast } from "../../kubernetes/versions.ts";
import { type Fields, fieldsAt, listAt, objectsAt, textAt, textsAt } from "../types/fields.ts";
import { invalid, invalidNames, notSupported, type Report, required, tooLong } from "../types/report.ts";
import { byteLength, dnsLabelProblems, qualifiedNameProblems } from "./names.ts";
import { validateLabels } from "./selectors.ts";

/** What the API server appends to a generateName is as long as this, and harmless. */
const generatedSuffix = "00000";
const generatedNameMax = 63;

/** Name, namespace and labels of an object. `nameProblems` says what is wrong with a name of its kind. */
// Models staging/src/k8s.io/apimachinery/pkg/api/validation/objectmeta.go ValidateObjectMeta (v1.37.1)
export function validateMetadata(
  report: Report,
  object: Fields,
  nameProblems: (name: string) => readonly string[],
  isPrefixChecked: boolean,
): void {
  const metadata = fieldsAt(object, "metadata");
  const path: Path = ["metadata"];
  const generateName = textAt(metadata, "generateName");
  const name = nameOf(object);
  if (generateName !== "" && isPrefixChecked)
    invalidNames(report, [...path, "generateName"], generateName, nameProblems(withoutDash(generateName)));
  if (name === "") required(report, [...path, "name"], "name or generateName is required");
  else invalidNames(report, [...path, "name"], name, nameProblems(name));
  const namespace = textAt(metadata, "namespace");
  if (namespace !== "") invalidNames(report, [...path, "namespace"], namespace, dnsLabelProblems(namespace));
  validateLabels(report, metadata, "labels", [...path, "labels"]);
  validateAnnotations(report, metadata, [...path, "annotations"]);
  validateOwners(report, metadata, [...path, "ownerReferences"]);
  validateFinalizers(report, metadata, [...path, "finalizers"]);
  validateManagedFields(report, metadata, [...path, "managedFields"]);
}

const annotationBytesMost = 256 * 1024;

/** The server names the map, not the key. */
// Models staging/src/k8s.io/apimachinery/pkg/api/validation/objectmeta.go ValidateAnnotations (v1.37.1)
export function validateAnnotations(report: Report, metadata: Fields | undefined, path: Path, place = path): void {
  const annotations = textsAt(metadata, "annotations");
  for (const [key] of annotations)
    invalidNames(report, path, key, qualifiedNameProblems(key.toLowerCase(), report.apiServer.kubernetes), {
      at: [...place, key],
    });
  const bytes = annotations.reduce((total, [key, value]) => total + byteLength(key) + byteLength(value), 0);
  if (bytes > annotationBytesMost) tooLong(report, path, annotationBytesMost);
}

// Models staging/src/k8s.io/apimachinery/pkg/api/validation/objectmeta.go ValidateOwnerReferences (v1.37.1)
function validateOwners(report: Report, metadata: Fields | undefined, path: Path): void {
  let first: string | undefined;
  const isIndexed = atLeast(report.apiServer.kubernetes, "1.37");
  for (const [index, owner] of objectsAt(metadata, "ownerReferences").entries()) {
    const at = [...path, index];
    const [version, kind] = [textAt(owner, "apiVersion"), textAt(owner, "kind")];
    validateOwner(report, owner, path, index);
    if (version === "v1" && kind === "Event")
      invalid(report, isIndexed ? at : path, owner, "/v1, Kind=Event is disallowed from being an owner", { at });
    if (owner["controller"] !== true) continue;
    const name = `${kind}/${textAt(owner, "name")}`;
    if (first === undefined) first = name;
    else
      invalid(
        report,
        path,
        owner,
        `Only one reference can have Controller set to true. Found "true" in references for ${first} and ${name}`,
        { at: [...at, "controller"] },
      );
  }
}

const ownerFields = ["apiVersion", "kind", "name", "uid"];

function validateOwner(report: Report, owner: Fields, path: Path, index: number): void {
  const at = [...path, index];
  const version = textAt(owner, "apiVersion");
  const isVersion = version.split("/").length <= 2 && !version.endsWith("/");
  if (!atLeast(report.apiServer.kubernetes, "1.37")) {
    validateOldOwner(report, isVersion ? owner : { ...owner, apiVersion: "" }, path, index);
    return;
  }
  for (const field of ownerFields)
    if (textAt(owner, field) === "") required(report, [...at, field], emptyWords(report));
  if (!isVersion) invalid(report, [...at, "apiVersion"], version, "must be <group>/<version> or <version>");
}

/** Since 1.38 declarative rules say it, which say no more than `Required value`. */
function emptyWords({ apiServer }: Report): string {
  return atLeast(apiServer.kubernetes, "1.38") ? "" : "must not be empty";
}

/** Before 1.37 the server did not say which owner it is, and before 1.34 it named the field twice. */
function validateOldOwner(report: Report, owner: Fields, path: Path, index: number): void {
  for (const field of ownerFields) {
    if (textAt(owner, field) !== "") continue;
    const name = field === "apiVersion" ? "version " : atLeast(report.apiServer.kubernetes, "1.34") ? "" : `${field} `;
    invalid(report, [...path, field], "", `${name}must not be empty`, { at: [...path, index, field] });
  }
}

const standardFinalizers = ["orphan", "foregroundDeletion", "kubernetes"];

// Models staging/src/k8s.io/apimachinery/pkg/api/validation/objectmeta.go ValidateFinalizers (v1.37.1)
function validateFinalizers(report: Report, metadata: Fields | undefined, path: Path): void {
  const finalizers = listAt(metadata, "finalizers").map(String);
  for (const [index, finalizer] of finalizers.entries()) {
    const at = [...path, index];
    invalidNames(report, path, finalizer, qualifiedNameProblems(finalizer, report.apiServer.kubernetes), { at });
    if (!finalizer.includes("/") && !standardFinalizers.includes(finalizer))
      invalid(report, at, finalizer, "name is neither a standard finalizer name nor is it fully qualified");
  }
  if (finalizers.includes("orphan") && finalizers.includes("foregroundDeletion"))
    invalid(report, path, finalizers, "finalizer orphan and foregroundDeletion cannot be both set");
}

const managerLengthMost = 128;
const subresourceBytesMost = 256;

/** `U+0009`, with its position in bytes. */
// Models staging/src/k8s.io/apimachinery/pkg/apis/meta/v1/validation ValidateFieldManager (v1.37.1)
function unprintable(text: string): readonly { readonly letter: string; readonly position: number }[] {
  let position = 0;
  const found: { readonly letter: string; readonly position: number }[] = [];
  for (const letter of text) {
    const hex = (letter.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
    if (!isPrintable(letter)) found.push({ letter: `U+${hex}`, position });
    position += byteLength(letter);
  }
  return found;
}

// Models staging/src/k8s.io/apimachinery/pkg/apis/meta/v1/validation ValidateManagedFields (v1.37.1)
function validateManagedFields(report: Report, metadata: Fields | undefined, path: Path): void {
  for (const [index, entry] of objectsAt(metadata, "managedFields").entries()) {
    const at = [...path, index];
    const operation = textAt(entry, "operation");
    const isOld = !atLeast(report.apiServer.kubernetes, "1.37");
    if (isOld && operation !== "Apply" && operation !== "Update")
      invalid(report, [...at, "operation"], operation, "must be `Apply` or `Update`");
    else if (operation === "") required(report, [...at, "operation"], emptyWords(report));
    else if (operation !== "Apply" && operation !== "Update")
      notSupported(report, [...at, "operation"], operation, ["Apply", "Update"]);
    const type = textAt(entry, "fieldsType");
    if (type !== "" && type !== "FieldsV1") invalid(report, [...at, "fieldsType"], type, "must be `FieldsV1`");
    const manager = textAt(entry, "manager");
    if (byteLength(manager) > managerLengthMost) tooLong(report, [...at, "manager"], managerLengthMost);
    for (const { letter, position } of unprintable(manager))
      invalid(report, [...at, "manager"], manager, `invalid character ${letter} (at position ${position})`);
    if (byteLength(textAt(entry, "subresource")) > subresourceBytesMost)
      tooLong(report, [...at, "subresource"], subresourceBytesMost);
  }
}

/** A prefix may end with a dash. */
// Models staging/src/k8s.io/apimachinery/pkg/api/validation/generic.go maskTrailingDash (v1.37.1)
function withoutDash(prefix: string): string {
  return prefix.length > 1 && prefix.endsWith("-") ? `${prefix.slice(0, -2)}a` : prefix;
}

/** The name that the object gets; "" where it has none. */
// Models staging/src/k8s.io/apiserver/pkg/storage/names GenerateName (v1.37.1)
export function nameOf(object: Fields): string {
  const metadata = fieldsAt(object, "metadata");
  const name = textAt(metadata, "name");
  const prefix = textAt(metadata, "generateName").slice(0, generatedNameMax - generatedSuffix.length);
  return name !== "" || prefix === "" ? name : `${prefix}${generatedSuffix}`;
}
