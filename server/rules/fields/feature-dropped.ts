import type { DroppedField } from "../../../shared/api-server/admission/report.ts";
import { samePath } from "../../../shared/basics/path.ts";
import type { AnalyzedDocument, AnalyzedPod } from "../../analysis/subject.ts";
import type { DocumentHit, DocumentRule } from "../core/model.ts";
import { isWritten } from "../support/places.ts";

/**
 * The API server accepts the object and silently drops this field: its feature is off, or does not exist in this version.
 * The pod then runs as if the field were not there.
 *
 * ## Example
 *
 * With `kubernetes: "1.34"`, where the gate `ContainerRestartRules` is off by default:
 *
 * ```yaml
 * apiVersion: v1
 * kind: Pod
 * metadata: {name: web}
 * spec:
 *   restartPolicy: Never
 *   containers:
 *   - name: app
 *     image: registry.example/app
 *     restartPolicy: Always
 *     restartPolicyRules:
 *     - action: Restart
 *       exitCodes: {operator: In, values: [88]}
 * ```
 *
 * ## How to fix
 *
 * Turn the feature gate on, on the API server and on the nodes, or remove the field.
 * If your cluster is newer than assumed, set `kubernetes` in `.pod-cadence.yaml` or the setting `podCadence.kubernetesVersion`.
 *
 * ## Source
 *
 * `pkg/api/pod/util.go`, `dropDisabledFields`.
 */
export const featureDropped: DocumentRule = {
  id: "feature-dropped",
  title: "The API server silently drops this field, because its feature is off",
  level: "info",
  origin: "simulation",
  marksUnnecessary: true,
  checkDocument: (document) => document.pods.flatMap((pod) => check(document, pod)),
};

function check({ document }: AnalyzedDocument, pod: AnalyzedPod): readonly DocumentHit[] {
  return droppedFields(pod)
    .filter(({ path }) => isWritten(document, path))
    .map(({ path, reason }) => ({
      path,
      on: "key",
      item: pod.located.item,
      message: `${reason}, so it has no effect. Turn the gate on, or remove the field.`,
    }));
}

/** Paths from the root of the document. Where the API server gets something other than the written object, only the pod spec is checked. */
function droppedFields({ located, admission, review }: AnalyzedPod): readonly DroppedField[] {
  const ofObject = review();
  if (ofObject !== undefined)
    return ofObject.dropped.map(({ path, reason }) => ({ path: [...located.objectPath, ...path], reason }));
  const refused = admission.errors.map(({ path }) => path);
  return admission.dropped
    .filter(({ path }) => !refused.some((each) => samePath(each, path)))
    .map(({ path, reason }) => ({ path: [...located.prefix, ...path], reason }));
}
