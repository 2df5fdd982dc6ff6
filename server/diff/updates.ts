import { workloadKinds } from "../../shared/api-server/types/kinds.ts";
import type { FieldError } from "../../shared/api-server/types/report.ts";
import { isUpdatedKind, reviewUpdate, type UpdatedKind } from "../../shared/api-server/update/update.ts";
import { formatPath } from "../../shared/basics/path.ts";
import { isFields, valueAt } from "../../shared/basics/values.ts";
import { isStaticPod } from "../analysis/static-pods.ts";
import type { RefusedUpdate, RefusedUpdates } from "./model.ts";
import type { DiffObject } from "./objects.ts";

export const nothingRefused: RefusedUpdates = { reasons: [], instead: undefined };

/** Annotations of objects that tools delete and create again, so that nothing is updated. */
const recreated: readonly (readonly [annotation: string, value: RegExp])[] = [
  ["helm.sh/hook", /./],
  ["argocd.argoproj.io/hook", /./],
  ["argocd.argoproj.io/sync-options", /Force=true/],
  ["kustomize.toolkit.fluxcd.io/force", /^enabled$/i],
];

/** Why the update of one object would be refused. Only of whole objects, as they are sent to the server. */
export function refusedUpdates(base: DiffObject, head: DiffObject): RefusedUpdates {
  const kind = updatedKind(base);
  if (kind === undefined || kind !== updatedKind(head) || !isNamed(head)) return nothingRefused;
  const { apiServer } = head.file.settings.assumptions;
  const errors = reviewUpdate(kind, base.value, head.value, apiServer);
  return errors.length === 0 ? nothingRefused : { reasons: errors.map(reasonOf), instead: insteadOf(kind, errors) };
}

/** Undefined where no update of a whole object is sent to the server. */
export function updatedKind({ is, kind, value, file }: DiffObject): UpdatedKind | undefined {
  const version = valueAt(value, ["apiVersion"]);
  if (!isUpdatedKind(kind) || isRecreated(value)) return undefined;
  if (kind === "PersistentVolumeClaim") return is.a === "claim" && version === "v1" ? kind : undefined;
  if (is.a !== "pod" || is.analyzed.document.templated || version !== workloadKinds[kind]) return undefined;
  const { located } = is.pod;
  return located.partial || isStaticPod(located, file.settings) ? undefined : kind;
}

/** The server gives each object that is created from a `generateName` a name of its own. */
function isNamed({ value }: DiffObject): boolean {
  return typeof valueAt(value, ["metadata", "name"]) === "string";
}

function isRecreated(value: unknown): boolean {
  const annotations = valueAt(value, ["metadata", "annotations"]);
  if (!isFields(annotations)) return false;
  return recreated.some(([name, form]) => {
    const written = annotations[name];
    return typeof written === "string" && form.test(written);
  });
}

function reasonOf({ path, detail, at }: FieldError): RefusedUpdate {
  const named = formatPath(path);
  const changed = at === undefined || at.length <= path.length ? "" : ` (${formatPath(at)} changes)`;
  return { message: `${named}: ${detail}${changed}`, path: at ?? path };
}

/** Pods that a new selector does not match are taken over by nobody. */
function insteadOf(kind: UpdatedKind, errors: readonly FieldError[]): string {
  const keepsSelector = errors.every(({ path, at = path }) => at[1] !== "selector");
  switch (kind) {
    case "Pod":
      return "kubectl replace --force deletes the Pod first, then creates the new one.";
    case "Job":
      return "kubectl replace --force deletes the Job with its pods, and the new one runs from the beginning.";
    case "StatefulSet":
      if (!keepsSelector)
        return "kubectl replace --force deletes the StatefulSet with all its pods, and the new ones start in their order. Claims stay.";
      return "kubectl delete --cascade=orphan keeps the pods until the new StatefulSet takes them over. kubectl replace --force deletes them first; claims stay.";
    case "PersistentVolumeClaim":
      return "kubectl replace --force deletes the claim, and its data where the volume is not retained. Copy the data to a new claim instead.";
    default:
      return `kubectl replace --force deletes the ${kind} with all its pods, and the new ones start from nothing. Under another name, both can run meanwhile.`;
  }
}
