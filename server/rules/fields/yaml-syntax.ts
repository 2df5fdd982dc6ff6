import type { DocumentRule, FileRule } from "../core/model.ts";

/**
 * kubectl cannot read the text as YAML: it stops here and does not send the rest.
 * Files with templates are not reported, because their output is unknown.
 *
 * ## Example
 *
 * ```yaml
 * apiVersion: v1
 * kind: Pod
 * metadata: {name: web
 * spec:
 *   containers:
 *   - name: app
 *     image: registry.example/app
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
 * ```
 *
 * ## Source
 *
 * `sigs.k8s.io/yaml`, which kubectl and the API server use.
 */
export const yamlSyntax: DocumentRule & FileRule = {
  id: "yaml-syntax",
  title: "The text is not YAML that kubectl can read",
  level: "error",
  origin: "yaml",
  checkDocument: ({ document }) =>
    document.problems.map(({ start, end, message }) => ({ path: [], on: "value", range: { start, end }, message })),
  checkFile: ({ problems, tooLarge }) => (tooLarge ? [] : problems),
};
