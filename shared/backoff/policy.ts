import { isEnabled } from "../kubernetes/gates/feature-gates.ts";
import type { Node, Semantics } from "../kubernetes/node.ts";
import { atLeast } from "../kubernetes/versions.ts";
import type { BackoffPolicy } from "./backoff.ts";

/** The back-off of a node's container restarts. What distinguishes released code from the proposals is said here; `kepDifferences` has the sources. */
export interface CrashLoopPolicy extends BackoffPolicy {
  readonly resetAfterMs: number;
  /** The first restart waits for the initial delay, too. The released kubelet restarts at once the first time, because no entry exists yet. */
  readonly firstDelayed: boolean;
  /** Garbage collection forgets an entry `resetAfterMs` after its last update, also under a container that waits. */
  readonly forgottenWhileWaiting: boolean;
}

/** What holds on every node, whatever its gates and its configuration say. */
export type RestartRules = Pick<CrashLoopPolicy, "resetAfterMs" | "firstDelayed" | "forgottenWhileWaiting">;

export interface DelayRange {
  readonly initialMs: number;
  readonly maximumMs: number;
}

export const standardDelays: DelayRange = { initialMs: 10_000, maximumMs: 300_000 };
export const reducedDelays: DelayRange = { initialMs: 1_000, maximumMs: 60_000 };

/** Since 1.32 a constant of the kubelet; before, client-go's rule of twice the maximum, which no setting could change. */
const releasedResetMs = 600_000;

/** KEP-4603 and KEP-5593, "Refactor of recovery threshold": the function that is to be built compares with 300 s. The same KEPs say 10 minutes elsewhere. */
const proposedResetMs = 300_000;

/** What the kubelet fills in for crashLoopBackOff.maxContainerRestartPeriod when the gate is on and the field is not set. */
const maxContainerRestartPeriodMsDefault = 300_000;

/** More doublings than any policy that the kubelet accepts has (1 s to 300 s: ten steps). */
const curveLengthMax = 64;

/** Image pulls have an object of their own that no gate and no field changes. Here the first failure already delays. */
export const imagePullPolicy: BackoffPolicy = { ...standardDelays, resetAfterMs: undefined };

export const restartRules: Readonly<Record<Semantics, RestartRules>> = {
  released: { resetAfterMs: releasedResetMs, firstDelayed: false, forgottenWhileWaiting: true },
  kep: { resetAfterMs: proposedResetMs, firstDelayed: true, forgottenWhileWaiting: false },
};

/**
 * How a node delays the restarts of its containers. `semantics` says whose word counts where the released code and the proposals
 * (KEP-4603, KEP-5593) differ; no proposal speaks of a kubelet before 1.32.
 */
export function crashLoopPolicy(node: Node, semantics: Semantics = "released"): CrashLoopPolicy {
  if (semantics === "kep" && atLeast(node.kubernetes, "1.32"))
    return { ...delaysOf(node, undefined), ...restartRules.kep };
  return { ...delaysOf(node, maxContainerRestartPeriodMsDefault), ...restartRules.released };
}

/**
 * First and longest delay. The field beats the 60 s of ReduceDefaultCrashLoopBackOffDecay; in the released code it does so even when
 * nobody set it, because defaulting fills it with 300 s (`unsetMs`): with both gates on and nothing configured the delays go from 1 s to 300 s.
 * A field that is set while its gate is off stops a kubelet; here it has no effect.
 */
// Models pkg/kubelet/kubelet.go newCrashLoopBackOff (v1.37.1). The formula of 1.32 is the same where the second gate is unknown.
function delaysOf(node: Node, unsetMs: number | undefined): DelayRange {
  const base = isEnabled(node, "ReduceDefaultCrashLoopBackOffDecay") ? reducedDelays : standardDelays;
  if (!isEnabled(node, "KubeletCrashLoopBackOffMax")) return base;
  return withMaximum(base, node.kubeletConfiguration.maxContainerRestartPeriodMs ?? unsetMs ?? base.maximumMs);
}

/** A maximum below the initial delay becomes the initial delay. */
export function withMaximum({ initialMs }: DelayRange, maximumMs: number): DelayRange {
  return { initialMs: Math.min(initialMs, maximumMs), maximumMs };
}

/**
 * The waits before the first, second, … restart of a container that exits at once: 0 where the first restart is free, the initial delay,
 * its doublings and the maximum, which then repeats.
 */
export function backOffCurve(policy: BackoffPolicy & { readonly firstDelayed?: boolean }): number[] {
  const delaysMs = policy.firstDelayed === true ? [] : [0];
  let delayMs = policy.initialMs;
  while (delayMs < policy.maximumMs && delaysMs.length < curveLengthMax) {
    delaysMs.push(delayMs);
    delayMs *= 2;
  }
  return [...delaysMs, policy.maximumMs];
}
