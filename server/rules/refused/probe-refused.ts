import type { DocumentRule } from "../core/model.ts";
import { rejectionsOf } from "../rejections/rejection.ts";

/**
 * A probe has exactly one handler: `exec`, `httpGet`, `tcpSocket` or `grpc`. Its numbers must not be negative; 0 means the default.
 * Liveness and startup probes succeed with the first success, so their `successThreshold` must be 1.
 * A port in quotes is the name of a port, so `"8080"` is rejected.
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
 *     livenessProbe:
 *       tcpSocket: {port: 8080}
 *       successThreshold: 2
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
 *     livenessProbe:
 *       tcpSocket: {port: 8080}
 *       successThreshold: 1
 * ```
 *
 * ## Source
 *
 * `pkg/apis/core/validation/validation.go`, `validateProbe`, `validateLivenessProbe`, `validateReadinessProbe`, `validateStartupProbe`.
 */
export const probeRefused: DocumentRule = {
  id: "probe-refused",
  title: "The API server rejects a probe",
  level: "error",
  origin: "api-server",
  checkDocument: (document) => rejectionsOf(document, "probe"),
};
