import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { FleetLoop, FleetReport } from "../../shared/prometheus/fleet/model.ts";
import { startCluster } from "../cluster/harness/cluster.ts";
import { type RealRun, readRuns } from "../cluster/harness/journal.ts";
import { build } from "../cluster/harness/program.ts";
import { createWorkloads, readWorkloads } from "../cluster/harness/workloads.ts";
import { promtoolFolder } from "../promtool/promtool.ts";
import { askFleet } from "./ask-fleet.ts";
import type { Checked } from "./check-answers.ts";
import { buildKubeStateMetrics, startKubeStateMetrics } from "./kube-state-metrics.ts";
import { startPrometheus } from "./prometheus.ts";

const nodes = {
  default: {},
  capped: {
    crashLoopBackOff: { maxContainerRestartPeriod: "20s" },
    featureGates: { KubeletCrashLoopBackOffMax: true },
  },
} as const;
const maximaMs: Readonly<Record<NodeName, number>> = { default: 300_000, capped: 20_000 };
const namespace = "live";

/** Real kubelets, the real kube-state-metrics, and a Prometheus that scrapes it every 5 s: what is reported of them, beside the runtime's journal. */
export async function checkLive(prometheus: string, minutes: number): Promise<Checked> {
  const program = buildKubeStateMetrics();
  build();
  const cluster = startCluster({});
  try {
    for (const [name, configuration] of Object.entries(nodes)) cluster.startNode(name, configuration);
    for (const name of Object.keys(nodes)) await cluster.nodeIsReady(name);
    await cluster.admin.create({ apiVersion: "v1", kind: "Namespace", metadata: { name: namespace } });
    await createWorkloads(cluster.admin, namespace, readWorkloads(new URL("live.yaml", import.meta.url)));
    const metrics = await startKubeStateMetrics(program, join(cluster.directory, "kubeconfig"));
    const dir = join(promtoolFolder, "live");
    rmSync(dir, { recursive: true, force: true });
    mkdirSync(dir, { recursive: true });
    const server = await startPrometheus(prometheus, dir, scraping(metrics.target));
    try {
      await sleep(minutes * 60_000);
      const { report } = await askFleet(server.url, ["--since", "10m"]);
      return compare(report, {
        default: readRuns(cluster.directory, "default"),
        capped: readRuns(cluster.directory, "capped"),
      });
    } finally {
      await server.stop();
      await metrics.stop();
    }
  } finally {
    cluster.end();
  }
}

type NodeName = keyof typeof nodes;

function compare(report: FleetReport, runsOf: Readonly<Record<NodeName, readonly RealRun[]>>): Checked {
  const untilMs = Date.parse(report.range.until);
  const problems: string[] = [];
  const lines: string[] = [];
  for (const node of ["default", "capped"] as const)
    for (const [key, runs] of groupedRuns(runsOf[node])) {
      const restarts = runs.filter(({ startedMs }, index) => index > 0 && startedMs <= untilMs).length;
      if (restarts < 3) continue;
      const loop = report.loops.find(({ pod, container }) => `${namespace}/${pod}/${container}` === key);
      if (loop === undefined) problems.push(`${key}: ${restarts} restarts are not found`);
      else {
        const really = { restarts, downMs: downOf(runs, untilMs) };
        lines.push(
          `${key} on ${node}: restarts ${restarts}, reported ${loop.restarts}; down ${seconds(really.downMs)}, reported ${seconds(loop.downMs)}; maximum ${seconds(loop.policy.maximumMs)}, fit ${loop.fit}`,
        );
        problems.push(...problemsOf(really, loop, node).map((text) => `${key}: ${text}`));
      }
    }
  if (lines.length === 0) problems.push("nothing restarted");
  return { lines, problems };
}

function problemsOf(
  really: { readonly restarts: number; readonly downMs: number },
  loop: FleetLoop,
  node: NodeName,
): readonly string[] {
  const { restarts, downMs, policy } = loop;
  const downErrorMs = 0.05 * really.downMs + maximaMs[node] + 10_000;
  return [
    ...(Math.abs(really.restarts - restarts) <= 1 ? [] : [`${really.restarts} restarts, not ${restarts}`]),
    ...(Math.abs(really.downMs - downMs) <= downErrorMs
      ? []
      : [`down for ${seconds(really.downMs)}, not ${seconds(downMs)}`]),
    ...(loop.node === node ? [] : [`on ${node}, not ${loop.node}`]),
    ...(restarts <= 5 || policy.maximumMs === maximaMs[node]
      ? []
      : [`maximum ${seconds(maximaMs[node])}, not ${seconds(policy.maximumMs)}`]),
  ];
}

function scraping(target: string): string {
  return `global: {scrape_interval: 5s}
scrape_configs:
- {job_name: kube-state-metrics, honor_labels: true, static_configs: [{targets: ["${target}"]}]}
`;
}

function groupedRuns(runs: readonly RealRun[]): ReadonlyMap<string, readonly RealRun[]> {
  const groups = new Map<string, RealRun[]>();
  for (const run of runs) {
    const key = `${run.pod}/${run.container}`;
    groups.set(key, [...(groups.get(key) ?? []), run]);
  }
  return groups;
}

function downOf(runs: readonly RealRun[], untilMs: number): number {
  return runs.reduce((sum, { startedMs }, index) => {
    const exitedMs = runs[index - 1]?.exitedMs;
    return exitedMs === undefined || startedMs > untilMs ? sum : sum + startedMs - exitedMs;
  }, 0);
}

function seconds(ms: number): string {
  return `${Math.round(ms / 1000)}s`;
}
