import { exactly, type Span } from "../basics/span.ts";
import { atLeast, type KubernetesVersion } from "./versions.ts";

// When the control plane does something about the pods of a node that stops and does not come back, in a cluster whose other nodes are
// well: evictions are then not slowed down or stopped.

/** A kubelet renews the lease of its node so often, with a jitter of 4 %. Models pkg/kubelet/kubelet.go nodeLeaseRenewIntervalFraction (v1.37.1) */
const leaseMsMax = 10_400;
/** The node controller looks at all nodes so often. Models pkg/controller/nodelifecycle/config/v1alpha1/defaults.go NodeMonitorPeriod (v1.37.1) */
const monitorMs = 5000;
/** Models NodeMonitorGracePeriod of the same file (v1.37.1) */
const graceMsSince132 = 50_000;
const graceMsBefore = 40_000;
/** From NotReady until the taint is there and its pods are known. Models pkg/controller/nodelifecycle/node_lifecycle_controller.go nodeEvictionPeriod (v1.37.1) */
const taintMsMax = 200;

/** Models plugin/pkg/admission/defaulttolerationseconds/admission.go defaultUnreachableTolerationSeconds (v1.37.1) */
export const defaultTolerationSeconds = 300;

/** From the loss until the node is NotReady, at the latest. */
export const notReadyMsMax = graceMsSince132 + monitorMs;

/** What one loss draws: a whole number of milliseconds up to the limit. */
type Draw = (limitMs: number) => number;

interface Waited {
  readonly waitMs: number;
  readonly since: Span;
}

/**
 * From the loss until the node is NotReady: the last renewal of the lease was up to an interval ago, the node controller saw it at its
 * next look, and the grace period counts from there. Without `draw` the node renewed its lease just now and was seen just now.
 * Models pkg/controller/nodelifecycle/node_lifecycle_controller.go tryUpdateNodeHealth (v1.37.1)
 */
export function untilNotReady(apiServer: { readonly kubernetes: KubernetesVersion }, draw: Draw | undefined): Waited {
  const graceMs = atLeast(apiServer.kubernetes, "1.32") ? graceMsSince132 : graceMsBefore;
  if (draw === undefined) return { waitMs: graceMs, since: exactly(graceMs) };
  const since = { nominalMs: graceMs, earliestMs: graceMs - leaseMsMax, latestMs: graceMs + monitorMs };
  const leaseMs = draw(leaseMsMax);
  return { waitMs: graceMs - leaseMs + draw(monitorMs), since };
}

/** From NotReady until the pods are evicted. `taintedMs`: until the taint is put on the node. */
export function untilEviction(tolerationSeconds: number, taintedMs: number, draw: Draw | undefined): Waited {
  const waitMs = taintedMs + tolerationSeconds * 1000;
  if (draw === undefined) return { waitMs, since: exactly(waitMs) };
  return {
    waitMs: waitMs + draw(taintMsMax),
    since: { nominalMs: waitMs, earliestMs: waitMs, latestMs: waitMs + taintMsMax },
  };
}
