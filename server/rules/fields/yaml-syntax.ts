import type { Manifest, ManifestDocument } from "../../manifest/text/model.ts";
import type { DocumentRule, FileRule } from "../core/model.ts";
import { isObject, placeholderBefore } from "../rejections/unreadable.ts";

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
    (isFreeMarker(document) ? [] : causesOf(document.problems)).map(({ start, end, message }) => {
      const name = placeholderBefore(document, start);
      const range = { start, end };
      if (name === undefined) return { path: [], on: "value", range, message };
      return {
        path: [],
        on: "value",
        range,
        message: `${name} looks like a placeholder. Until it is replaced, kubectl cannot read the file.`,
        severity: "info",
      };
    }),
  checkFile: (manifest) => (manifest.tooLarge || !holdsObjects(manifest) ? [] : manifest.problems),
};

/** `<#if …>` and `</#list>` are lines of FreeMarker, whose output is unknown. */
function isFreeMarker({ text }: ManifestDocument): boolean {
  return text.includes("</#") && /^[ \t]*<\/#[a-z]+>/m.test(text);
}

/**
 * So many mistakes in one document are one, as a text below a key whose lines lost their indentation: the first line says where.
 */
const mistakesMax = 3;

function causesOf(problems: ManifestDocument["problems"]): ManifestDocument["problems"] {
  return problems.length > mistakesMax ? problems.slice(0, 1) : problems;
}

/** Whether kubectl can be meant to read the file: some document has `apiVersion` and `kind`, or it cannot be split into documents. */
export function holdsObjects({ documents }: Manifest): boolean {
  return documents.length === 0 || documents.some(({ document }) => isObject(document));
}
