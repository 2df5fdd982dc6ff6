import { memo } from "../../../shared/basics/once.ts";
import { isFields } from "../../../shared/basics/values.ts";
import type { Manifest, ManifestDocument } from "../../manifest/text/model.ts";
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
    document.problems.map(({ start, end, message }) => {
      const placeholder = /\{[A-Za-z][\w-]*\}$/.exec(
        document.text.slice(Math.max(0, start - placeholderLengthMax), start),
      );
      const range = { start, end };
      if (placeholder === null) return { path: [], on: "value", range, message };
      const [name] = placeholder;
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

/** Of `{username}` before what follows a value that is complete. */
const placeholderLengthMax = 60;

const objectKeys = ["apiVersion", "kind"].map((key) => new RegExp(`^[-\\[{ \\t]*["']?${key}["']?[ \\t]*:`, "m"));

/** Whether kubectl can be meant to read the file: some document has `apiVersion` and `kind`, or it cannot be split into documents. */
export function holdsObjects({ documents }: Manifest): boolean {
  return documents.length === 0 || documents.some(({ document }) => isObject(document));
}

const isObject = memo(
  (document: ManifestDocument): boolean =>
    document.listItem !== undefined || objectKeys.every((key) => key.test(document.text)) || isObjectInBraces(document),
);

/** JSON as programs write it has all keys in one line. */
function isObjectInBraces(document: ManifestDocument): boolean {
  const object = document.text.trimStart().startsWith("{") ? document.value() : undefined;
  return isFields(object) && "apiVersion" in object && "kind" in object;
}
