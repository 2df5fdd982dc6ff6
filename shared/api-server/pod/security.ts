import { trimSpace } from "../../basics/go-text.ts";
import type { Path } from "../../basics/path.ts";
import { isEnabled } from "../../kubernetes/gates/feature-gates.ts";
import { atLeast } from "../../kubernetes/versions.ts";
import { validateDescendingPath, validateId, validateWord } from "../names/checks.ts";
import { byteLength } from "../names/names.ts";
import { validateWindowsOptions } from "../names/windows.ts";
import { type Fields, fieldsAt, has, listAt, textAt } from "../types/fields.ts";
import { invalid, notSupported, type Report, required, tooLong } from "../types/report.ts";
import { validateOciProfile } from "./oci-profile.ts";

/** Of a container. `hostUsers`: the pod has the users of its host, as by default. */
// Models pkg/apis/core/validation/validation.go ValidateSecurityContext (v1.37.1)
export function validateSecurityContext(report: Report, context: Fields, path: Path, hostUsers: boolean): void {
  validateId(report, context, "runAsUser", path);
  validateId(report, context, "runAsGroup", path);
  validateWord(report, context, "procMount", path, ["Default", "Unmasked"]);
  if (context["procMount"] === "Unmasked" && hostUsers && atLeast(report.apiServer.kubernetes, "1.30"))
    invalid(report, [...path, "procMount"], "Unmasked", "`hostUsers` must be false to use `Unmasked`");
  validateSeccomp(report, fieldsAt(context, "seccompProfile"), [...path, "seccompProfile"]);
  validateEscalation(report, context, path);
  validateWindowsOptions(report, fieldsAt(context, "windowsOptions"), [...path, "windowsOptions"]);
  validateAppArmor(report, fieldsAt(context, "appArmorProfile"), [...path, "appArmorProfile"]);
}

function validateEscalation(report: Report, context: Fields, path: Path): void {
  if (context["allowPrivilegeEscalation"] !== false) return;
  const at = [...path, "allowPrivilegeEscalation"];
  if (context["privileged"] === true)
    invalid(report, path, context, "cannot set `allowPrivilegeEscalation` to false and `privileged` to true", { at });
  for (const capability of listAt(fieldsAt(context, "capabilities"), "add"))
    if (capability === "CAP_SYS_ADMIN")
      invalid(
        report,
        path,
        context,
        "cannot set `allowPrivilegeEscalation` to false and `capabilities.Add` CAP_SYS_ADMIN",
        { at },
      );
}

const profileTypes = ["Localhost", "RuntimeDefault", "Unconfined"];

// Models pkg/apis/core/validation/validation.go validateSeccompProfileField (v1.37.1)
export function validateSeccomp(report: Report, profile: Fields | undefined, path: Path): void {
  if (profile === undefined) return;
  const type = textAt(profile, "type");
  const types = isEnabled(report.apiServer, "SecurityProfileOCI") ? [...profileTypes, "OCI"] : profileTypes;
  if (type === "") required(report, [...path, "type"], "type is required when seccompProfile is set");
  else if (!types.includes(type)) notSupported(report, [...path, "type"], type, types);
  if (atLeast(report.apiServer.kubernetes, "1.38")) validateOciProfile(report, profile, path);
  const at = [...path, "localhostProfile"];
  if (type !== "Localhost") {
    if (has(profile, "localhostProfile"))
      invalid(report, at, profile, "can only be set when seccomp type is Localhost");
  } else if (has(profile, "localhostProfile")) validateDescendingPath(report, textAt(profile, "localhostProfile"), at);
  else required(report, at, "must be set when seccomp type is Localhost");
}

const profileBytesMost = 4095;

// Models pkg/apis/core/validation/validation.go ValidateAppArmorProfileField (v1.37.1)
export function validateAppArmor(report: Report, profile: Fields | undefined, path: Path): void {
  if (profile === undefined) return;
  const type = textAt(profile, "type");
  const local = textAt(profile, "localhostProfile");
  const at = [...path, "localhostProfile"];
  if (type === "Localhost") {
    if (local !== trimSpace(local)) invalid(report, at, local, "must not be padded with whitespace");
    else if (local === "") required(report, at, "must be set when AppArmor type is Localhost");
    if (byteLength(local) > profileBytesMost)
      tooLong(report, at, profileBytesMost, `may not be longer than ${profileBytesMost}`);
  } else if (type === "RuntimeDefault" || type === "Unconfined") {
    if (has(profile, "localhostProfile")) invalid(report, at, local, "can only be set when AppArmor type is Localhost");
  } else if (type === "") required(report, [...path, "type"], "type is required when appArmorProfile is set");
  else notSupported(report, [...path, "type"], type, profileTypes);
}
