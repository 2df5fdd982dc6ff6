import type { DocumentRule } from "../core/model.ts";
import { rejectionsOf } from "../rejections/rejection.ts";

/**
 * A restart policy is `Always`, `OnFailure` or `Never`, case-sensitive.
 * A container with `restartPolicyRules` needs its own `restartPolicy`, which applies when no rule matches.
 * Controllers that keep pods running accept only `Always`. Jobs require `OnFailure` or `Never`.
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
 * ## How to fix
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
  title: "The API server rejects a restart policy or a restart rule",
  level: "error",
  origin: "api-server",
  checkDocument: (document) => rejectionsOf(document, "restart"),
};
