import type { Path } from "../../basics/path.ts";
import { isEnabled } from "../../kubernetes/gates/feature-gates.ts";
import { parseCanonicalName } from "../../kubernetes/image-name.ts";
import { everyContainer } from "../names/windows.ts";
import { type Fields, fieldsAt, has, textAt } from "../types/fields.ts";
import { forbidden, invalid, notSupported, type Report, required, tooManyCharacters } from "../types/report.ts";

const referenceMost = 1024;
const pathMost = 4096;

/** A seccomp profile that is fetched as an artifact. The field is judged whatever the gate says: only the type needs it. */
// Models pkg/apis/core/v1/zz_generated.validations.go Validate_SeccompProfile (v1.38.0-beta.0)
export function validateOciProfile(report: Report, profile: Fields, path: Path): void {
  const at = [...path, "oci"];
  const isOci = textAt(profile, "type") === "OCI";
  if (has(profile, "oci") !== isOci)
    invalid(report, at, "", `${isOci ? "must" : "may only"} be specified when \`type\` is "OCI"`);
  const oci = fieldsAt(profile, "oci");
  if (oci === undefined) return;
  validateReference(report, textAt(oci, "ref"), [...at, "ref"]);
  const base = fieldsAt(oci, "baseProfile");
  if (base !== undefined) validateBase(report, base, [...at, "baseProfile"]);
}

// Models pkg/apis/core/v1/validation.go ValidateCustom_SecurityProfileOCI_Ref (v1.38.0-beta.0)
function validateReference(report: Report, reference: string, path: Path): void {
  if (reference === "") {
    required(report, path);
    return;
  }
  if (charactersOf(reference) > referenceMost) {
    tooManyCharacters(report, path, referenceMost);
    return;
  }
  const form = "<registry>/<repository>@<algorithm>:<digest>";
  const found = parseCanonicalName(reference);
  if ("problem" in found) {
    const detail = `must be a digest-pinned reference in canonical form (${form}): ${found.problem}`;
    invalid(report, path, reference, detail);
  } else if (found.hasTag) invalid(report, path, reference, "must not contain a tag");
  else if (found.algorithm === undefined) invalid(report, path, reference, `must be pinned by digest (${form})`);
}

// Models pkg/apis/core/v1/zz_generated.validations.go Validate_SecurityProfileOCIBase (v1.38.0-beta.0)
function validateBase(report: Report, base: Fields, path: Path): void {
  const type = textAt(base, "type");
  const at = [...path, "localhostProfile"];
  const isLocal = type === "Localhost";
  if (has(base, "localhostProfile") !== isLocal)
    invalid(report, at, "", `${isLocal ? "must" : "may only"} be specified when \`type\` is "Localhost"`);
  if (type === "") required(report, [...path, "type"]);
  else if (!isLocal && type !== "RuntimeDefault")
    notSupported(report, [...path, "type"], type, ["Localhost", "RuntimeDefault"]);
  if (has(base, "localhostProfile")) validatePath(report, textAt(base, "localhostProfile"), at);
}

function validatePath(report: Report, text: string, path: Path): void {
  if (text === "") required(report, path, "must not be empty");
  if (charactersOf(text) > pathMost) {
    tooManyCharacters(report, path, pathMost);
    return;
  }
  if (text.startsWith("/")) invalid(report, path, text, "must be a relative path");
  if (text.split("/").includes("..")) invalid(report, path, text, "must not contain '..'");
}

function charactersOf(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

// Models pkg/apis/core/validation/validation.go validatePrivilegedContainersSeccompOCI (v1.38.0-beta.0)
export function validatePrivileged(report: Report, spec: Fields, path: Path): void {
  if (!isEnabled(report.apiServer, "SecurityProfileOCI")) return;
  const ofPod = fieldsAt(fieldsAt(spec, "securityContext"), "seccompProfile");
  for (const { container, path: at } of everyContainer(spec, path)) {
    const context = fieldsAt(container, "securityContext");
    const profile = fieldsAt(context, "seccompProfile") ?? ofPod;
    if (context?.["privileged"] !== true || textAt(profile, "type") !== "OCI") continue;
    const detail =
      "privileged containers cannot use a seccomp profile of type OCI; set a seccompProfile of another type on the container";
    forbidden(report, [...at, "securityContext", "privileged"], detail);
  }
}
