import { defaultAssumptions, makeNode } from "../../shared/kubernetes/assumptions.ts";
import type { Assumptions } from "../../shared/kubernetes/node.ts";
import { parseVersion } from "../../shared/kubernetes/versions.ts";
import { podMetrics } from "../../shared/prometheus/metrics/pod-metrics.ts";
import type { ContainerScript, Run } from "../../shared/scenario/model.ts";
import { exitAfter, plainRun } from "../../shared/scenario/script.ts";
import { simulate, type Timeline } from "../../shared/simulation/index.ts";
import { createRandom } from "../../shared/simulation/world/random.ts";
import { readPod } from "../shared/simulation/play.ts";
import type { Archetype, NodeClass } from "./archetypes.data.ts";

/** From this scrape on, counted from the last one before the birth: a value, or nothing. */
export type Change = readonly [scrape: number, value: number | null];

export interface LifeSeries {
  readonly name: string;
  /** All but those of the pod. */
  readonly labels: Readonly<Record<string, string>>;
  readonly changes: readonly Change[];
}

/** One start of a container. Times count from the birth of the pod. */
export interface LifeRun {
  readonly startedMs: number;
  /** Undefined: it was running when the pod went. */
  readonly exitedMs: number | undefined;
  readonly exitCode: number | undefined;
  /** The back-off after its exit; undefined: none. */
  readonly delayMs: number | undefined;
}

export interface Life {
  readonly series: readonly LifeSeries[];
  /** By container. */
  readonly runs: ReadonlyMap<string, readonly LifeRun[]>;
  readonly livesMs: number;
  readonly restartPolicy: string;
  readonly statusWrites: number;
  readonly events: number;
}

export interface LifeOptions {
  readonly seed: number;
  readonly livesMs: number;
  readonly stepMs: number;
  /** How long after a scrape the pod is born; whole seconds. */
  readonly phaseMs: number;
}

export function assumptionsOf({
  kubernetes,
  featureGates,
  maxContainerRestartPeriodMs,
}: Pick<NodeClass, "kubernetes" | "featureGates" | "maxContainerRestartPeriodMs">): Assumptions {
  const version = parseVersion(kubernetes);
  if (version === undefined) throw new Error(`no such version: ${kubernetes}`);
  const configuration = { name: undefined, maxContainerRestartPeriodMs, syncFrequencyMs: undefined };
  const kubeletConfiguration = maxContainerRestartPeriodMs === undefined ? undefined : { configuration, featureGates };
  const node = makeNode({ kubernetes: version, featureGates, kubeletConfiguration });
  return { ...defaultAssumptions(), node, apiServer: { kubernetes: version, featureGates }, imagePull: undefined };
}

/** Plays a pod. The same options give the same life; the runs that are drawn depend on the seed, not on the node. */
export function playLife(archetype: Archetype, node: Parameters<typeof assumptionsOf>[0], options: LifeOptions): Life {
  const assumptions = assumptionsOf(node);
  const { pod, scenario: told } = readPod(archetype.spec, assumptions);
  const { drawn } = archetype;
  const scenario =
    drawn === undefined ? told : { ...told, containers: { ...told.containers, [drawn]: drawnScript(options.seed) } };
  const { seed, livesMs } = options;
  const timeline = simulate({ pod, assumptions, scenario, seed, untilMs: livesMs, recording: "statuses" });
  if (timeline.ended === "event-limit") throw new Error(`the life of ${archetype.name} is too long to be played`);
  return {
    series: seriesOf(timeline, options),
    runs: runsOf(timeline),
    livesMs,
    restartPolicy: pod.restartPolicy,
    statusWrites: timeline.counts.statusWrites,
    events: timeline.counts.events,
  };
}

const drawnRuns = 400;

/** Most runs are short, few are long; codes and reasons change. */
function drawnScript(seed: number): ContainerScript {
  const random = createRandom(seed * 7919);
  const runs = Array.from({ length: drawnRuns }, (): Run => {
    const afterMs = Math.round(1000 * 2 ** (random.next() * 9));
    const kind = random.next();
    const end =
      kind < 0.2 ? { afterMs, exitCode: 137, reason: "OOMKilled" as const } : exitAfter(afterMs, kind < 0.7 ? 1 : 139);
    return { ...plainRun, end };
  });
  return { runs, image: undefined };
}

const anyPod = { namespace: "", name: "", uid: "" };

/** What each scrape sees that comes after a status: the last one before it. */
function seriesOf(timeline: Timeline, { livesMs, stepMs, phaseMs }: LifeOptions): readonly LifeSeries[] {
  const scrapeAfter = (tMs: number): number => Math.max(1, Math.ceil((tMs + phaseMs) / stepMs));
  const goneAt = scrapeAfter(livesMs);
  const all = new Map<string, { name: string; labels: Readonly<Record<string, string>>; changes: Change[] }>();
  const restartPolicy = "Always";
  timeline.statuses.forEach(({ tMs, status }, index) => {
    const scrape = scrapeAfter(tMs);
    const next = timeline.statuses[index + 1];
    if (scrape >= goneAt || (next !== undefined && scrapeAfter(next.tMs) === scrape)) return;
    const present = new Set<string>();
    for (const sample of podMetrics({
      ...anyPod,
      restartPolicy,
      owner: undefined,
      node: "",
      status,
      epochSeconds: 0,
    })) {
      if (perPod.has(sample.name)) continue;
      const { namespace: _, pod: __, uid: ___, ...labels } = sample.labels;
      const key = JSON.stringify([sample.name, labels]);
      present.add(key);
      const series = all.get(key) ?? { name: sample.name, labels, changes: [] };
      all.set(key, series);
      if (series.changes.at(-1)?.[1] !== sample.value) series.changes.push([scrape, sample.value]);
    }
    for (const [key, { changes }] of all)
      if (!present.has(key) && changes.at(-1)?.[1] !== null) changes.push([scrape, null]);
  });
  for (const { changes } of all.values()) if (changes.at(-1)?.[1] !== null) changes.push([goneAt, null]);
  return [...all.values()];
}

/** Written for each pod by itself. */
const perPod: ReadonlySet<string> = new Set(["kube_pod_info", "kube_pod_owner", "kube_pod_restart_policy"]);

function runsOf({ entries }: Timeline): ReadonlyMap<string, readonly LifeRun[]> {
  const all = new Map<string, LifeRun[]>();
  const change = (container: string, values: Partial<LifeRun>): void => {
    const runs = all.get(container) ?? [];
    const last = runs.pop();
    if (last !== undefined) runs.push({ ...last, ...values });
  };
  for (const { kind, container, tMs, data } of entries) {
    if (container === undefined) continue;
    if (kind === "container-started") {
      const run = { startedMs: tMs, exitedMs: undefined, exitCode: undefined, delayMs: undefined };
      all.set(container, all.get(container) ?? []);
      all.get(container)?.push(run);
    }
    if (kind === "container-exited") change(container, { exitedMs: tMs, exitCode: data.exitCode });
    if (kind === "back-off-started") change(container, { delayMs: data.delayMs });
  }
  return all;
}
