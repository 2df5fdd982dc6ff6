import type { DroppedField } from "../../shared/admission/report.ts";
import { samePath } from "../../shared/kubernetes/path.ts";
import type { DocumentHit, DocumentRule } from "./model.ts";
import { isWritten } from "./places.ts";
import type { AnalysedDocument, AnalysedPod } from "./subject.ts";

/**
 * The API server takes the object and leaves this field out, without a word: the feature that it belongs to is off or does not exist there yet.
 * The pod then restarts as if the field had not been written.
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
 * ## What to write instead
 *
 * Turn the feature gate on, on the API server and on the nodes, or do without the field.
 * If the cluster is newer than assumed, say so: `kubernetes` in `.pod-cadence.yaml`, or the setting `podCadence.kubernetesVersion`.
 *
 * ## Source
 *
 * `pkg/api/pod/util.go`, `dropDisabledFields`.
 */
export const featureDropped: DocumentRule = {
  id: "feature-dropped",
  title: "The API server drops this field without a word, because its feature is off",
  level: "info",
  origin: "simulation",
  since: "1.28",
  checkDocument: (document) => document.pods.flatMap((pod) => check(document, pod)),
};

function check({ document }: AnalysedDocument, pod: AnalysedPod): readonly DocumentHit[] {
  return droppedFields(pod)
    .filter(({ path }) => isWritten(document, path))
    .map(({ path, reason }) => ({
      path,
      on: "key",
      item: pod.located.item,
      message: `${reason}. It has no effect: turn the gate on, or remove the field.`,
    }));
}

/** Paths from the root of the document. Where the API server does not see the object as it is written, the pod spec alone is looked at. */
function droppedFields({ located, admission, review }: AnalysedPod): readonly DroppedField[] {
  const ofObject = review();
  if (ofObject !== undefined)
    return ofObject.dropped.map(({ path, reason }) => ({ path: [...located.objectPath, ...path], reason }));
  const refused = admission.errors.map(({ path }) => path);
  return admission.dropped
    .filter(({ path }) => !refused.some((each) => samePath(each, path)))
    .map(({ path, reason }) => ({ path: [...located.prefix, ...path], reason }));
}
