import type { DocumentRule } from "../core/model.ts";
import { rejectionsOf } from "../rejections/rejection.ts";

/**
 * Each volume has a unique name and one source, and every mount names a volume of its pod.
 * Two mounts of a container cannot share a `mountPath`. The API server also checks what each kind of source needs, paths that leave the volume (`..`), and file modes.
 * A mount of a volume that the API server rejects is reported, too.
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
 *     volumeMounts:
 *     - {name: data, mountPath: /data}
 *   volumes:
 *   - name: cache
 *     emptyDir: {}
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
 *     volumeMounts:
 *     - {name: cache, mountPath: /data}
 *   volumes:
 *   - name: cache
 *     emptyDir: {}
 * ```
 *
 * ## Source
 *
 * `pkg/apis/core/validation/validation.go`, `ValidateVolumes`, `ValidateVolumeMounts`.
 */
export const volumeRefused: DocumentRule = {
  id: "volume-refused",
  title: "The API server rejects a volume, a mount or a claim template",
  level: "error",
  origin: "api-server",
  checkDocument: (document) => rejectionsOf(document, "volume"),
};
