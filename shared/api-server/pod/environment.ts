import type { Path } from "../../basics/path.ts";
import { isEnabled } from "../../kubernetes/gates/feature-gates.ts";
import { requireText, validateNoBacksteps } from "../names/checks.ts";
import { validateFieldRef, validateResourceRef, variableFieldPaths } from "../names/field-refs.ts";
import { configKeyProblems, dnsLabelProblems, environmentNameProblems, subdomainProblems } from "../names/names.ts";
import { type Fields, fieldsAt, has, objectsAt, textAt } from "../types/fields.ts";
import { invalid, invalidNames, notFound, type Report } from "../types/report.ts";

// Models pkg/apis/core/validation/validation.go ValidateEnv, ValidateEnvFrom (v1.37.1)
export function validateEnvironment(report: Report, container: Fields, path: Path): void {
  const isRelaxed = isEnabled(report.apiServer, "RelaxedEnvironmentVariableValidation");
  for (const [index, variable] of objectsAt(container, "env").entries()) {
    const at = [...path, "env", index];
    const name = textAt(variable, "name");
    if (requireText(report, variable, "name", at))
      invalidNames(report, [...at, "name"], name, environmentNameProblems(name, isRelaxed));
    const valueFrom = fieldsAt(variable, "valueFrom");
    if (valueFrom !== undefined) validateValueFrom(report, variable, valueFrom, [...at, "valueFrom"]);
  }
  for (const [index, source] of objectsAt(container, "envFrom").entries())
    validateEnvFrom(report, source, [...path, "envFrom"], index, isRelaxed);
}

type Check = (report: Report, reference: Fields, path: Path) => void;

const kinds: readonly (readonly [field: string, check: Check])[] = [
  ["fieldRef", (report, reference, path) => validateFieldRef(report, reference, path, variableFieldPaths)],
  ["resourceFieldRef", (report, reference, path) => validateResourceRef(report, reference, path, false)],
  ["configMapKeyRef", validateKeyRef],
  ["secretKeyRef", validateKeyRef],
  ["fileKeyRef", validateFileRef],
];

// Models pkg/apis/core/validation/validation.go validateEnvVarValueFrom (v1.37.1)
function validateValueFrom(report: Report, variable: Fields, valueFrom: Fields, path: Path): void {
  const present = kinds.filter(([field]) => fieldsAt(valueFrom, field) !== undefined);
  for (const [field, check] of present) check(report, fieldsAt(valueFrom, field) ?? {}, [...path, field]);
  if (present.length === 0) {
    const names = isEnabled(report.apiServer, "EnvFiles")
      ? "`fieldRef`, `resourceFieldRef`, `configMapKeyRef`, `secretKeyRef` or `fileKeyRef`"
      : "`fieldRef`, `resourceFieldRef`, `configMapKeyRef` or `secretKeyRef`";
    invalid(report, path, "", `must specify one of: ${names}`);
  } else if (textAt(variable, "value") !== "")
    invalid(report, path, "", "may not be specified when `value` is not empty");
  else if (present.length > 1) invalid(report, path, "", "may not have more than one field specified at a time");
}

function validateKeyRef(report: Report, reference: Fields, path: Path): void {
  const name = textAt(reference, "name");
  const key = textAt(reference, "key");
  invalidNames(report, [...path, "name"], name, subdomainProblems(name));
  if (requireText(report, reference, "key", path)) invalidNames(report, [...path, "key"], key, configKeyProblems(key));
}

function validateFileRef(report: Report, reference: Fields, path: Path): void {
  const key = textAt(reference, "key");
  const volume = textAt(reference, "volumeName");
  if (requireText(report, reference, "key", path))
    invalidNames(report, [...path, "key"], key, environmentNameProblems(key, true));
  if (requireText(report, reference, "volumeName", path))
    invalidNames(report, [...path, "volumeName"], volume, dnsLabelProblems(volume));
  if (requireText(report, reference, "path", path))
    validateNoBacksteps(report, textAt(reference, "path"), [...path, "path"]);
}

function validateEnvFrom(report: Report, source: Fields, path: Path, index: number, isRelaxed: boolean): void {
  const at = [...path, index];
  const prefix = textAt(source, "prefix");
  if (prefix !== "") invalidNames(report, [...at, "prefix"], prefix, environmentNameProblems(prefix, isRelaxed));
  const present = ["configMapRef", "secretRef"].filter((field) => fieldsAt(source, field) !== undefined);
  for (const field of present) {
    const reference = fieldsAt(source, field) ?? {};
    const name = textAt(reference, "name");
    if (requireText(report, reference, "name", [...at, field]))
      invalidNames(report, [...at, field, "name"], name, subdomainProblems(prefixed(name)));
  }
  if (present.length === 0) invalid(report, path, "", "must specify one of: `configMapRef` or `secretRef`", { at });
  if (present.length > 1) invalid(report, path, "", "may not have more than one field specified at a time", { at });
}

/** These names are checked as if something were appended to them: they may end with a dash. */
function prefixed(name: string): string {
  return name.length > 1 && name.endsWith("-") ? `${name.slice(0, -2)}a` : name;
}

/** A file of variables is in a volume of the pod's own. */
// Models pkg/apis/core/validation/validation.go validateFileKeyRefVolumes (v1.37.1)
export function validateFileVolumes(report: Report, spec: Fields, path: Path): void {
  const volumes = new Map(objectsAt(spec, "volumes").map((volume) => [textAt(volume, "name"), volume]));
  for (const list of ["initContainers", "containers", "ephemeralContainers"])
    for (const [index, container] of objectsAt(spec, list).entries())
      for (const [position, variable] of objectsAt(container, "env").entries()) {
        const reference = fieldsAt(fieldsAt(variable, "valueFrom"), "fileKeyRef");
        if (reference === undefined) continue;
        const at = [...path, list, index, "env", position, "valueFrom", "fileKeyRef", "volumeName"];
        const name = textAt(reference, "volumeName");
        const volume = volumes.get(name);
        if (volume === undefined) notFound(report, at, name);
        else if (!has(volume, "emptyDir")) invalid(report, at, name, "referenced volume must be of type emptyDir");
      }
}
