import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { promtoolFolder } from "../promtool/promtool.ts";
import { freePort } from "./prometheus.ts";

const copyModule = fileURLToPath(new URL("../promtool/kube-state-metrics/build.sh", import.meta.url));

/** Builds the server from its Go module, once. */
export function buildKubeStateMetrics(): string {
  const program = join(promtoolFolder, "kube-state-metrics-server");
  if (existsSync(program)) return program;
  const copy = join(promtoolFolder, "kube-state-metrics");
  const copied = spawnSync(copyModule, [promtoolFolder], { encoding: "utf8" });
  const built = spawnSync("go", ["build", "-buildvcs=false", "-o", program, "."], { cwd: copy, encoding: "utf8" });
  if (copied.status !== 0 || built.status !== 0)
    throw new Error(`kube-state-metrics cannot be built:\n${copied.stderr}${built.stderr}`);
  return program;
}

export interface KubeStateMetrics {
  /** `127.0.0.1:PORT`. */
  readonly target: string;
  stop(): Promise<void>;
}

/** Starts it for a cluster, and waits until it has metrics of pods. */
export async function startKubeStateMetrics(program: string, kubeconfig: string): Promise<KubeStateMetrics> {
  const [port, telemetryPort] = [await freePort(), await freePort()];
  const child = spawn(
    program,
    [
      `--kubeconfig=${kubeconfig}`,
      "--resources=pods,nodes,replicasets,jobs",
      ...["--host=127.0.0.1", `--port=${port}`, "--telemetry-host=127.0.0.1", `--telemetry-port=${telemetryPort}`],
    ],
    { stdio: ["ignore", "ignore", "ignore"] },
  );
  const target = `127.0.0.1:${port}`;
  while (child.exitCode === null) {
    const text = await fetch(`http://${target}/metrics`).then(
      (response) => response.text(),
      () => "",
    );
    if (text.includes("kube_pod_info{")) break;
    await sleep(200);
  }
  if (child.exitCode !== null) throw new Error(`kube-state-metrics ended with ${child.exitCode}`);
  return {
    target,
    stop: async () => {
      if (child.exitCode !== null) return;
      const ended = once(child, "exit");
      child.kill("SIGTERM");
      await ended;
    },
  };
}
