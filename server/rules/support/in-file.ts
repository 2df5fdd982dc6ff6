import { startsWith } from "../../../shared/basics/path.ts";
import type { Manifest, ManifestDocument } from "../../manifest/model.ts";
import type { RuleId } from "../ids.ts";
import type { Finding } from "../model.ts";
import { isSelected } from "./services.ts";
import { withoutUnread } from "./unread-kubelets.ts";

/** Rules about traffic, which matter only to pods that a Service selects. */
const trafficRules: ReadonlySet<RuleId> = new Set(["dead-pod-keeps-traffic"]);

/** The findings of a document that hold in its file: other documents decide whether some of them matter. */
export function inFile(
  manifest: Manifest,
  document: ManifestDocument,
  findings: readonly Finding[],
): readonly Finding[] {
  const read = withoutUnread(manifest, document, findings);
  if (!read.some(({ rule }) => trafficRules.has(rule))) return read;
  return read.filter(({ rule, path }) => {
    const pod = document.pods.find(({ prefix }) => startsWith(path, prefix));
    return !trafficRules.has(rule) || (pod !== undefined && isSelected(manifest, pod));
  });
}
