import type { DocumentHit, DocumentRule } from "../core/model.ts";
import { unknownFields } from "../rejections/unknown-fields.ts";

/**
 * The field was added in a later version of Kubernetes than the one assumed here.
 * With that version kubectl rejects the object. With `--validate=false` the server silently drops the field.
 * If your cluster is newer than assumed, set `kubernetes` in `.pod-cadence.yaml` or the setting `podCadence.kubernetesVersion`.
 *
 * ## Example
 *
 * With `kubernetes: "1.33"`:
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
 *     restartPolicyRules:
 *     - action: Restart
 *       exitCodes: {operator: In, values: [42]}
 * ```
 *
 * ## How to fix
 *
 * Remove the field, unless all your clusters are new enough.
 *
 * ## Source
 *
 * `staging/src/k8s.io/api` of each minor.
 */
export const fieldTooNew: DocumentRule = {
  id: "field-too-new",
  title: "The field needs a later version of Kubernetes",
  level: "info",
  origin: "strict",
  checkDocument: (document) =>
    unknownFields(document).flatMap(({ field, path, item }) => {
      if (field.since === undefined) return [];
      const { kubernetes } = document.settings.assumptions.apiServer;
      const message = `"${String(path.at(-1))}" needs Kubernetes ${field.since}, so kubectl rejects the object on ${kubernetes}. Remove it, or set the version of your cluster.`;
      return [{ path, on: "key", item, errorType: "UnknownField", message } satisfies DocumentHit];
    }),
};
