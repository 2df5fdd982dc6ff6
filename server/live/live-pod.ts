import type { KubeletModel, PodSnapshot } from "../../shared/observation/index.ts";
import type { NodeInfo } from "../../shared/protocol/cluster.ts";
import type { LiveAssumptions } from "./node-assumptions.ts";
import type { PodOwner } from "./workloads.ts";

/** A pod of the connected cluster with all that is known of it. */
export interface LivePod {
  readonly uid: string;
  readonly look: PodSnapshot;
  /** From the nearest owner to what people wrote. */
  readonly workloads: readonly PodOwner[];
  /** What its node says of itself; undefined if there is nothing yet. */
  readonly node: NodeInfo | undefined;
  readonly assumed: () => LiveAssumptions;
  /** Undefined if the pod has no spec that can be run. */
  readonly kubelet: () => KubeletModel | undefined;
}
