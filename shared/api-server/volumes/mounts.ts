import type { Path } from "../../basics/path.ts";
import { hasBacksteps, requireText, validateDescendingPath } from "../names/checks.ts";
import { type Fields, fieldsAt, has, listAt, objectsAt, textAt } from "../types/fields.ts";
import { duplicate, forbidden, invalid, notFound, notSupported, type Report, required } from "../types/report.ts";
import type { Volumes } from "./volumes.ts";

// Models pkg/apis/core/validation/validation.go ValidateVolumeMounts, ValidateVolumeDevices (v1.37.1)
export function validateMounts(report: Report, container: Fields, path: Path, volumes: Volumes): void {
  const mounts = objectsAt(container, "volumeMounts");
  const devices = objectsAt(container, "volumeDevices");
  // Of several entries with one name the last counts.
  const mountPaths = new Map(mounts.map((mount) => [textAt(mount, "name"), textAt(mount, "mountPath")]));
  const devicePaths = new Map(devices.map((device) => [textAt(device, "name"), textAt(device, "devicePath")]));
  const seen = new Set<string>();
  for (const [index, mount] of mounts.entries()) {
    const at = [...path, "volumeMounts", index];
    const name = textAt(mount, "name");
    const mountPath = textAt(mount, "mountPath");
    requireText(report, mount, "name", at);
    if (!volumes.has(name)) notFound(report, [...at, "name"], name);
    requireText(report, mount, "mountPath", at);
    if (seen.has(mountPath)) invalid(report, [...at, "mountPath"], mountPath, "must be unique");
    seen.add(mountPath);
    if (devicePaths.has(name)) invalid(report, [...at, "name"], name, "must not already exist in volumeDevices");
    if ([...devicePaths.values()].includes(mountPath))
      invalid(report, [...at, "mountPath"], mountPath, "must not already exist as a path in volumeDevices");
    validateSubPaths(report, mount, at);
    validatePropagation(report, container, mount, at);
    validateRecursiveReadOnly(report, mount, at);
    validateBindOptions(report, mount, [...at, "bindMountOptions"], volumes.get(name));
  }
  validateDevices(report, devices, [...path, "volumeDevices"], volumes, mountPaths);
}

/** The server does not say which mount these messages are about. */
function withoutIndex(path: Path, field: string): Path {
  return [...path.slice(0, -1), field];
}

function validateSubPaths(report: Report, mount: Fields, path: Path): void {
  const [subPath, expression] = [textAt(mount, "subPath"), textAt(mount, "subPathExpr")];
  if (subPath !== "") validateDescendingPath(report, subPath, withoutIndex(path, "subPath"), [...path, "subPath"]);
  if (expression === "") return;
  const at = [...path, "subPathExpr"];
  if (subPath !== "") invalid(report, at, expression, "subPathExpr and subPath are mutually exclusive");
  validateDescendingPath(report, expression, withoutIndex(path, "subPathExpr"), at);
}

const propagations = ["Bidirectional", "HostToContainer", "None"];

function validatePropagation(report: Report, container: Fields, mount: Fields, path: Path): void {
  const propagation = mount["mountPropagation"];
  if (propagation === undefined) return;
  const named = withoutIndex(path, "mountPropagation");
  const more = { at: [...path, "mountPropagation"] };
  if (!propagations.includes(String(propagation))) notSupported(report, named, propagation, propagations, more);
  const isPrivileged = fieldsAt(container, "securityContext")?.["privileged"] === true;
  if (propagation === "Bidirectional" && !isPrivileged)
    forbidden(report, named, "Bidirectional mount propagation is available only to privileged containers", more);
}

function validateRecursiveReadOnly(report: Report, mount: Fields, path: Path): void {
  const recursive = mount["recursiveReadOnly"];
  if (recursive === undefined || recursive === "Disabled") return;
  const named = withoutIndex(path, "recursiveReadOnly");
  const more = { at: [...path, "recursiveReadOnly"] };
  if (recursive !== "Enabled" && recursive !== "IfPossible") {
    notSupported(report, named, recursive, ["Disabled", "Enabled", "IfPossible"], more);
    return;
  }
  if (mount["readOnly"] !== true) forbidden(report, named, "may only be specified when readOnly is true", more);
  if (has(mount, "mountPropagation") && mount["mountPropagation"] !== "None")
    forbidden(report, named, "may only be specified when mountPropagation is None or not specified", more);
}

const bindOptions = ["nodev", "noexec", "nosuid"];

function validateBindOptions(report: Report, mount: Fields, path: Path, volume: Fields | undefined): void {
  const options = listAt(mount, "bindMountOptions");
  for (const [index, option] of options.entries()) {
    if (!bindOptions.includes(String(option))) notSupported(report, [...path, index], option, bindOptions);
    if (options.indexOf(option) < index) duplicate(report, [...path, index], option);
  }
  if (options.length > 0 && has(volume, "image"))
    invalid(report, path, options, "bindMountOptions may not be used with image volumes");
}

function validateDevices(
  report: Report,
  devices: readonly Fields[],
  path: Path,
  volumes: Volumes,
  mountPaths: ReadonlyMap<string, string>,
): void {
  const names = new Set<string>();
  const paths = new Set<string>();
  for (const [index, device] of devices.entries()) {
    const at = [...path, index];
    const name = textAt(device, "name");
    const devicePath = textAt(device, "devicePath");
    const volume = volumes.get(name);
    const isBlock = has(volume, "persistentVolumeClaim") || has(volume, "ephemeral");
    if (name === "") required(report, [...at, "name"]);
    if (names.has(name)) invalid(report, [...at, "name"], name, "must be unique");
    if (volume === undefined) notFound(report, [...at, "name"], name);
    else if (!isBlock)
      invalid(
        report,
        [...at, "name"],
        name,
        "can only use volume source type of PersistentVolumeClaim or Ephemeral for block mode",
      );
    if (devicePath === "") required(report, [...at, "devicePath"]);
    if (paths.has(devicePath)) invalid(report, [...at, "devicePath"], devicePath, "must be unique");
    if (hasBacksteps(devicePath))
      invalid(report, [...at, "devicePath"], devicePath, "can not contain backsteps ('..')");
    else paths.add(devicePath);
    if (mountPaths.has(name)) invalid(report, [...at, "name"], name, "must not already exist in volumeMounts");
    if ([...mountPaths.values()].includes(devicePath))
      invalid(report, [...at, "devicePath"], devicePath, "must not already exist as a path in volumeMounts");
    if (name !== "") names.add(name);
  }
}
