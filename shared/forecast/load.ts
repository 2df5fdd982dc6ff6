import type { Assumptions } from "../kubernetes/node.ts";
import { horizonLimitMs } from "../simulation/simulation.ts";
import { type LoadGroup, type LoadRun, type LoadWindow, playForLoad } from "./load-run.ts";
import type { ClientLimit, Load, Rates } from "./model.ts";
import { type Estimate, estimateSum, scaleEstimate } from "./sampling.ts";

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
/** Requests to the API server for each restart, as KEP-4603 and KEP-5593 count them. */
export const kepRequestsPerRestart = 5;

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
  return {
    pods: groups.reduce((sum, { count }) => sum + wholeOf(count), 0),
    perNode,
    allNodes,
    limits: limitsOf(perNode, minutes * 60),
    played: runs.length,
    cut: runs.some(({ cut }) => cut),
  };
}

/** Numbers between 0 and 1 that are spread evenly, however many of them are taken. */
const evenStep = 0.618034;

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

/** Each write of a status is a GET and a PATCH. Models pkg/kubelet/status/status_manager.go syncPod (v1.37.1). */
const requestsPerWrite = 2;

/** The defaults of KubeletConfiguration since 1.27. */
function limitsOf(perNode: Rates, seconds: number): readonly ClientLimit[] {
  const limit = (name: ClientLimit["name"], perSecond: number, burst: number, perMinute: number): ClientLimit => {
    const wantedPerSecond = perMinute / 60;
    return {
      name,
      perSecond,
      burst,
      wantedPerSecond,
      reached: wantedPerSecond * seconds > perSecond * seconds + burst,
    };
  };
  return [
    limit("kubeAPIQPS", 50, 100, perNode.statusWrites.value * requestsPerWrite),
    limit("eventRecordQPS", 50, 100, perNode.eventsSent.value),
    limit("registryPullQPS", 5, 10, perNode.imagePulls.value),
  ];
}

function wholeOf(count: number): number {
  return Number.isFinite(count) ? Math.max(0, Math.floor(count)) : 0;
}
