import { URI } from "vscode-uri";
import { fileUri, folderOf } from "./find-project.ts";

/** What the place of a file says about the pods in it: `configured`, the kubelet configuration names it; `usual`, it ends as kubelets' folders do. */
export type StaticPodPlace = "configured" | "usual" | undefined;

/** Where kubeadm, k3s, RKE2 and the images of clouds let their kubelets look. */
const usualFolders = ["/etc/kubernetes/manifests", "/agent/pod-manifests", "/etc/kubelet.d"];

/**
 * A file belongs to the kubelet if it is `staticPodPath` or stands directly in it: folders below are not read, nor are hidden files.
 * An absolute path is one of the node's, so that any folder counts that ends so: the tree may be the image of a node.
 * `mainUri`: the kubelet's main file, to which a relative path is relative.
 */
// Models pkg/kubelet/config/file.go extractFromDir (v1.37.1)
export function staticPodPlace(uri: string, staticPodPath: string | undefined, mainUri: string): StaticPodPlace {
  const { path } = URI.parse(uri);
  const name = path.slice(path.lastIndexOf("/") + 1);
  const folder = path.slice(0, path.lastIndexOf("/"));
  if (name.startsWith(".")) return undefined;
  if (staticPodPath !== undefined && staticPodPath !== "") {
    const wanted = staticPodPath.replace(/(?<!\/)\/+$/, "");
    const absolute = wanted.startsWith("/") ? wanted : URI.parse(fileUri(wanted, folderOf(mainUri))).path;
    const isThere = wanted.startsWith("/")
      ? folder.endsWith(absolute) || path.endsWith(absolute)
      : folder === absolute || path === absolute;
    if (isThere) return "configured";
  }
  return usualFolders.some((usual) => folder.endsWith(usual)) ? "usual" : undefined;
}
