import type { BackoffPolicy } from "../../backoff/backoff.ts";
import { backOffCurve, crashLoopPolicy } from "../../backoff/policy.ts";
import { isEnabled } from "../../kubernetes/gates/feature-gates.ts";
import type { Assumptions, Node } from "../../kubernetes/node.ts";
import type { Timeline, TimelineEntry } from "../../simulation/timeline/timeline.ts";

/** Who decides how long a back-off gets at most: the kubelet's own default, its configuration or a feature gate. */
export type MaximumSource = "default" | "configuration" | "gate";

/** Why a container waits as long as it does before it is started again. */
export interface WaitReason {
  /** The exit that the wait follows. */
  readonly exit: TimelineEntry | undefined;
  /** Exits without a reset between them, this one included. */
  readonly inARow: number;
  readonly delayMs: number;
  readonly initialMs: number;
  readonly maximumMs: number;
  readonly maximumFrom: MaximumSource;
  /** The waits of a container that exits immediately, up to the maximum. */
  readonly delaysMs: readonly number[];
  /** Which of them this wait is. */
  readonly step: number;
  /** A run longer than this starts the back-off anew. */
  readonly resetAfterMs: number;
}

/** Undefined if the entry is not the beginning or the end of a back-off. */
export function explainWait(
  { entries }: Pick<Timeline, "entries">,
  { id, kind, container, data: { delayMs } }: TimelineEntry,
  { node, semantics }: Pick<Assumptions, "node" | "semantics">,
): WaitReason | undefined {
  if ((kind !== "back-off-started" && kind !== "back-off-ended") || delayMs === undefined) return undefined;
  const policy = crashLoopPolicy(node, semantics);
  const delaysMs = backOffCurve(policy);
  const index = entries.findIndex((entry) => entry.id === id);
  const own = entries.slice(0, index).filter((entry) => entry.container === container);
  const ended = own.filter((entry) => entry.kind === "container-exited");
  return {
    exit: ended.at(-1),
    inARow: exitsInARow(ended, waitsAfter(own, delayMs), policy),
    delayMs,
    initialMs: policy.initialMs,
    maximumMs: policy.maximumMs,
    maximumFrom: maximumSource(node),
    delaysMs,
    step: Math.max(0, delaysMs.indexOf(delayMs)),
    resetAfterMs: policy.resetAfterMs,
  };
}

function maximumSource(node: Node): MaximumSource {
  const isConfigurable = isEnabled(node, "KubeletCrashLoopBackOffMax");
  if (isConfigurable && node.kubeletConfiguration.maxContainerRestartPeriodMs !== undefined) return "configuration";
  return isEnabled(node, "ReduceDefaultCrashLoopBackOffDecay") ? "gate" : "default";
}

/** The wait that followed each exit, by the exit's id; the exit that is asked about has its own. */
function waitsAfter(own: readonly TimelineEntry[], askedMs: number): ReadonlyMap<string, number> {
  const waits = new Map<string, number>();
  let exit: TimelineEntry | undefined;
  for (const entry of own) {
    if (entry.kind === "container-exited") exit = entry;
    else if (entry.kind === "back-off-started" && exit !== undefined) waits.set(exit.id, entry.data.delayMs ?? 0);
  }
  if (exit !== undefined) waits.set(exit.id, askedMs);
  return waits;
}

/** Back to the exit that began the row: its restart was free, or its wait is the first one again. */
function exitsInARow(
  ended: readonly TimelineEntry[],
  waits: ReadonlyMap<string, number>,
  { maximumMs }: BackoffPolicy,
): number {
  let count = 0;
  let laterMs: number | undefined;
  for (const exit of ended.toReversed()) {
    const waitMs = waits.get(exit.id) ?? 0;
    const isBeforeReset = laterMs !== undefined && waitMs >= laterMs && laterMs < maximumMs;
    if (isBeforeReset) break;
    count += 1;
    if (waitMs === 0) break;
    laterMs = waitMs;
  }
  return count;
}
