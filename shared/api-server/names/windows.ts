import type { Path } from "../../basics/path.ts";
import { type Fields, fieldsAt, has, listAt, objectsAt, textAt } from "../types/fields.ts";
import { forbidden, invalid, invalidNames, type Report } from "../types/report.ts";
import { byteLength, subdomainProblems } from "./names.ts";

const credentialBytesMost = 64 * 1024;
const domainLengthMost = 256;
const userLengthMost = 104;

const netBiosName = /^[^\\/:*?"<>|.][^\\/:*?"<>|]{0,14}$/;
const dnsName = /^[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$/;

// Models pkg/apis/core/validation/validation.go validateWindowsSecurityContextOptions (v1.37.1)
export function validateWindowsOptions(report: Report, options: Fields | undefined, path: Path): void {
  if (options === undefined) return;
  const name = textAt(options, "gmsaCredentialSpecName");
  if (has(options, "gmsaCredentialSpecName"))
    invalidNames(report, [...path, "gmsaCredentialSpecName"], name, subdomainProblems(name));
  if (has(options, "gmsaCredentialSpec")) {
    const credentials = textAt(options, "gmsaCredentialSpec");
    const at = [...path, "gmsaCredentialSpec"];
    if (credentials === "") invalid(report, at, credentials, "gmsaCredentialSpec cannot be an empty string");
    else if (byteLength(credentials) > credentialBytesMost)
      invalid(report, at, credentials, "gmsaCredentialSpec size must be under 64 KiB");
  }
  if (!has(options, "runAsUserName")) return;
  const user = textAt(options, "runAsUserName");
  for (const problem of userProblems(user)) invalid(report, [...path, "runAsUserName"], user, problem);
}

function userProblems(written: string): readonly string[] {
  if (written === "") return ["runAsUserName cannot be an empty string"];
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  if (/[\u0000-\u001f\u007f]/.test(written)) return ["runAsUserName cannot contain control characters"];
  const parts = written.split("\\");
  if (parts.length > 2) return ["runAsUserName cannot contain more than one backslash"];
  const domain = parts.length === 2 ? parts[0] : undefined;
  return [...domainProblems(domain), ...accountProblems(parts.at(-1) ?? "")];
}

function domainProblems(domain: string | undefined): readonly string[] {
  if (domain === undefined) return [];
  return [
    ...(byteLength(domain) >= domainLengthMost ? ["runAsUserName's Domain length must be under 256 characters"] : []),
    ...(netBiosName.test(domain) || dnsName.test(domain)
      ? []
      : ["runAsUserName's Domain doesn't match the NetBios nor the DNS format"]),
  ];
}

function accountProblems(user: string): readonly string[] {
  return [
    ...(user === "" ? ["runAsUserName's User cannot be empty"] : []),
    ...(byteLength(user) > userLengthMost
      ? ["runAsUserName's User length must not be longer than 104 characters"]
      : []),
    ...(/^[. ]+$/.test(user) ? ["runAsUserName's User cannot contain only periods or spaces"] : []),
    ...(/["/\\:;|=,+*?<>@[\]]/.test(user)
      ? ["runAsUserName's User cannot contain the following characters: \"/\\:;|=,+*?<>@[]"]
      : []),
  ];
}

interface PlacedContainer {
  readonly container: Fields;
  readonly path: Path;
}

/** In the order in which the server visits them. */
// Models pkg/apis/core/pods/helpers.go VisitContainersWithPath (v1.37.1)
export function everyContainer(spec: Fields, path: Path): readonly PlacedContainer[] {
  return ["initContainers", "containers", "ephemeralContainers"].flatMap((list) =>
    objectsAt(spec, list).map((container, index) => ({ container, path: [...path, list, index] })),
  );
}

function hostProcessOf(owner: Fields): unknown {
  return fieldsAt(fieldsAt(owner, "securityContext"), "windowsOptions")?.["hostProcess"];
}

// Models pkg/apis/core/validation/validation.go validateWindowsHostProcessPod (v1.37.1)
export function validateHostProcesses(report: Report, spec: Fields, path: Path): void {
  const ofPod = hostProcessOf(spec);
  const containers = everyContainer(spec, path);
  let count = 0;
  for (const { container, path: at } of containers) {
    const own = hostProcessOf(container);
    if (ofPod !== undefined && own !== undefined && own !== ofPod)
      invalid(
        report,
        [...at, "securityContext", "windowsOptions", "hostProcess"],
        own,
        `pod hostProcess value must be identical if both are specified, was ${String(ofPod)}`,
      );
    if ((own ?? ofPod) === true) count += 1;
  }
  if (count === 0) return;
  if (count !== containers.length)
    invalid(
      report,
      path,
      "",
      "If pod contains any hostProcess containers then all containers must be HostProcess containers",
    );
  if (spec["hostNetwork"] !== true)
    invalid(
      report,
      [...path, "hostNetwork"],
      false,
      "hostNetwork must be true if pod contains any hostProcess containers",
    );
}

// Models pkg/apis/core/validation/validation.go validateLinux (v1.37.1)
export function validateLinux(report: Report, spec: Fields, path: Path): void {
  for (const { container, path: at } of [{ container: spec, path }, ...everyContainer(spec, path)])
    if (has(fieldsAt(container, "securityContext"), "windowsOptions"))
      forbidden(report, [...at, "securityContext", "windowsOptions"], "windows options cannot be set for a linux pod");
}

const podFields = [
  "appArmorProfile",
  "seLinuxOptions",
  "seccompProfile",
  "fsGroup",
  "fsGroupChangePolicy",
  "sysctls",
  "runAsUser",
  "runAsGroup",
  "supplementalGroups",
  "supplementalGroupsPolicy",
  "seLinuxChangePolicy",
];
const containerFields = [
  "appArmorProfile",
  "seLinuxOptions",
  "seccompProfile",
  "capabilities",
  "readOnlyRootFilesystem",
  "privileged",
  "allowPrivilegeEscalation",
  "procMount",
  "runAsUser",
  "runAsGroup",
];

// Models pkg/apis/core/validation/validation.go validateWindows (v1.37.1)
export function validateWindows(report: Report, spec: Fields, path: Path): void {
  const refuse = (at: Path) => forbidden(report, at, "cannot be set for a windows pod");
  const context = fieldsAt(spec, "securityContext");
  for (const field of podFields)
    if (has(context, field) && !(field === "sysctls" && listAt(context, field).length === 0))
      refuse([...path, "securityContext", field]);
  for (const field of ["hostUsers", "shareProcessNamespace"]) if (has(spec, field)) refuse([...path, field]);
  for (const field of ["hostPID", "hostIPC"]) if (spec[field] === true) refuse([...path, field]);
  for (const { container, path: at } of everyContainer(spec, path))
    for (const field of containerFields)
      if (has(fieldsAt(container, "securityContext"), field)) refuse([...at, "securityContext", field]);
}
