import type { DocumentHit, DocumentRule } from "../core/model.ts";
import { tooNewWords, unknownFields } from "../rejections/unknown-fields.ts";

/**
 * The field was added in a later version of Kubernetes than the one that is stated for this manifest.
 * kubectl requests strict validation, so the API server rejects the object: `unknown field`. Forecasts say so, too.
 * With `--validate=false`, and with many other tools, the server silently drops the field.
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
 * `staging/src/k8s.io/api` of each minor, and `staging/src/k8s.io/apiserver/pkg/endpoints/handlers/create.go`, field validation `Strict`.
 */
export const fieldTooNew: DocumentRule = {
  id: "field-too-new",
  title: "The field needs a later version of Kubernetes, and kubectl rejects the object",
  level: "error",
  origin: "strict",
  checkDocument: (document) =>
    unknownFields(document).flatMap((placed) => {
      const { path, item } = placed;
      const message = tooNewWords(placed, document.settings.assumptions.apiServer.kubernetes);
      if (message === undefined) return [];
      return [{ path, on: "key", item, errorType: "UnknownField", message } satisfies DocumentHit];
    }),
};
