import type { FleetGroup, FleetLoop, FleetNode, FleetSums, FleetTotals, WhatIfNumbers } from "./model.ts";

type Numbers = Pick<FleetLoop, "restarts" | "downMs" | "atMaximum" | "atMaximumMs" | "apiWrites" | "whatIf">;

/** Sums of loops. `whatIf` counts a loop that cannot be replayed as it was. */
export function sumsOf(loops: readonly Numbers[], hasWhatIf: boolean): FleetSums {
  const sum = (value: (loop: Numbers) => number): number => loops.reduce((total, loop) => total + value(loop), 0);
  const other = (part: keyof WhatIfNumbers): number => sum((loop) => (loop.whatIf ?? loop)[part]);
  return {
    loops: loops.length,
    restarts: sum(({ restarts }) => restarts),
    downMs: sum(({ downMs }) => downMs),
    atMaximum: loops.filter(({ atMaximum }) => atMaximum).length,
    atMaximumMs: sum(({ atMaximumMs }) => atMaximumMs),
    apiWrites: sum(({ apiWrites }) => apiWrites),
    whatIf: hasWhatIf ? { restarts: other("restarts"), downMs: other("downMs"), apiWrites: other("apiWrites") } : null,
  };
}

/** By the name that each loop has, most restarts first. */
export function groupsBy(
  loops: readonly FleetLoop[],
  nameOf: (loop: FleetLoop) => string,
  hasWhatIf: boolean,
): readonly FleetGroup[] {
  return [...groupedBy(loops, nameOf)]
    .map(([name, own]) => ({ name, ...sumsOf(own, hasWhatIf) }))
    .toSorted((a, b) => b.restarts - a.restarts || (a.name < b.name ? -1 : 1));
}

export function nodesOf(loops: readonly FleetLoop[], hasWhatIf: boolean): readonly FleetNode[] {
  const known = loops.filter(({ node }) => node !== "");
  return [...groupedBy(known, ({ cluster, node }) => `${cluster}/${node}`).values()]
    .flatMap((own): FleetNode[] => {
      const [first] = own;
      if (first === undefined) return [];
      const { cluster, node, kubelet, policy } = first;
      return [{ cluster, node, kubelet, policy, fit: fitOf(own), ...sumsOf(own, hasWhatIf) }];
    })
    .toSorted((a, b) => b.restarts - a.restarts || (a.node < b.node ? -1 : 1));
}

/** Weighed by restarts. */
export function fitOf(loops: readonly Pick<FleetLoop, "fit" | "restarts">[]): number | null {
  let [inside, restarts] = [0, 0];
  for (const { fit, restarts: own } of loops) {
    if (fit === null) continue;
    inside += fit * own;
    restarts += own;
  }
  return restarts === 0 ? null : inside / restarts;
}

/** Time in each step of all loops, shortest first. */
export function backOffOf(loops: readonly FleetLoop[]): FleetTotals["backOff"] {
  const steps = new Map<number, { delayMs: number; restarts: number; waitedMs: number }>();
  for (const { delayMs, restarts, waitedMs } of loops.flatMap(({ backOff }) => backOff)) {
    const step = steps.get(delayMs) ?? { delayMs, restarts: 0, waitedMs: 0 };
    steps.set(delayMs, { delayMs, restarts: step.restarts + restarts, waitedMs: step.waitedMs + waitedMs });
  }
  return [...steps.values()].toSorted((a, b) => a.delayMs - b.delayMs);
}

/** `Deployment/web` in its namespace, and of a store with several clusters in its cluster. */
export function placeOf({
  cluster,
  namespace,
  workload,
}: Pick<FleetLoop, "cluster" | "namespace" | "workload">): string {
  return [cluster, namespace, workload].filter((part) => part !== "").join("/");
}

export function groupedBy<T>(items: readonly T[], keyOf: (item: T) => string): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}
