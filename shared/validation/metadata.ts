import type { Path } from "../kubernetes/path.ts";
import { type Fields, fieldsAt, textAt } from "./fields.ts";
import { dnsLabelProblems } from "./names.ts";
import { invalidNames, type Report, required } from "./report.ts";
import { validateLabels } from "./selectors.ts";

/** What the API server appends to a generateName is as long as this, and harmless. */
const generatedSuffix = "00000";
const generatedNameMax = 63;

/** Name, namespace and labels of an object. `nameProblems` says what is wrong with a name of its kind. */
// Models staging/src/k8s.io/apimachinery/pkg/api/validation/objectmeta.go ValidateObjectMeta (v1.37)
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
}

/** A prefix may end with a dash. */
// Models staging/src/k8s.io/apimachinery/pkg/api/validation/generic.go maskTrailingDash (v1.37)
function withoutDash(prefix: string): string {
  return prefix.length > 1 && prefix.endsWith("-") ? `${prefix.slice(0, -2)}a` : prefix;
}

/** The name that the object gets; "" where it has none. */
// Models staging/src/k8s.io/apiserver/pkg/storage/names GenerateName (v1.37)
export function nameOf(object: Fields): string {
  const metadata = fieldsAt(object, "metadata");
  const name = textAt(metadata, "name");
  const prefix = textAt(metadata, "generateName").slice(0, generatedNameMax - generatedSuffix.length);
  return name !== "" || prefix === "" ? name : `${prefix}${generatedSuffix}`;
}
