import type { RuleFacts } from "../core/model.ts";

/**
 * A comment suppresses a rule that reports nothing there: the problem has been fixed, or the comment is on the wrong line.
 * It would also hide the next mistake of that kind.
 * The rule reports nothing in templates, in files that cannot be read completely, and about rules that are off.
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
 *       httpGet: {path: /healthz, port: 8080}
 *       timeoutSeconds: 5  # cadence: ignore timeout-exceeds-period — measured
 * ```
 *
 * ## How to fix
 *
 * The quick fix removes the comment, or only this rule from it.
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
 *       httpGet: {path: /healthz, port: 8080}
 *       timeoutSeconds: 5
 * ```
 *
 * ## Source
 *
 * Pod Cadence.
 */
export const unusedIgnore: RuleFacts = {
  id: "unused-ignore",
  title: "A comment suppresses a rule that reports nothing here",
  level: "hint",
  origin: "scenario",
  marksUnnecessary: true,
};
