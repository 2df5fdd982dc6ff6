import type { Manifest, ManifestDocument } from "../../manifest/text/model.ts";

const unreadByManifest = new WeakMap<Manifest, ReadonlySet<ManifestDocument>>();

/** The documents after the first one in a file with only KubeletConfigurations: the kubelet does not read them. */
export function unreadKubelets(manifest: Manifest): ReadonlySet<ManifestDocument> {
  const before = unreadByManifest.get(manifest);
  if (before !== undefined) return before;
  const written = manifest.documents.map(({ document }) => document).filter(({ empty }) => !empty);
  const isKubelet = ({ kubeletConfigurations }: ManifestDocument) =>
    kubeletConfigurations.some(({ prefix, partial }) => prefix.length === 0 && !partial);
  const isKubeletFile = written.length > 1 && written.every(isKubelet);
  // Documents with the same text are one object here, and the first is read.
  const unread = new Set(isKubeletFile ? written.slice(1).filter((document) => document !== written[0]) : []);
  unreadByManifest.set(manifest, unread);
  return unread;
}
