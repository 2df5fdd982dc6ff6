import type { Path } from "../../basics/path.ts";
import { atLeast } from "../../kubernetes/versions.ts";
import {
  requireText,
  validateDescendingPath,
  validateFileMode,
  validateId,
  validateNoBacksteps,
  validateRange,
  validateWord,
} from "../names/checks.ts";
import { byteLength, dnsLabelProblems, subdomainProblems } from "../names/names.ts";
import { type Fields, fieldsAt, has, listAt, numberAt, objectsAt, textAt } from "../types/fields.ts";
import { quantityOf, signOf } from "../types/quantity.ts";
import { forbidden, invalid, invalidNames, notSupported, type Report, required, tooLong } from "../types/report.ts";
import { validateClaimSpec, validateClaimTemplateMetadata } from "./claims.ts";
import { validateProjected } from "./projected.ts";
import { validateDownwardFile, validateKeyToPath } from "./volume-files.ts";

type Check = (report: Report, source: Fields, path: Path, isTemplate: boolean) => void;

interface VolumeSource {
  readonly field: string;
  /** What the server calls it where it stands beside another one. */
  readonly alias?: string;
  readonly check: Check;
}

/** Texts that must be there, and nothing else is looked at. */
function needs(...fields: readonly string[]): Check {
  return (report, source, path) => {
    for (const field of fields) requireText(report, source, field, path);
  };
}

/** In the order in which the server looks at them. */
// Models pkg/apis/core/validation/validation.go validateVolumeSource (v1.37.1)
export const volumeSources: readonly VolumeSource[] = [
  { field: "emptyDir", check: validateEmptyDir },
  { field: "hostPath", check: validateHostPath },
  { field: "gitRepo", check: validateGitRepo },
  { field: "gcePersistentDisk", check: validateGceDisk },
  { field: "awsElasticBlockStore", check: validateAwsDisk },
  { field: "secret", check: (report, source, path) => validateKeys(report, source, path, "secretName") },
  { field: "nfs", check: validateNfs },
  { field: "iscsi", check: validateIscsi },
  { field: "glusterfs", check: needs("endpoints", "path") },
  { field: "flocker", check: validateFlocker },
  { field: "persistentVolumeClaim", check: needs("claimName") },
  { field: "rbd", check: validateRbd },
  { field: "cinder", check: validateCinder },
  { field: "cephfs", alias: "cephFS", check: validateCephFs },
  { field: "quobyte", check: validateQuobyte },
  { field: "downwardAPI", alias: "downwarAPI", check: validateDownward },
  { field: "fc", check: validateFibreChannel },
  { field: "flexVolume", check: validateFlex },
  { field: "configMap", check: (report, source, path) => validateKeys(report, source, path, "name") },
  { field: "azureFile", check: needs("secretName", "shareName") },
  { field: "vsphereVolume", check: needs("volumePath") },
  { field: "photonPersistentDisk", check: needs("pdID") },
  { field: "portworxVolume", check: needs("volumeID") },
  { field: "azureDisk", check: validateAzureDisk },
  { field: "storageos", check: validateStorageOs },
  { field: "projected", check: validateProjected },
  { field: "scaleIO", check: needs("gateway", "system", "volumeName") },
  { field: "csi", check: validateCsi },
  { field: "ephemeral", check: validateEphemeral },
  { field: "image", check: validateImageVolume },
];

const emptyDirModeMax = 0o1777;

function validateEmptyDir(report: Report, source: Fields, path: Path): void {
  if (has(source, "sizeLimit") && signOf(quantityOf(source["sizeLimit"])) < 0)
    forbidden(report, [...path, "sizeLimit"], "SizeLimit field must be a valid resource quantity");
  const mode = numberAt(source, "mode");
  if (mode !== undefined && (mode < 0 || mode > emptyDirModeMax))
    invalid(report, [...path, "mode"], mode, "must be a number between 0 and 01777 (octal), both inclusive");
}

const hostPathTypes = [
  "",
  "BlockDevice",
  "CharDevice",
  "Directory",
  "DirectoryOrCreate",
  "File",
  "FileOrCreate",
  "Socket",
];

function validateHostPath(report: Report, source: Fields, path: Path): void {
  if (!requireText(report, source, "path", path)) return;
  validateNoBacksteps(report, textAt(source, "path"), [...path, "path"]);
  validateWord(report, source, "type", path, hostPathTypes);
}

function validateGitRepo(report: Report, source: Fields, path: Path): void {
  requireText(report, source, "repository", path);
  validateDescendingPath(report, textAt(source, "directory"), [...path, "directory"]);
}

/** 0 is "the whole disk", although the text says otherwise. */
function validatePartition(report: Report, source: Fields, path: Path): void {
  const partition = numberAt(source, "partition") ?? 0;
  const at = path.at(-1) === "persistentDisk" ? [...path.slice(0, -1), "gcePersistentDisk", "partition"] : undefined;
  if (partition < 0 || partition > 255)
    invalid(report, [...path, "partition"], partition, "must be between 1 and 255, inclusive", at && { at });
}

