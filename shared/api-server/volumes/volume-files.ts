import type { Path } from "../../basics/path.ts";
import { requireText, validateFileMode, validateId, validateLocalPath } from "../names/checks.ts";
import { validateFieldRef, validateResourceRef, volumeFieldPaths } from "../names/field-refs.ts";
import { type Fields, fieldsAt, numberAt, textAt } from "../types/fields.ts";
import { invalid, type Report, required } from "../types/report.ts";

/** A file of a Secret or a ConfigMap. */
// Models pkg/apis/core/validation/validation.go validateKeyToPath (v1.37.1)
export function validateKeyToPath(report: Report, item: Fields, path: Path): void {
  requireText(report, item, "key", path);
  requireText(report, item, "path", path);
  validateLocalPath(report, textAt(item, "path"), [...path, "path"]);
  validateFileMode(report, item, "mode", path);
  validateId(report, item, "user", path);
}

/** The server names the volume, not the item; `at` is the item. */
// Models pkg/apis/core/validation/validation.go validateDownwardAPIVolumeFile (v1.37.1)
export function validateDownwardFile(report: Report, item: Fields, path: Path, at: Path): void {
  const placed = { at: [...at, "path"] };
  if (textAt(item, "path") === "") required(report, [...path, "path"], "", placed);
  validateLocalPath(report, textAt(item, "path"), [...path, "path"], placed.at);
  const fieldRef = fieldsAt(item, "fieldRef");
  const resourceRef = fieldsAt(item, "resourceFieldRef");
  if (fieldRef !== undefined) {
    validateFieldRef(report, fieldRef, [...path, "fieldRef"], volumeFieldPaths, [...at, "fieldRef"]);
    if (resourceRef !== undefined)
      invalid(report, path, "resource", "fieldRef and resourceFieldRef can not be specified simultaneously", { at });
  } else if (resourceRef !== undefined)
    validateResourceRef(report, resourceRef, [...path, "resourceFieldRef"], true, [...at, "resourceFieldRef"]);
  else required(report, path, "one of fieldRef and resourceFieldRef is required", { at });
  const mode = numberAt(item, "mode");
  if (mode !== undefined && (mode < 0 || mode > 0o777))
    invalid(report, [...path, "mode"], mode, "must be a number between 0 and 0777 (octal), both inclusive", {
      at: [...at, "mode"],
    });
  validateId(report, item, "user", path);
}
