import type { UnknownField } from "../../../shared/api-server/types/decode.ts";
import type { Path } from "../../../shared/basics/path.ts";
import type { ManifestDocument } from "../../manifest/text/model.ts";
import type { DocumentHit, DocumentRule, WordFix } from "../core/model.ts";
import { caseFix, renameFix } from "../rejections/case-fix.ts";
import { adviseProposed } from "../rejections/proposed-shapes.ts";
import { consequencesOf } from "../rejections/rejection.ts";
import { unknownFields, unknownWords } from "../rejections/unknown-fields.ts";

/**
 * No version of Kubernetes has a field with this name in this place.
 * kubectl requests strict validation, so the object is rejected. With `--validate=false`, and with many other tools, the field is silently dropped.
 * Field names are case-sensitive, and a field at the wrong level is unknown, too.
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
 *     livenessprobe:
 *       tcpSocket: {port: 8080}
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
 * ```
 *
 * ## Source
 *
 * `staging/src/k8s.io/apiserver/pkg/endpoints/handlers/create.go`, field validation `Strict`, which is kubectl's default since 1.25.
 */
export const unknownField: DocumentRule = {
  id: "unknown-field",
  title: "The field does not exist, and kubectl rejects the object",
  level: "error",
  origin: "strict",
  hidesOthers: true,
  checkDocument: (document) =>
    unknownFields(document).flatMap((placed) => {
      const { pod, field, path, item, meant, advice: usual } = placed;
      if (field.since !== undefined) return [];
      const proposed = adviseProposed(document.document, path, field);
      const fix = proposed === undefined ? renamed(document.document, path, { field, meant: meant() }) : proposed.fix;
      const advice = proposed?.advice ?? usual();
      const message = unknownWords(placed, advice);
      const also = consequencesOf(document, pod, field.path).map(({ path: other, errorType }) => ({
        path: [...pod.located.objectPath, ...other],
        errorType,
      }));
      return [
        {
          path,
          on: "key",
          item,
          errorType: "UnknownField",
          message,
          ...(also.length > 0 && { also }),
          ...(fix && { fix }),
        } satisfies DocumentHit,
      ];
    }),
};

interface Misspelled {
  readonly field: UnknownField;
  readonly meant: string | undefined;
}

function renamed(document: ManifestDocument, path: Path, { field, meant }: Misspelled): WordFix | undefined {
  return caseFix(document, path, field.known) ?? (meant === undefined ? undefined : renameFix(document, path, meant));
}
