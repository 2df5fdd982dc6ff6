import { startsWith } from "../../shared/basics/path.ts";
import type { Manifest, ManifestDocument } from "../manifest/text/model.ts";
import type { Finding } from "./core/model.ts";
import { rules } from "./index.ts";
import { unreadKubelets } from "./kubelet/unread-kubelets.ts";
import { isSelected } from "./support/services.ts";

/** The findings of a document that hold in its file: other documents decide whether some of them matter. */
export function inFile(
  manifest: Manifest,
  document: ManifestDocument,
  findings: readonly Finding[],
): readonly Finding[] {
  const read = withoutUnread(manifest, document, findings);
  if (!read.some(({ rule }) => rules[rule].needsService)) return read;
  return read.filter(({ rule, path }) => {
    const pod = document.pods.find(({ prefix }) => startsWith(path, prefix));
    return !rules[rule].needsService || (pod !== undefined && isSelected(manifest, pod));
  });
}

/** The findings of a document, without those about a configuration that is never read. */
function withoutUnread(
  manifest: Manifest,
  document: ManifestDocument,
  findings: readonly Finding[],
): readonly Finding[] {
  const isKubelet = findings.some(({ rule }) => rules[rule].isAboutKubelet);
  if (!isKubelet || !unreadKubelets(manifest).has(document)) return findings;
  return findings.filter(({ rule }) => !rules[rule].isAboutKubelet);
}