/** The server calls the volume otherwise here. */
function validateGceDisk(report: Report, source: Fields, path: Path): void {
  const named = [...path.slice(0, -1), "persistentDisk"];
  if (textAt(source, "pdName") === "") required(report, [...named, "pdName"], "", { at: path });
  validatePartition(report, source, named);
}

function validateAwsDisk(report: Report, source: Fields, path: Path): void {
  requireText(report, source, "volumeID", path);
  validatePartition(report, source, path);
}

/** Secrets and ConfigMaps. */
function validateKeys(report: Report, source: Fields, path: Path, nameField: string): void {
  requireText(report, source, nameField, path);
  validateFileMode(report, source, "defaultMode", path);
  validateId(report, source, "defaultUser", path);
  for (const [index, item] of objectsAt(source, "items").entries())
    validateKeyToPath(report, item, [...path, "items", index]);
}

function validateNfs(report: Report, source: Fields, path: Path): void {
  requireText(report, source, "server", path);
  requireText(report, source, "path", path);
  const directory = textAt(source, "path");
  if (!directory.startsWith("/")) invalid(report, [...path, "path"], directory, "must be an absolute path");
}

const qualifiedNames: readonly (readonly [prefix: string, form: RegExp])[] = [
  ["iqn", /^iqn\.\d{4}-\d{2}\.[a-zA-Z0-9.-]+:[^,;*&$|\s]+$/],
  ["eui", /^eui.[a-zA-Z0-9]{16}$/],
  ["naa", /^naa.[a-zA-Z0-9]{32}$/],
];

function validateIscsi(report: Report, source: Fields, path: Path): void {
  requireText(report, source, "targetPortal", path);
  if (requireText(report, source, "iqn", path))
    validateQualifiedName(report, textAt(source, "iqn"), [...path, "iqn"], [...path, "iqn"]);
  const lun = numberAt(source, "lun") ?? 0;
  if (lun < 0 || lun > 255) invalid(report, [...path, "lun"], lun, "must be between 0 and 255, inclusive");
  const hasChap = source["chapAuthDiscovery"] === true || source["chapAuthSession"] === true;
  if (hasChap && !has(source, "secretRef")) required(report, [...path, "secretRef"]);
  if (has(source, "initiatorName"))
    validateQualifiedName(
      report,
      textAt(source, "initiatorName"),
      [...path, "initiatorname"],
      [...path, "initiatorName"],
    );
}

function validateQualifiedName(report: Report, name: string, path: Path, at: Path): void {
  const known = qualifiedNames.find(([prefix]) => name.startsWith(prefix));
  if (known === undefined) invalid(report, path, name, "must be valid format starting with iqn, eui, or naa", { at });
  else if (!known[1].test(name)) invalid(report, path, name, "must be valid format", { at });
}

function validateFlocker(report: Report, source: Fields, path: Path): void {
  const name = textAt(source, "datasetName");
  const uuid = textAt(source, "datasetUUID");
  if (name === "" && uuid === "") required(report, path, "one of datasetName and datasetUUID is required");
  if (name !== "" && uuid !== "")
    invalid(report, path, "resource", "datasetName and datasetUUID can not be specified simultaneously");
  if (name.includes("/")) invalid(report, [...path, "datasetName"], name, "must not contain '/'");
}

function validateRbd(report: Report, source: Fields, path: Path): void {
  validateCephFs(report, source, path);
  requireText(report, source, "image", path);
}

function validateCephFs(report: Report, source: Fields, path: Path): void {
  if (listAt(source, "monitors").length === 0) required(report, [...path, "monitors"]);
}

/** A reference to a Secret, where there is one, needs its name. */
function validateSecretRef(report: Report, source: Fields, path: Path): void {
  const reference = fieldsAt(source, "secretRef");
  if (reference !== undefined) requireText(report, reference, "name", [...path, "secretRef"]);
}

function validateCinder(report: Report, source: Fields, path: Path): void {
  requireText(report, source, "volumeID", path);
  validateSecretRef(report, source, path);
}

const tenantLengthMost = 64;

function validateQuobyte(report: Report, source: Fields, path: Path): void {
  const registry = textAt(source, "registry");
  const pairs = "must be a host:port pair or multiple pairs separated by commas";
  if (registry === "") required(report, [...path, "registry"], pairs);
  else if (byteLength(textAt(source, "tenant")) > tenantLengthMost)
    required(report, [...path, "tenant"], "must be a UUID and may not exceed a length of 64 characters");
  else
    for (const pair of registry.split(","))
      if (!isHostAndPort(pair)) invalid(report, [...path, "registry"], registry, pairs);
  requireText(report, source, "volume", path);
}

// Models net.SplitHostPort (Go 1.26)
function isHostAndPort(pair: string): boolean {
  if (pair.startsWith("[")) return /^\[[^\][]*\]:[^\][:]*$/.test(pair);
  return /^[^\][:]*:[^\][:]*$/.test(pair);
}

