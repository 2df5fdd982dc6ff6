import type { DocumentRule } from "./model.ts";
import { rejectionsOf } from "./rejection.ts";

/**
 * The words of a restart policy are `Always`, `OnFailure` and `Never`, as they stand here.
 * A container with `restartPolicyRules` needs a `restartPolicy` of its own, which holds when no rule matches.
 * Controllers that keep pods running take `Always` only, Jobs take `OnFailure` or `Never` and need one of them.
 *
 * ## Example
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
 *     restartPolicy: Never
 * ```
 *
 * ## Source
 *
 * `pkg/apis/core/validation/validation.go`, `validateContainerRestartPolicy`, `validateRestartPolicy`; `pkg/apis/batch/validation/validation.go`.
 */
export const restartPolicyRefused: DocumentRule = {
  id: "restart-policy-refused",
  title: "The API server refuses a restart policy or a restart rule",
  level: "error",
  origin: "api-server",
  since: "1.28",
  checkDocument: (document) => rejectionsOf(document, "restart"),
};
