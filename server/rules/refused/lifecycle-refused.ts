import type { DocumentRule } from "../core/model.ts";
import { rejectionsOf } from "../rejections/rejection.ts";

/**
 * A hook has exactly one handler: `exec`, `httpGet`, `tcpSocket` or `sleep`. A `sleep` must not be longer than the pod's grace period, because the pod would be killed before it ends.
 * `activeDeadlineSeconds` must be at least 1. The valid values of `stopSignal` depend on the operating system.
 *
 * ## Example
 *
 * ```yaml
 * apiVersion: v1
 * kind: Pod
 * metadata: {name: web}
 * spec:
 *   terminationGracePeriodSeconds: 10
 *   containers:
 *   - name: app
 *     image: registry.example/app
 *     lifecycle:
 *       preStop:
 *         sleep: {seconds: 15}
 * ```
 *
 * ## How to fix
 *
 * ```yaml
 * apiVersion: v1
 * kind: Pod
 * metadata: {name: web}
 * spec:
 *   terminationGracePeriodSeconds: 20
 *   containers:
 *   - name: app
 *     image: registry.example/app
 *     lifecycle:
 *       preStop:
 *         sleep: {seconds: 15}
 * ```
 *
 * ## Source
 *
 * `pkg/apis/core/validation/validation.go`, `validateLifecycle`, `validateSleepAction`, `validateStopSignal`.
 */
export const lifecycleRefused: DocumentRule = {
  id: "lifecycle-refused",
  title: "The API server rejects a lifecycle hook, a deadline or a stop signal",
  level: "error",
  origin: "api-server",
  checkDocument: (document) => rejectionsOf(document, "lifecycle"),
};
