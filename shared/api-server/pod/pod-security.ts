import type { Path } from "../../basics/path.ts";
import { isEnabled } from "../../kubernetes/gates/feature-gates.ts";
import { atLeast } from "../../kubernetes/versions.ts";
import { validateId, validateWord } from "../names/checks.ts";
import { byteLength } from "../names/names.ts";
import { everyContainer, validateWindowsOptions } from "../names/windows.ts";
import { type Fields, fieldsAt, listAt, objectsAt, textAt } from "../types/fields.ts";
import { duplicate, forbidden, invalid, type Report, required } from "../types/report.ts";
import { validatePrivileged } from "./oci-profile.ts";
import { validateAppArmor, validateSeccomp } from "./security.ts";

const idMax = 2 ** 31 - 1;

// Models pkg/apis/core/validation/validation.go validatePodSpecSecurityContext (v1.37.1)
export function validatePodSecurityContext(report: Report, spec: Fields, path: Path): void {
  validatePrivileged(report, spec, path);
  const context = fieldsAt(spec, "securityContext");
  if (context === undefined) return;
  const at = [...path, "securityContext"];
  for (const field of ["fsGroup", "runAsUser", "runAsGroup"]) validateId(report, context, field, at);
  for (const [index, group] of listAt(context, "supplementalGroups").entries())
    if (typeof group === "number" && (group < 0 || group > idMax))
      invalid(report, [...at, "supplementalGroups", index], group, `must be between 0 and ${idMax}, inclusive`);
  validateSysctls(report, context, spec, [...at, "sysctls"]);
  validateWord(report, context, "fsGroupChangePolicy", at, ["Always", "OnRootMismatch"]);
  validateSeccomp(report, fieldsAt(context, "seccompProfile"), [...at, "seccompProfile"]);
  validateWindowsOptions(report, fieldsAt(context, "windowsOptions"), [...at, "windowsOptions"]);
  validateAppArmor(report, fieldsAt(context, "appArmorProfile"), [...at, "appArmorProfile"]);
  validateWord(report, context, "supplementalGroupsPolicy", at, ["Merge", "Strict"]);
  const isAny = isEnabled(report.apiServer, "SELinuxMount");
  validateWord(report, context, "seLinuxChangePolicy", at, isAny ? ["MountOption", "Recursive"] : ["Recursive"]);
}

const nameLengthMost = 253;
const segment = "[a-z0-9]([-_a-z0-9]*[a-z0-9])?";
const nameText = `^(${segment}[\\./])*${segment}$`;
const nameForm = new RegExp(`^${segment}(?:[./]${segment})*$`);

function validateSysctls(report: Report, context: Fields, spec: Fields, path: Path): void {
  const seen = new Set<string>();
  for (const [index, sysctl] of objectsAt(context, "sysctls").entries()) {
    const at = [...path, index, "name"];
    const name = textAt(sysctl, "name");
    if (name === "") required(report, at);
    else if (byteLength(name) > nameLengthMost || !nameForm.test(name))
      invalid(report, at, name, `must have at most ${nameLengthMost} characters and match regex ${nameText}`);
    else if (seen.has(name)) duplicate(report, at, name);
    seen.add(name);
    const namespace = namespaceOf(name);
    if (spec["hostNetwork"] === true && namespace === "net")
      invalid(report, at, name, "may not be specified when 'hostNetwork' is true");
    else if (spec["hostIPC"] === true && namespace === "ipc")
      invalid(report, at, name, "may not be specified when 'hostIPC' is true");
  }
}

/** `net/ipv4/ip_forward` is `net.ipv4.ip_forward`. */
// Models staging/src/k8s.io/component-helpers/node/util/sysctl/namespace.go GetNamespace (v1.37.1)
function namespaceOf(name: string): "net" | "ipc" | undefined {
  const isSlashed = /^[^./]*\//.test(name);
  const dotted = isSlashed ? name.replace(/[./]/g, (separator) => (separator === "." ? "/" : ".")) : name;
  if (dotted.startsWith("net.")) return "net";
  const isShared = dotted === "kernel.sem" || /^(?:kernel\.shm|kernel\.msg|fs\.mqueue\.)/.test(dotted);
  return isShared ? "ipc" : undefined;
}

// Models pkg/apis/core/validation/validation.go validateHostUsers (v1.37.1)
export function validateHostUsers(report: Report, spec: Fields, path: Path): void {
  if (spec["hostUsers"] !== false) return;
  const isNewer = atLeast(report.apiServer.kubernetes, "1.34");
  const detail = `when \`${isNewer ? "hostUsers" : "pod.Spec.HostUsers"}\` is false`;
  if (spec["hostNetwork"] === true && !isEnabled(report.apiServer, "UserNamespacesHostNetworkSupport"))
    forbidden(report, [...path, "hostNetwork"], detail);
  for (const field of ["hostPID", "hostIPC"])
    if (spec[field] === true) forbidden(report, [...path, field.replace("h", "H")], detail, { at: [...path, field] });
  if (!isNewer) return;
  for (const { container, path: at } of everyContainer(spec, path))
    if (listAt(container, "volumeDevices").length > 0) forbidden(report, [...at, "volumeDevices"], detail);
}
