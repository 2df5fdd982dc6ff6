import type { DocumentRule } from "./model.ts";
import { rejectionsOf } from "./rejection.ts";

/**
 * A hook does one thing: `exec`, `httpGet`, `tcpSocket` or `sleep`. A `sleep` cannot be longer than the grace period of the pod, because the pod would be killed while it waits.
 * `activeDeadlineSeconds` is 1 or more. The signals of `stopSignal` depend on the operating system.
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
 * ## What to write instead
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
  title: "The API server refuses a hook, a deadline or what ends a pod",
  level: "error",
  origin: "api-server",
  since: "1.28",
  checkDocument: (document) => rejectionsOf(document, "lifecycle"),
};
