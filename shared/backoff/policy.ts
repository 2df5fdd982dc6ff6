import { isEnabled } from "../kubernetes/feature-gates.ts";
import type { Node } from "../kubernetes/node.ts";
import type { BackoffPolicy } from "./backoff.ts";

/** The back-off of a node's container restarts: its reset is a constant, not client-go's rule. */
export interface CrashLoopPolicy extends BackoffPolicy {
  readonly resetAfterMs: number;
}

const standard = { initialMs: 10_000, maximumMs: 300_000 };
const reduced = { initialMs: 1_000, maximumMs: 60_000 };

/** In 1.28 to 1.31 this is twice the maximum by client-go's rule; since 1.32 the kubelet says 600 s, whatever the maximum. */
const resetAfterMs = 600_000;

/** What the kubelet fills in for crashLoopBackOff.maxContainerRestartPeriod when the gate is on and the field is not set. */
const maxContainerRestartPeriodMsDefault = 300_000;

/** More doublings than any policy that the kubelet accepts has (1 s to 300 s: ten steps). */
const curveLengthMax = 64;

/** Image pulls have an object of their own that no gate and no field changes. Here the first failure already delays. */
export const imagePullPolicy: BackoffPolicy = { initialMs: 10_000, maximumMs: 300_000, resetAfterMs: undefined };

/**
 * First and longest delay between a container's exit and its restart on this node.
 * The field beats the 60 s of ReduceDefaultCrashLoopBackOffDecay even when nobody set it, because defaulting fills it with 300 s:
 * with both gates on and nothing configured the delays go from 1 s to 300 s.
 * A field that is set while its gate is off stops a kubelet; here it has no effect.
 */
// Models pkg/kubelet/kubelet.go newCrashLoopBackOff (v1.33 to v1.37). The formula of 1.32 is the same where the second gate is unknown.
export function crashLoopPolicy(node: Node): CrashLoopPolicy {
  const base = isEnabled(node, "ReduceDefaultCrashLoopBackOffDecay") ? reduced : standard;
  if (!isEnabled(node, "KubeletCrashLoopBackOffMax")) return { ...base, resetAfterMs };
  const maximumMs = node.kubeletConfiguration.maxContainerRestartPeriodMs ?? maxContainerRestartPeriodMsDefault;
  return { initialMs: Math.min(base.initialMs, maximumMs), maximumMs, resetAfterMs };
}

/**
 * The waits before the first, second, … restart of a container that exits at once: 0, the initial delay, its doublings and the maximum,
 * which then repeats. The first restart is free because no entry exists before it.
 */
export function backOffCurve(policy: BackoffPolicy): number[] {
  const delaysMs = [0];
  let delayMs = policy.initialMs;
  while (delayMs < policy.maximumMs && delaysMs.length < curveLengthMax) {
    delaysMs.push(delayMs);
    delayMs *= 2;
  }
  return [...delaysMs, policy.maximumMs];
}
