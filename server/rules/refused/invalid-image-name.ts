import { parseImageName } from "../../../shared/kubernetes/image-name.ts";
import { isPlaceholderImage } from "../../../shared/kubernetes/placeholders.ts";
import { quoted } from "../../../shared/scenario/reading/quoted.ts";
import type { ContainerRule } from "../core/model.ts";

/**
 * The API server takes any text as the name of an image. The kubelet reads it as a reference (registry, repository, tag, digest)
 * and does not start the container if it cannot: its status waits with `InvalidImageName`, and no pull is tried.
 * Names with `$`, `{`, `<` or `%` are left alone, because something is likely to be filled in there.
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
 *     image: registry.example/Web:1.4
 * ```
 *
 * ## How to fix
 *
 * Write the repository in lowercase, one tag behind it, and a digest in full.
 *
 * ```yaml
 * apiVersion: v1
 * kind: Pod
 * metadata: {name: web}
 * spec:
 *   containers:
 *   - name: app
 *     image: registry.example/web:1.4
 * ```
 *
 * ## Source
 *
 * `pkg/kubelet/images/image_manager.go`, `EnsureImageExists`; `github.com/distribution/reference`, `ParseNormalizedNamed`.
 */
export const invalidImageName: ContainerRule = {
  id: "invalid-image-name",
  title: "The kubelet cannot read the name of an image, so the container never starts",
  level: "warning",
  origin: "kubelet",
  checkContainer: ({ container: { image, path } }) => {
    const name = parseImageName(image);
    if (name.isValid || image.trim() !== image || image === "" || isPlaceholderImage(image)) return [];
    const words = name.error.slice(name.error.lastIndexOf(": ") + 2);
    const message = `The container never starts (InvalidImageName): the kubelet cannot read ${quoted(image, 80)}: ${words}.`;
    return [{ path: [...path, "image"], on: "value", message }];
  },
};
