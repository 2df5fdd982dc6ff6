import { spawnSync } from "node:child_process";
import { existsSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import * as z from "zod";
import { deploymentMetricNames } from "../../shared/prometheus/metrics/deployment-metrics.ts";
import { jobMetricNames } from "../../shared/prometheus/metrics/job-metrics.ts";
import type { MetricSample } from "../../shared/prometheus/metrics/model.ts";
import { nodeMetricNames } from "../../shared/prometheus/metrics/node-metrics.ts";
import { podMetricNames } from "../../shared/prometheus/metrics/pod-metrics.ts";
import {
  budgetMetricNames,
  daemonSetMetricNames,
  statefulSetMetricNames,
} from "../../shared/prometheus/metrics/workload-metrics.ts";
import { promtoolFolder } from "./promtool.ts";

const script = fileURLToPath(new URL("kube-state-metrics/build.sh", import.meta.url));
const sources = ["families.go", "main.go", "build.sh"].map((file) => join(dirname(script), file));
const sample = z.object({ name: z.string(), labels: z.record(z.string(), z.string()), value: z.number() });

/** Builds the program that writes what kube-state-metrics exports, once. `KUBE_STATE_METRICS_SAMPLES` names one that is already built. */
export function buildSamples(): string {
  const given = process.env["KUBE_STATE_METRICS_SAMPLES"];
  if (given !== undefined) return given;
  const program = join(promtoolFolder, "kube-state-metrics-samples");
  if (existsSync(program) && !sources.some((source) => statSync(source).mtimeMs > statSync(program).mtimeMs))
    return program;
  const { status, stderr } = spawnSync(script, [promtoolFolder], { encoding: "utf8" });
  if (status !== 0) throw new Error(`kube-state-metrics cannot be built:\n${stderr}`);
  return program;
}

const simulated: ReadonlySet<string> = new Set([
  ...podMetricNames,
  ...deploymentMetricNames,
  ...statefulSetMetricNames,
  ...daemonSetMetricNames,
  ...budgetMetricNames,
  ...jobMetricNames,
  ...nodeMetricNames,
]);

/** What the real kube-state-metrics exports for each object, of the metrics that we have. */
export function realSamples(program: string, objects: readonly unknown[]): readonly (readonly MetricSample[])[] {
  const input = objects.map((object) => JSON.stringify(object)).join("\n");
  const { status, stdout, stderr } = spawnSync(program, { input, encoding: "utf8", maxBuffer: 1 << 30 });
  if (status !== 0) throw new Error(stderr);
  const lines = stdout.trim().split("\n");
  return lines.map((line) =>
    z
      .array(sample)
      .parse(JSON.parse(line))
      .filter(({ name }) => simulated.has(name)),
  );
}
