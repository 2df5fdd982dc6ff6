import { startsWith } from "../../shared/kubernetes/path.ts";
import { pathAt } from "../manifest/position.ts";
import { lineOf } from "../manifest/text.ts";
import type { DocumentHit, DocumentRule } from "./model.ts";
import type { AnalysedDocument } from "./subject.ts";

/**
 * A key stands twice in one map.
 * kubectl keeps the last one and says nothing, so the first one is lost; a server that is sent the YAML itself refuses the object when it is strict.
 *
 * ## Example
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
 *   terminationGracePeriodSeconds: 30
 * ```
 *
 * ## What to write instead
 *
 * One of the two lines.
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
 * ```
 *
 * ## Source
 *
 * `sigs.k8s.io/yaml`, `yaml.YAMLToJSON` in kubectl and `yaml.UnmarshalStrict` in the API server.
 */
export const duplicateField: DocumentRule = {
  id: "duplicate-field",
  title: "A key stands twice in one map: the last one counts, the first is lost",
  level: "warning",
  origin: "strict",
  since: "1.28",
  checkDocument: (document) => (document.document.duplicateKeys.length === 0 ? [] : check(document)),
};

function check({ document, pods }: AnalysedDocument): readonly DocumentHit[] {
  return document.duplicateKeys.flatMap(({ key, start, end, earlier }) => {
    const { path } = pathAt(document, start);
    const pod = pods.find(({ located }) => startsWith(path, located.objectPath));
    if (pod === undefined) return [];
    const before = lineOf(document.text, start) - lineOf(document.text, earlier.start);
    const where = before === 0 ? "on this line already" : `${before} line${before === 1 ? "" : "s"} above, too`;
    const message = `"${key}" stands ${where}: this one counts, and ${pod.isStatic ? "the kubelet" : "kubectl"} drops the other without a word. Remove one of them.`;
    const range = { start, end };
    return [
      { path, on: "key", range, item: pod.located.item, errorType: "DuplicateField", message } satisfies DocumentHit,
    ];
  });
}
