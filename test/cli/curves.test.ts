import { describe, expect, it } from "vitest";
import { expectGolden } from "../golden.ts";
import { forecastSchema } from "./pages/schemas.ts";
import { runCli, runJson } from "./run-cli.ts";

/** What a curve can delay, what it cannot, and a kubelet. */
const manifest = `
apiVersion: v1
kind: Pod
metadata: {name: worker}
spec:
  initContainers:
  - name: fetch
    image: registry.example/fetch
  containers:
  - name: task # cadence: completes after 10s
    image: registry.example/task
  - name: api # cadence: exits 2 after 1m x3, then runs
    image: registry.example/api
  - name: web # cadence: hangs liveness after 1m
    image: registry.example/web
    livenessProbe:
      tcpSocket: {port: 80}
---
apiVersion: v1
kind: Pod
metadata: {name: once}
spec:
  restartPolicy: Never
  containers:
  - name: app
    image: registry.example/app
---
apiVersion: kubelet.config.k8s.io/v1beta1
kind: KubeletConfiguration
crashLoopBackOff:
  maxContainerRestartPeriod: 30s
`;
const call = ["forecast", "--curves", "-"];

describe("forecast --curves", () => {
  it("compares in text", async () => {
    const { stdout, stderr, code } = await runCli(call, { stdin: manifest });
    // What stands above the tables is not about curves.
    const lines = stdout.split("\n");
    const first = lines.findIndex((line) => line.startsWith("  Restarts of "));
    const tables = lines
      .slice(first)
      .filter((line) => / {2}(in 5m|\d+) +(in 10m|\d+) /.test(line) || line.startsWith("  Restarts of "));
    expectGolden("cli/forecast-curves-text", tables.join("\n"));
    expect({ stderr, code }).toEqual({ stderr: "", code: 0 });
  });

  it("compares in JSON", async () => {
    const { pods, kubelets } = forecastSchema.parse(await runJson(call, { stdin: manifest }));
    const curves = [...pods, ...kubelets].flatMap((each) => each.curves ?? []);
    const lines = curves.map(({ container = "kubelet", of, id, delaysMs, restarts, downMs, apiRequestsPerMinute }) => {
      const counts = restarts.map(({ count }) => count).join(" ");
      return [container, of, id, counts, downMs, apiRequestsPerMinute, delaysMs.join(" ")].join(" | ");
    });
    const head = "container | of | curve | restarts in 5m 10m 30m 60m | down ms | API requests a minute | delays ms";
    expectGolden("cli/forecast-curves-json", [head, ...lines].join("\n"));
  });

  it("follows --semantics", async () => {
    const { pods } = forecastSchema.parse(await runJson(["forecast", "--curves", "--semantics", "kep", "pod.yaml"]));
    const own = pods[0]?.curves?.find(({ id }) => id === "node");
    expect(own?.delaysMs).toEqual([10_000, 20_000, 40_000, 80_000, 160_000, 300_000]);
  });

  it("has nothing for a pod that is not restarted, and says nothing unasked", async () => {
    const { pods } = forecastSchema.parse(await runJson(call, { stdin: manifest }));
    expect(pods.find(({ name }) => name === "once")?.curves).toEqual([]);
    const unasked = forecastSchema.parse(await runJson(["forecast", "-"], { stdin: manifest }));
    const all = [...unasked.pods, ...unasked.kubelets];
    expect(all.map(({ curves }) => curves)).toEqual([undefined, undefined, undefined]);
  });
});