function validateDownward(report: Report, source: Fields, path: Path): void {
  validateFileMode(report, source, "defaultMode", path);
  validateId(report, source, "defaultUser", path);
  for (const [index, item] of objectsAt(source, "items").entries())
    validateDownwardFile(report, item, path, [...path, "items", index]);
}

function validateFibreChannel(report: Report, source: Fields, path: Path): void {
  const names = listAt(source, "targetWWNs");
  const ids = listAt(source, "wwids");
  if (names.length === 0 && ids.length === 0)
    required(report, [...path, "targetWWNs"], "must specify either targetWWNs or wwids, but not both");
  if (names.length > 0 && ids.length > 0)
    invalid(report, [...path, "targetWWNs"], names, "targetWWNs and wwids can not be specified simultaneously");
  if (names.length === 0) return;
  if (has(source, "lun")) validateRange(report, source, "lun", path, [0, 255]);
  else required(report, [...path, "lun"], "lun is required if targetWWNs is specified");
}

function validateFlex(report: Report, source: Fields, path: Path): void {
  requireText(report, source, "driver", path);
  for (const key of Object.keys(fieldsAt(source, "options") ?? {})) {
    const domain = `.${(key.split("/")[0] ?? "").toLowerCase()}`;
    if (domain.endsWith(".kubernetes.io") || domain.endsWith(".k8s.io"))
      invalid(report, [...path, "options", key], key, "kubernetes.io and k8s.io namespaces are reserved");
  }
}

const managedUri = "/subscriptions/{sub-id}/resourcegroups/{group-name}/providers/microsoft.compute/disks/{disk-id}";
const blobUri = "https://{account-name}.blob.core.windows.net/{container-name}/{disk-name}.vhd";

function validateAzureDisk(report: Report, source: Fields, path: Path): void {
  requireText(report, source, "diskName", path);
  requireText(report, source, "diskURI", path);
  validateWord(report, source, "cachingMode", path, ["None", "ReadOnly", "ReadWrite"]);
  validateWord(report, source, "kind", path, ["Dedicated", "Managed", "Shared"]);
  const [kind, uri] = [source["kind"], textAt(source, "diskURI")];
  if (kind === "Managed" && !uri.startsWith("/subscriptions/"))
    notSupported(report, [...path, "diskURI"], uri, [managedUri]);
  if (kind !== undefined && kind !== "Managed" && !uri.startsWith("https://"))
    notSupported(report, [...path, "diskURI"], uri, [blobUri]);
}

function validateStorageOs(report: Report, source: Fields, path: Path): void {
  const name = textAt(source, "volumeName");
  if (requireText(report, source, "volumeName", path))
    invalidNames(report, [...path, "volumeName"], name, dnsLabelProblems(name));
  const namespace = textAt(source, "volumeNamespace");
  if (namespace !== "") invalidNames(report, [...path, "volumeNamespace"], namespace, dnsLabelProblems(namespace));
  validateSecretRef(report, source, path);
}

const driverLengthMost = 63;

function validateCsi(report: Report, source: Fields, path: Path): void {
  const driver = textAt(source, "driver");
  // Up to 1.34 an empty name was no name, either.
  if (requireText(report, source, "driver", path) || !atLeast(report.apiServer.kubernetes, "1.35")) {
    if (byteLength(driver) > driverLengthMost) tooLong(report, [...path, "driver"], driverLengthMost);
    invalidNames(report, [...path, "driver"], driver, subdomainProblems(driver.toLowerCase()));
  }
  const reference = fieldsAt(source, "nodePublishSecretRef");
  if (reference === undefined) return;
  const name = textAt(reference, "name");
  if (!requireText(report, reference, "name", [...path, "nodePublishSecretRef"])) return;
  const at = [...path, "nodePublishSecretRef", "name"];
  invalidNames(report, [...path, "name"], name, subdomainProblems(name), { at });
}

function validateEphemeral(report: Report, source: Fields, path: Path): void {
  const template = fieldsAt(source, "volumeClaimTemplate");
  const at = [...path, "volumeClaimTemplate"];
  if (template === undefined) {
    required(report, at);
    return;
  }
  validateClaimTemplateMetadata(report, fieldsAt(template, "metadata") ?? {}, [...at, "metadata"]);
  validateClaimSpec(report, fieldsAt(template, "spec") ?? {}, [...at, "spec"]);
}

/** Up to 1.36 a template may leave the reference open. */
function validateImageVolume(report: Report, source: Fields, path: Path, isTemplate: boolean): void {
  const isNeeded = atLeast(report.apiServer.kubernetes, isTemplate ? "1.37" : "1.33");
  if (isNeeded && textAt(source, "reference") === "") required(report, [...path, "reference"]);
  validateWord(report, source, "pullPolicy", path, ["Always", "IfNotPresent", "Never"]);
}
