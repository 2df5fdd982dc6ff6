import type { Path } from "../../basics/path.ts";
import { isEnabled } from "../../kubernetes/gates/feature-gates.ts";
import { requireText, validateSubdomain, validateWord } from "../names/checks.ts";
import { validateAnnotations } from "../names/metadata.ts";
import { dnsLabelProblems, subdomainProblems } from "../names/names.ts";
import { validateLabels, validateSelector } from "../names/selectors.ts";
import { type Fields, fieldsAt, has, listAt, textAt } from "../types/fields.ts";
import { quantityOf, quantityText, signOf } from "../types/quantity.ts";
import { forbidden, invalid, invalidNames, notSupported, type Report, required } from "../types/report.ts";

const accessModes = ["ReadOnlyMany", "ReadWriteMany", "ReadWriteOnce", "ReadWriteOncePod"];

/** The claim that is made for an ephemeral volume. */
// Models pkg/apis/core/validation/validation.go ValidatePersistentVolumeClaimSpec (v1.37.1)
export function validateClaimSpec(report: Report, spec: Fields, path: Path): void {
  const modes = listAt(spec, "accessModes");
  if (modes.length === 0) required(report, [...path, "accessModes"], "at least 1 access mode is required");
  const selector = fieldsAt(spec, "selector");
  if (selector !== undefined) validateSelector(report, selector, [...path, "selector"]);
  for (const mode of modes)
    if (!accessModes.includes(String(mode))) notSupported(report, [...path, "accessModes"], mode, accessModes);
  const known = modes.filter((mode) => accessModes.includes(String(mode)));
  if (known.includes("ReadWriteOncePod") && known.some((mode) => mode !== "ReadWriteOncePod"))
    forbidden(report, [...path, "accessModes"], "may not use ReadWriteOncePod with other access modes");
  validateStorage(report, spec, path);
  validateSubdomain(report, spec, "storageClassName", path);
  validateWord(report, spec, "volumeMode", path, ["Block", "Filesystem"]);
  validateDataSources(report, spec, path);
  if (isEnabled(report.apiServer, "VolumeAttributesClass"))
    validateSubdomain(report, spec, "volumeAttributesClassName", path);
}

/** The server leaves `requests` out of the path. */
function validateStorage(report: Report, spec: Fields, path: Path): void {
  const storage = fieldsAt(fieldsAt(spec, "resources"), "requests")?.["storage"];
  const named = [...path, "resources", "storage"];
  const at = [...path, "resources", "requests", "storage"];
  if (storage === undefined) {
    required(report, named, "", { at });
    return;
  }
  const quantity = quantityOf(storage);
  if (signOf(quantity) <= 0) invalid(report, named, quantityText(quantity), "must be greater than zero", { at });
}

function validateDataSources(report: Report, spec: Fields, path: Path): void {
  const source = fieldsAt(spec, "dataSource");
  const reference = fieldsAt(spec, "dataSourceRef");
  if (source !== undefined) validateDataSource(report, source, [...path, "dataSource"]);
  if (reference !== undefined) {
    validateDataSource(report, reference, [...path, "dataSourceRef"]);
    const namespace = textAt(reference, "namespace");
    if (namespace !== "")
      invalidNames(report, [...path, "dataSourceRef", "namespace"], namespace, dnsLabelProblems(namespace));
  }
  if (source === undefined || reference === undefined) return;
  const at = [...path, "dataSource"];
  if (textAt(reference, "namespace") !== "")
    invalid(report, path, undefined, "may not be specified when dataSourceRef.namespace is specified", { at });
  else if (["apiGroup", "kind", "name"].some((field) => source[field] !== reference[field]))
    invalid(report, path, undefined, "must match dataSourceRef", { at });
}

function validateDataSource(report: Report, source: Fields, path: Path): void {
  requireText(report, source, "name", path);
  requireText(report, source, "kind", path);
  const group = textAt(source, "apiGroup");
  const kind = textAt(source, "kind");
  if (group === "" && kind !== "PersistentVolumeClaim")
    invalid(report, path, kind, "must be 'PersistentVolumeClaim' when referencing the default apiGroup");
  if (group !== "") invalidNames(report, [...path, "apiGroup"], group, subdomainProblems(group));
}

const allowedMetadata = ["labels", "annotations"];

// Models pkg/apis/core/validation/validation.go ValidateTemplateObjectMeta (v1.37.1)
export function validateClaimTemplateMetadata(report: Report, metadata: Fields, path: Path): void {
  validateAnnotations(report, metadata, [...path, "annotations"]);
  validateLabels(report, metadata, "labels", [...path, "labels"]);
  for (const [field, value] of Object.entries(metadata)) {
    const isEmpty = value === "" || value === 0 || !has(metadata, field);
    if (!allowedMetadata.includes(field) && !isEmpty)
      forbidden(report, [...path, field === "uid" ? "uID" : field], "cannot be set", { at: [...path, field] });
  }
}
