import type { RuleFacts } from "./model.ts";

/**
 * A comment silences a rule that says nothing there: what it spoke of has been repaired, or the comment stands on the wrong line.
 * It would silence the next mistake of that kind, too.
 * The rule itself is silent where the file is a template or cannot be read to its end, and about rules that are off.
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
 * ## What to write instead
 *
 * Nothing: the quick fix removes the comment, or the one rule from it.
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
 * Pod Cadence itself.
 */
export const unusedIgnore: RuleFacts = {
  id: "unused-ignore",
  title: "A comment silences a rule that says nothing here",
  level: "hint",
  origin: "scenario",
  since: "1.28",
};
