import type { DocumentHit, DocumentRule } from "./model.ts";
import { unknownFields } from "./unknown-fields.ts";

/**
 * The field came with a later version of Kubernetes than the one that is assumed here.
 * There kubectl refuses the object, and with `--validate=false` the server leaves the field out without a word.
 * If the cluster is newer than assumed, say so: `kubernetes` in `.pod-cadence.yaml`, or the setting `podCadence.kubernetesVersion`.
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
 * ## What to write instead
 *
 * Nothing, if all clusters are new enough; else do without the field.
 *
 * ## Source
 *
 * `staging/src/k8s.io/api` of each minor.
 */
export const fieldTooNew: DocumentRule = {
  id: "field-too-new",
  title: "The field came with a later version of Kubernetes",
  level: "info",
  origin: "strict",
  since: "1.28",
  checkDocument: (document) =>
    unknownFields(document).flatMap(({ field, path, item }) => {
      if (field.since === undefined) return [];
      const { kubernetes } = document.settings.assumptions.apiServer;
      const message = `"${String(path.at(-1))}" came with Kubernetes ${field.since}: kubectl refuses the object on ${kubernetes}. Remove it, or set the version of your cluster.`;
      return [{ path, on: "key", item, errorType: "UnknownField", message } satisfies DocumentHit];
    }),
};
