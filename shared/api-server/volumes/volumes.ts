import type { Path } from "../../basics/path.ts";
import { dnsLabelProblems, subdomainProblems } from "../names/names.ts";
import { type Fields, fieldsAt, has, objectsAt, textAt } from "../types/fields.ts";
import { duplicate, forbidden, invalid, invalidNames, type Report, required } from "../types/report.ts";
import { volumeSources } from "./volume-sources.ts";

/** The volumes that containers can name. Only those that are right themselves. */
export type Volumes = ReadonlyMap<string, Fields>;

/** `podName` is the name of a Pod, and undefined in a template. */
// Models pkg/apis/core/validation/validation.go ValidateVolumes (v1.37.1)
export function validateVolumes(report: Report, spec: Fields, path: Path, podName: string | undefined): Volumes {
  const volumes = objectsAt(spec, "volumes");
  const claims = new Set(
    podName ? volumes.filter((each) => has(each, "ephemeral")).map((each) => `${podName}-${textAt(each, "name")}`) : [],
  );
  const byName = new Map<string, Fields>();
  for (const [index, volume] of volumes.entries()) {
    const at = [...path, "volumes", index];
    const name = textAt(volume, "name");
    const before = report.errors.length;
    validateSource(report, volume, at, podName);
    if (name === "") required(report, [...at, "name"]);
    else invalidNames(report, [...at, "name"], name, dnsLabelProblems(name));
    if (byName.has(name)) duplicate(report, [...at, "name"], name);
    if (report.errors.length === before) byName.set(name, volume);
    const claim = textAt(fieldsAt(volume, "persistentVolumeClaim"), "claimName");
    if (claims.has(claim))
      invalid(
        report,
        [...at, "persistentVolumeClaim", "claimName"],
        claim,
        "must not reference a PVC that gets created for an ephemeral volume",
      );
  }
  return byName;
}

// Models pkg/apis/core/validation/validation.go validateVolumeSource (v1.37.1)
function validateSource(report: Report, volume: Fields, path: Path, podName: string | undefined): void {
  let count = 0;
  for (const { field, alias = field, check } of volumeSources) {
    const source = fieldsAt(volume, field);
    if (source === undefined) continue;
    count += 1;
    if (count === 1) check(report, source, [...path, field], podName === undefined);
    else forbidden(report, [...path, alias], "may not specify more than 1 volume type", { at: [...path, field] });
    if (field === "iscsi") validatePortalLength(report, volume, source, path);
    if (field === "ephemeral" && count === 1) validateClaimName(report, volume, path, podName);
  }
  if (count === 0) required(report, path, "must specify a volume type");
}

const portalLengthMost = 64;

function validatePortalLength(report: Report, volume: Fields, iscsi: Fields, path: Path): void {
  const name = textAt(volume, "name");
  if (!has(iscsi, "initiatorName") || `${name}:${textAt(iscsi, "targetPortal")}`.length <= portalLengthMost) return;
  const detail =
    "Total length of <volume name>:<iscsi.targetPortal> must be under 64 characters if iscsi.initiatorName is specified.";
  invalid(report, [...path, "name"], name, detail);
}

/** The claim of an ephemeral volume has the pod's name in its own. */
function validateClaimName(report: Report, volume: Fields, path: Path, podName: string | undefined): void {
  const name = textAt(volume, "name");
  if (!podName || name === "") return;
  const claim = `${podName}-${name}`;
  for (const problem of subdomainProblems(claim))
    invalid(report, [...path, "name"], name, `PVC name ${JSON.stringify(claim)}: ${problem}`);
}
