import type { DocumentRule } from "../core/model.ts";
import { rejectionsOf } from "../rejections/rejection.ts";

/**
 * The API server checks users and groups, seccomp and AppArmor profiles, sysctls, Windows options, and combinations that contradict each other, such as `privileged` with `allowPrivilegeEscalation: false`.
 * It rejects settings of the other system where `spec.os.name` is set.
 *
 * ## Example
 *
 * ```yaml
 * apiVersion: v1
 * kind: Pod
 * metadata: {name: web}
 * spec:
 *   containers:
 *   - name: app
 *     image: registry.example/app
 *     securityContext:
 *       privileged: true
 *       allowPrivilegeEscalation: false
 * ```
 *
 * ## How to fix
 *
 * ```yaml
 * apiVersion: v1
 * kind: Pod
 * metadata: {name: web}
 * spec:
 *   containers:
 *   - name: app
 *     image: registry.example/app
 *     securityContext:
 *       privileged: true
 * ```
 *
 * ## Source
 *
 * `pkg/apis/core/validation/validation.go`, `ValidateSecurityContext`, `validatePodSpecSecurityContext`.
 */
export const securityRefused: DocumentRule = {
  id: "security-refused",
  title: "The API server rejects a security context or another setting of isolation",
  level: "error",
  origin: "api-server",
  checkDocument: (document) => rejectionsOf(document, "security"),
};
