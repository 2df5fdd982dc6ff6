import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import * as z from "zod";
import { deploymentMetricNames } from "../../shared/metrics/deployment-metrics.ts";
import type { MetricSample } from "../../shared/metrics/model.ts";
import { podMetricNames } from "../../shared/metrics/pod-metrics.ts";
import { promtoolFolder } from "./promtool.ts";

const script = fileURLToPath(new URL("kube-state-metrics/build.sh", import.meta.url));
const sample = z.object({ name: z.string(), labels: z.record(z.string(), z.string()), value: z.number() });

/** Builds the program that writes what kube-state-metrics exports, once. `KUBE_STATE_METRICS_SAMPLES` names one that is already built. */
export function buildSamples(): string {
  const given = process.env["KUBE_STATE_METRICS_SAMPLES"];
  if (given !== undefined) return given;
  const program = join(promtoolFolder, "kube-state-metrics-samples");
  if (existsSync(program)) return program;
  const { status, stderr } = spawnSync(script, [promtoolFolder], { encoding: "utf8" });
  if (status !== 0) throw new Error(`kube-state-metrics cannot be built:\n${stderr}`);
  return program;
}

const simulated: ReadonlySet<string> = new Set([...podMetricNames, ...deploymentMetricNames]);

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
