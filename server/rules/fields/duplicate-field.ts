import { counted } from "../../../shared/basics/counted.ts";
import { startsWith } from "../../../shared/basics/path.ts";
import type { AnalyzedDocument } from "../../analysis/subject.ts";
import { lineIn } from "../../manifest/text/lines.ts";
import { pathAt } from "../../manifest/text/position.ts";
import { hasConflictMarkers } from "../../manifest/text/templates.ts";
import type { DocumentHit, DocumentRule } from "../core/model.ts";

/**
 * A key appears twice in one map.
 * kubectl silently keeps the last one, so the first is lost. A server that gets the YAML itself rejects the object in strict mode.
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
 * ## How to fix
 *
 * Keep one of the two lines.
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
  title: "A key appears twice in one map: the last one counts, the first is lost",
  level: "warning",
  origin: "strict",
  checkDocument: (document) => (document.document.duplicateKeys.length === 0 ? [] : check(document)),
};

function check({ document, pods }: AnalyzedDocument): readonly DocumentHit[] {
  return document.duplicateKeys.flatMap(({ key, start, end, earlier }) => {
    const { path } = pathAt(document, start);
    const pod = pods.find(({ located }) => startsWith(path, located.objectPath));
    if (pod === undefined || hasConflictMarkers(document.text.slice(earlier.start, start))) return [];
    const before = lineIn(document, start) - lineIn(document, earlier.start);
    const where = before === 0 ? "is already on this line" : `is also ${counted(before, "line")} above`;
    const message = `"${key}" ${where}. This one counts, and ${pod.isStatic ? "the kubelet" : "kubectl"} silently drops the other. Remove one of them.`;
    const range = { start, end };
    return [
      { path, on: "key", range, item: pod.located.item, errorType: "DuplicateField", message } satisfies DocumentHit,
    ];
  });
}
