import { type KubernetesVersion, minorVersions } from "../../../shared/kubernetes/versions.ts";
import type { RuleFacts } from "../core/model.ts";

/** The first Kubernetes minor that a rule applies to. */
export function sinceOf({ since = minorVersions[0] }: RuleFacts): KubernetesVersion {
  return since;
}
