import { kubeletLimits } from "../../kubernetes/kubelet/kubelet-limits.ts";
import type { Assumptions } from "../../kubernetes/node.ts";
import { horizonLimitMs } from "../../simulation/simulation.ts";
import { clientLimits, sentWrites } from "./load-limits.ts";
import { type LoadGroup, type LoadRun, type LoadWindow, playForLoad } from "./load-run.ts";
import type { Load, Rates } from "./model.ts";
import { type Estimate, estimateSum, evenStep, scaleEstimate } from "./sampling.ts";

export type { LoadGroup } from "./load-run.ts";

export interface LoadInput {
  /** The pods of one node. */
  readonly groups: readonly LoadGroup[];
  /** Nodes that are all like this one. */
  readonly nodes: number;
  /** The kubelet saw the pods first within this time before 0, evenly; by default all of them at 0. */
  readonly spreadMs?: number;
  readonly assumptions: Assumptions;
  /** What happens from this (default 0) up to `untilMs` counts. */
  readonly fromMs?: number;
  readonly untilMs: number;
  /** Pods of each group that are played, for the others to be like them; fewer where they do very much. */
  readonly samples: number;
  /** Entries of the timelines of all runs together; what needs more is sampled with fewer pods. */
  readonly entriesAtMost?: number;
}

/** About a second of work. */
const entriesAtMostDefault = 150_000;
/** Fewer would say nothing of their spread. */
const samplesMin = 3;

/**
 * What a mix of pods costs its node and the API server, in the mean of the window and before any limit of the kubelet's clients.
 * A number of pods that is none counts as 0, one of nodes as 1; the window ends at the horizon of the engine at the latest.
 */
export function forecastLoad(input: LoadInput): Load {
  const nodes = Math.max(1, wholeOf(input.nodes));
  const groups = input.groups.filter(({ count }) => wholeOf(count) > 0);
  const fromMs = wholeOf(input.fromMs ?? 0);
  const window = { fromMs, untilMs: Math.max(fromMs + 1, Math.min(wholeOf(input.untilMs), horizonLimitMs)) };
  const entriesAtMost = (input.entriesAtMost ?? entriesAtMostDefault) / groups.length;
  const sampled = groups.map((group) => {
    const size = wholeOf(group.count) * nodes;
    return { size, runs: playSome(group, { ...input, entriesAtMost }, window, size) };
  });
  const minutes = (window.untilMs - fromMs) / 60_000;
  const allNodes = ratesOf((measure) => {
    const samples = sampled.map(({ size, runs }) => ({ size, numbers: runs.map(({ counts }) => counts[measure]) }));
    return scaleEstimate(estimateSum(samples), 1 / minutes);
  });
  const perNode = ratesOf((measure) => scaleEstimate(allNodes[measure], 1 / nodes));
  const runs = sampled.flatMap((each) => each.runs);
  const limits = kubeletLimits(input.assumptions.node);
  const ofNode = {
    sampled: sampled.map((each) => ({ ...each, size: each.size / nodes })),
    windowMs: window.untilMs - fromMs,
    isSpread: wholeOf(input.spreadMs ?? 0) > 0,
    isSteady: fromMs > 0,
  };
  const writes = sentWrites(limits, ofNode);
  return {
    pods: groups.reduce((sum, { count }) => sum + wholeOf(count), 0),
    perNode,
    allNodes,
    writes,
    limits: clientLimits(limits, perNode, ofNode, writes),
    played: runs.length,
    cut: runs.some(({ cut }) => cut),
  };
}

function playSome(
  group: LoadGroup,
  { assumptions, samples, spreadMs = 0, entriesAtMost }: Omit<LoadInput, "entriesAtMost"> & { entriesAtMost: number },
  { fromMs, untilMs }: LoadWindow,
  size: number,
): readonly LoadRun[] {
  const runs: LoadRun[] = [];
  // Without loops and jitter, and seen at once, one pod is like the other.
  const areEqual = assumptions.timing === "ideal" && spreadMs === 0;
  const wanted = areEqual ? 1 : Math.min(size, Math.max(samplesMin, wholeOf(samples)));
  let entries = 0;
  while (runs.length < wanted && (runs.length < samplesMin || entries < entriesAtMost)) {
    const seenMs = Math.floor(((runs.length * evenStep) % 1) * wholeOf(spreadMs));
    const window = { fromMs: fromMs + seenMs, untilMs: untilMs + seenMs };
    const run = playForLoad(group, assumptions, window, runs.length + 1);
    entries += run.entries;
    runs.push(run);
  }
  return runs;
}

function ratesOf(rateOf: (measure: keyof Rates) => Estimate): Rates {
  return {
    restarts: rateOf("restarts"),
    statusWrites: rateOf("statusWrites"),
    events: rateOf("events"),
    eventsSent: rateOf("eventsSent"),
    imagePulls: rateOf("imagePulls"),
  };
}

function wholeOf(count: number): number {
  return Number.isFinite(count) ? Math.max(0, Math.floor(count)) : 0;
}
