import { memo } from "../../../shared/basics/once.ts";
import type { Manifest, ManifestDocument } from "../../manifest/text/model.ts";

/** The documents after the first one in a file with only KubeletConfigurations: the kubelet does not read them. Each of the documents asks. */
export const unreadKubelets = memo((manifest: Manifest): ReadonlySet<ManifestDocument> => {
  const written = manifest.documents.map(({ document }) => document).filter(({ empty }) => !empty);
  const isKubelet = ({ kubeletConfigurations }: ManifestDocument) =>
    kubeletConfigurations.some(({ prefix, partial }) => prefix.length === 0 && !partial);
  const isKubeletFile = written.length > 1 && written.every(isKubelet);
  // Documents with the same text are one object here, and the first is read.
  return new Set(isKubeletFile ? written.slice(1).filter((document) => document !== written[0]) : []);
});
