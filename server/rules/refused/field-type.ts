import type { AnalyzedDocument, AnalyzedPod } from "../../analysis/subject.ts";
import { isUnknownAt } from "../../manifest/text/ranges.ts";
import type { DocumentHit, DocumentRule } from "../core/model.ts";
import { typeFix } from "../rejections/field-type-fixes.ts";
import { typeMessage, unreadWords } from "../rejections/field-type-words.ts";

/**
 * A value does not have the type of its field, so the API server cannot read the object at all. It reports the first such value and stops.
 * Most of these come from YAML: a number in quotes is a string, unquoted `yes`, `no`, `on` and `off` are booleans, `010` is 8 and `1e3` is 1000.
 * Seconds are plain numbers: `30s` is a string.
 *
 * ## Example
 *
 * ```yaml
 * apiVersion: v1
 * kind: Pod
 * metadata: {name: web}
 * spec:
 *   terminationGracePeriodSeconds: 60s
 *   containers:
 *   - name: app
 *     image: registry.example/app
 *     env:
 *     - name: WORKERS
 *       value: 4
 * ```
 *
 * ## How to fix
 *
 * ```yaml
 * apiVersion: v1
 * kind: Pod
 * metadata: {name: web}
 * spec:
 *   terminationGracePeriodSeconds: 60
 *   containers:
 *   - name: app
 *     image: registry.example/app
 *     env:
 *     - name: WORKERS
 *       value: "4"
 * ```
 *
 * ## Source
 *
 * `sigs.k8s.io/json`, as `staging/src/k8s.io/apimachinery/pkg/runtime/serializer/json` uses it, and the types of `staging/src/k8s.io/api`.
 */
export const fieldType: DocumentRule = {
  id: "field-type",
  title: "A value has the wrong type, so the API server cannot read the object",
  level: "error",
  origin: "api-server",
  hidesOthers: true,
  checkDocument: (document) =>
    document.pods.flatMap((pod) => (pod.isStatic ? [] : wrongTypesOf(document, pod, unreadWords))),
};

/** `outcome`: the start of the message, with who rejects it. */
export function wrongTypesOf(
  { document }: AnalyzedDocument,
  pod: AnalyzedPod,
  outcome: string,
): readonly DocumentHit[] {
  const { objectPath, item } = pod.located;
  return (pod.review()?.wrongTypes ?? []).flatMap((wrong) => {
    const path = [...objectPath, ...wrong.path];
    if (isUnknownAt(document, path)) return [];
    const fix = typeFix(document, path, wrong);
    const message = `${outcome}: ${typeMessage(document, path, wrong)}`;
    return [{ path, on: "value" as const, item, errorType: "TypeInvalid", message, ...(fix && { fix }) }];
  });
}
