import type { Path } from "../../basics/path.ts";
import { isEnabled } from "../../kubernetes/gates/feature-gates.ts";
import { atLeast } from "../../kubernetes/versions.ts";
import { validateDescendingPath } from "../names/checks.ts";
import { everyContainer } from "../names/windows.ts";
import { type Fields, fieldsAt, isFields, textAt, textsAt } from "../types/fields.ts";
import { forbidden, invalid, type Report } from "../types/report.ts";
import { validateTolerations } from "./scheduling.ts";

const mirror = "kubernetes.io/config.mirror";
const deletionCost = "controller.kubernetes.io/pod-deletion-cost";
const tolerations = "scheduler.alpha.kubernetes.io/tolerations";
export const seccompPod = "seccomp.security.alpha.kubernetes.io/pod";
export const seccompContainer = "container.seccomp.security.alpha.kubernetes.io/";
export const appArmorContainer = "container.apparmor.security.beta.kubernetes.io/";

/** Annotations that mean something to Kubernetes. */
// Models pkg/apis/core/validation/validation.go ValidatePodSpecificAnnotations (v1.37.1)
export function validatePodAnnotations(report: Report, metadata: Fields | undefined, spec: Fields, path: Path): void {
  const annotations = new Map(textsAt(metadata, "annotations"));
  const ofMirror = annotations.get(mirror);
  if (ofMirror !== undefined && textAt(spec, "nodeName") === "")
    invalid(report, [...path, mirror], ofMirror, "must set spec.nodeName if mirror pod annotation is set");
  const written = annotations.get(tolerations) ?? "";
  if (written !== "") validateWrittenTolerations(report, written, path);
  const cost = annotations.get(deletionCost);
  if (cost !== undefined && isEnabled(report.apiServer, "PodDeletionCost") && !isCost(cost))
    invalid(report, [...path, deletionCost], cost, "must be a 32bit integer");
  for (const [key, profile] of annotations)
    if (key === seccompPod || key.startsWith(seccompContainer)) validateSeccompText(report, profile, [...path, key]);
  for (const [key, profile] of annotations)
    if (key.startsWith(appArmorContainer)) validateAppArmorText(report, key, profile, spec, path);
}

// Models pkg/apis/core/helper/helpers.go GetDeletionCostFromPodAnnotations (v1.37.1)
function isCost(text: string): boolean {
  if (!/^(?:0|-?[1-9]\d*)$/.test(text)) return false;
  return Number(text) >= -(2 ** 31) && Number(text) < 2 ** 31;
}

function validateWrittenTolerations(report: Report, text: string, path: Path): void {
  const list = parsed(text);
  if (list === undefined)
    invalid(report, path, tolerations, "cannot be read as a list of tolerations", { at: [...path, tolerations] });
  else validateTolerations(report, list, [...path, tolerations]);
}

/** Undefined if there is no list of objects. */
function parsed(text: string): readonly Fields[] | undefined {
  try {
    const list: unknown = JSON.parse(text);
    return Array.isArray(list) && list.every(isFields) ? list : list === null ? [] : undefined;
  } catch {
    return undefined;
  }
}

function validateSeccompText(report: Report, profile: string, path: Path): void {
  if (["runtime/default", "docker/default", "unconfined"].includes(profile)) return;
  if (profile.startsWith("localhost/")) validateDescendingPath(report, profile.slice("localhost/".length), path);
  else invalid(report, path, profile, "must be a valid seccomp profile");
}

function validateAppArmorText(report: Report, key: string, profile: string, spec: Fields, path: Path): void {
  const name = key.slice(appArmorContainer.length);
  const at = [...path, key];
  if (!everyContainer(spec, []).some(({ container }) => textAt(container, "name") === name))
    invalid(report, at, name, "container not found");
  if (!["", "runtime/default", "unconfined"].includes(profile) && !profile.startsWith("localhost/"))
    invalid(report, at, profile, `invalid AppArmor profile name: ${JSON.stringify(profile)}`);
}

/** Where a profile is written as a field and as an annotation, both say the same. */
// Models pkg/apis/core/validation/validation.go validateSeccompAnnotationsAndFields, validateAppArmorAnnotationsAndFieldsMatchOnCreate (v1.37.1)
export function validateProfilesMatch(report: Report, metadata: Fields | undefined, spec: Fields, path: Path): void {
  const annotations = new Map(textsAt(metadata, "annotations"));
  const context = fieldsAt(spec, "securityContext");
  const seccomp = fieldsAt(context, "seccompProfile");
  validateSeccompMatch(report, seccomp, annotations.get(seccompPod), [...path, "securityContext", "seccompProfile"]);
  const isWindows = textAt(fieldsAt(spec, "os"), "name") === "windows";
  for (const { container, path: at } of everyContainer(spec, path)) {
    const own = fieldsAt(container, "securityContext");
    const name = textAt(container, "name");
    const place = [...at, "securityContext"];
    const profile = fieldsAt(own, "seccompProfile") ?? seccomp;
    if (fieldsAt(own, "seccompProfile") !== undefined)
      validateSeccompMatch(report, profile, annotations.get(`${seccompContainer}${name}`), [
        ...place,
        "seccompProfile",
      ]);
    if (!isWindows && atLeast(report.apiServer.kubernetes, "1.30"))
      validateAppArmorMatch(
        report,
        fieldsAt(own, "appArmorProfile") ?? fieldsAt(context, "appArmorProfile"),
        annotations.get(`${appArmorContainer}${name}`),
        [...place, "appArmorProfile"],
      );
  }
}

const seccompTexts: Readonly<Record<string, readonly string[]>> = {
  Unconfined: ["unconfined"],
  RuntimeDefault: ["runtime/default", "docker/default"],
};

function validateSeccompMatch(report: Report, profile: Fields | undefined, text: string | undefined, path: Path): void {
  if (profile === undefined || text === undefined) return;
  const type = textAt(profile, "type");
  const isLocal = type === "Localhost";
  if (!isLocal) {
    if (seccompTexts[type]?.includes(text) === false)
      forbidden(report, [...path, "type"], "seccomp type in annotation and field must match");
  } else if (!text.startsWith("localhost/"))
    forbidden(report, [...path, "type"], "seccomp type in annotation and field must match");
  else if (text.slice("localhost/".length) !== textAt(profile, "localhostProfile"))
    forbidden(report, [...path, "localhostProfile"], "seccomp profile in annotation and field must match");
}

const appArmorTexts: Readonly<Record<string, string>> = {
  Unconfined: "unconfined",
  RuntimeDefault: "runtime/default",
};

function validateAppArmorMatch(
  report: Report,
  profile: Fields | undefined,
  text: string | undefined,
  path: Path,
): void {
  if (profile === undefined || text === undefined) return;
  const type = textAt(profile, "type");
  const expected = appArmorTexts[type];
  const isOther = type === "Localhost" ? !text.startsWith("localhost/") : expected !== undefined && expected !== text;
  if (isOther) forbidden(report, [...path, "type"], "apparmor type in annotation and field must match");
  else if (type === "Localhost" && text.slice("localhost/".length) !== textAt(profile, "localhostProfile"))
    forbidden(report, [...path, "localhostProfile"], "apparmor profile in annotation and field must match");
}
