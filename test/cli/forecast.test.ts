import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { newestVersion } from "../../shared/kubernetes/versions.ts";
import { expectGolden } from "../golden.ts";
import { forecastSchema } from "./pages/schemas.ts";
import { runCli, runJson } from "./run-cli.ts";

const kubeletOf = (maximum: string): string =>
  `apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\ncrashLoopBackOff: {maxContainerRestartPeriod: ${maximum}}\n`;

describe("forecast", () => {
  it("answers in text", async () => {
    const { stdout, stderr, code } = await runCli(["forecast", "shop", "story.yaml", "kubelet.yaml"]);
    expectGolden("cli/forecast-text", stdout);
    const detailed = await runCli(["forecast", "--details", "shop", "story.yaml", "kubelet.yaml"]);
    expectGolden("cli/forecast-details", detailed.stdout);
    const refused = `pod-cadence: shop/list.json: Pod/migrate: The API server (${newestVersion}) rejects the object: livenessProbe: may not be set for init containers without restartPolicy=Always. Remove it, or set restartPolicy to Always to make the container a sidecar.\n`;
    expect({ stderr, code }).toEqual({ stderr: refused, code: 0 });
  });

  it("answers in JSON", async () => {
    const json = await runJson(["forecast", "shop/deploy.yaml", "shop/list.json", "kubelet.yaml"]);
    forecastSchema.parse(json);
    expectGolden("cli/forecast-json", JSON.stringify(json, undefined, 2));
  });

  it("says that no fault is noticed while a postStart hook runs, which never returns", async () => {
    const container = "{name: app, image: registry.example/app:1, lifecycle: {postStart: {exec: {command: [x]}}}}";
    const stdin = `apiVersion: v1\nkind: Pod\nmetadata: {name: p}\nspec:\n  # cadence: hangs postStart\n  containers: [${container}]\n`;
    const { stdout } = await runCli(["forecast", "--details", "tolerance", "-"], { stdin });
    expect(stdout).toContain("app  any fault  is not noticed: no probe runs before the postStart hook returns\n");
  });

  it("finds the Service and the autoscaler of a workload in another file of the folder", async () => {
    const folder = mkdtempSync(join(tmpdir(), "pod-cadence-beside-"));
    const container = "{name: app, image: registry.example/app}";
    const template = `{metadata: {labels: {app: web}}, spec: {containers: [${container}]}}`;
    const spec = `{selector: {matchLabels: {app: web}}, template: ${template}}`;
    writeFileSync(
      join(folder, "web.yaml"),
      `apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web}\nspec: ${spec}\n`,
    );
    writeFileSync(
      join(folder, "more.yaml"),
      "apiVersion: v1\nkind: Service\nmetadata: {name: front}\nspec: {selector: {app: web}, ports: [{port: 80}]}\n---\n" +
        "apiVersion: autoscaling/v2\nkind: HorizontalPodAutoscaler\nmetadata: {name: web}\nspec: {minReplicas: 7, scaleTargetRef: {kind: Deployment, name: web}}\n",
    );
    const { stdout } = await runCli(["forecast", "--details", join(folder, "web.yaml")]);
    expect(stdout).toContain("Deployment/web  7 replicas");
    expect(stdout).toContain("no traffic from front");
  });

  it("says which workloads have more pods than are played", async () => {
    const folder = mkdtempSync(join(tmpdir(), "pod-cadence-large-"));
    const pods = "{metadata: {labels: {app: web}}, spec: {containers: [{name: app, image: registry.example/app}]}}";
    const spec = `{replicas: 6000, selector: {matchLabels: {app: web}}, template: ${pods}}`;
    writeFileSync(
      join(folder, "web.yaml"),
      `apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web}\nspec: ${spec}\n`,
    );
    const { stdout, stderr, code } = await runCli(["forecast", join(folder, "web.yaml")]);
    expect(stdout).toContain("Deployment/web  ✓ No restarts");
    expect(stderr).toContain("Deployment/web: Rollouts are predicted for up to 5,000 pods; this workload has 6,000.");
    expect(code).toBe(0);
  });

  it("has an entry for each workload in JSON, with the reason where its rollouts are not simulated", async () => {
    const folder = mkdtempSync(join(tmpdir(), "pod-cadence-unplayed-"));
    const spec = (replicas: number) =>
      `{replicas: ${replicas}, selector: {matchLabels: {app: web}}, template: {metadata: {labels: {app: web}}, spec: {containers: [{name: app, image: a}]}}}`;
    const objects = [
      ["apps/v1", "Deployment", 6000],
      ["apps/v1", "ReplicaSet", 2],
      ["argoproj.io/v1alpha1", "Rollout", 3],
      ["apps/v1", "Deployment", 1],
    ] as const;
    const texts = objects.map(
      ([apiVersion, kind, replicas], index) =>
        `apiVersion: ${apiVersion}\nkind: ${kind}\nmetadata: {name: web-${index}}\nspec: ${spec(replicas)}\n`,
    );
    writeFileSync(join(folder, "web.yaml"), texts.join("---\n"));
    const { workloads } = forecastSchema.parse(await runJson(["forecast", join(folder, "web.yaml")]));
    const kinds = "Rollouts are predicted for Deployments, StatefulSets, and DaemonSets of apps/v1.";
    expect(workloads.map(({ kind, replicas, reason }) => ({ kind, replicas, reason }))).toEqual([
      {
        kind: "Deployment",
        replicas: 6000,
        reason: "Rollouts are predicted for up to 5,000 pods; this workload has 6,000.",
      },
      { kind: "ReplicaSet", replicas: 2, reason: kinds },
      { kind: "Rollout", replicas: 3, reason: kinds },
      { kind: "Deployment", replicas: 1, reason: null },
    ]);
    const [huge, , , played] = workloads;
    expect(huge).toMatchObject({ rollout: null, scale: null, firstDeployment: null, pods: { ready: null } });
    expect(huge?.shutdown).toEqual(played?.shutdown);
  });

  it("says what a change of a Deployment, a StatefulSet, and a DaemonSet comes to", async () => {
    const { stdout, stderr, code } = await runCli(["forecast", "--details", "workloads.yaml"]);
    expectGolden("cli/forecast-workloads-text", stdout);
    expect({ stderr, code }).toEqual({ stderr: "", code: 0 });
    const { workloads } = forecastSchema.parse(await runJson(["forecast", "workloads.yaml"]));
    expectGolden("cli/forecast-workloads-json", JSON.stringify(workloads, undefined, 2));
  });

  it("reads the status of a pod as it was read from a cluster, at the latest time in it", async () => {
    const { stdout, stderr, code } = await runCli(["forecast", "--details", "observed.yaml"]);
    expectGolden("cli/forecast-observed-text", stdout);
    expect({ stderr, code }).toEqual({ stderr: "", code: 0 });
    const json = await runJson(["forecast", "observed.yaml"]);
    const { pods } = forecastSchema.parse(json);
    expectGolden("cli/forecast-observed-json", JSON.stringify(pods[0]?.observed, undefined, 2));
  });

  it("takes a status from a pipe as one of this moment", async () => {
    const stdin = readFileSync(new URL("fixtures/observed.yaml", import.meta.url), "utf8");
    const { stdout } = await runCli(["forecast", "--details", "observed", "-"], { stdin });
    expect(stdout).toMatch(
      /Observed at [-0-9: ]* UTC: waiting after crash, next try (in|any moment|overdue by) .*; 3 restarts\./,
    );
    expect(stdout).not.toContain("latest time in the status");
  });

  it("takes the curve from the kubelet configuration and says what it assumed", async () => {
    const { pods } = forecastSchema.parse(
      await runJson(["forecast", "--kubelet-config", "kubelet.yaml", "--timing", "ideal", "pod.yaml"]),
    );
    expect(pods[0]?.containers[0]?.restarts.delaysMs).toEqual([0, 10_000, 20_000, 30_000]);
    expect(pods[0]?.node).toEqual({
      kubernetes: newestVersion,
      featureGates: {},
      kubeletConfiguration: { crashLoopBackOff: { maxContainerRestartPeriod: "30s" } },
    });
  });

  it("names gates that are not default only", async () => {
    const gates = "ReduceDefaultCrashLoopBackOffDecay=true,KubeletCrashLoopBackOffMax=true";
    const { pods } = forecastSchema.parse(await runJson(["forecast", "--feature-gates", gates, "pod.yaml"]));
    expect(pods[0]?.node.featureGates).toEqual({ ReduceDefaultCrashLoopBackOffDecay: true });
    expect(pods[0]?.containers[0]?.restarts.delaysMs.slice(0, 3)).toEqual([0, 1000, 2000]);
  });

  it("names the limits of the kubelet that a curve would go beyond", async () => {
    const { stdout } = await runCli(["forecast", "-"], { stdin: kubeletOf("1s") });
    expect(stdout).toMatch(/kubeAPIQPS is the limit: \d+ requests to the API server .* the kubelet makes 50;/);
    expect(stdout).toMatch(/registryPullQPS is the limit: \d+ image pulls per second are needed, the kubelet makes 5;/);
    expect((await runCli(["forecast", "-"], { stdin: kubeletOf("5m") })).stdout).not.toContain("is the limit");
  });

  it("says calmly that there is nothing to forecast", async () => {
    const { stdout, stderr, code } = await runCli(["forecast", "empty.yaml"]);
    expect(stdout).toBe("");
    expect(stderr).toBe("pod-cadence: nothing to forecast: no pods or kubelet configurations found in 1 file\n");
    expect(code).toBe(0);
    expect(await runJson(["forecast", "empty.yaml"])).toEqual({
      notes: [],
      version: 1,
      pods: [],
      kubelets: [],
      workloads: [],
    });
  });

  it.each(["forecast", "simulate"])("says what keeps a file from being read: %s", async (command) => {
    const broken = await runCli([command, "-"], { stdin: "apiVersion: v1\nkind: Pod\nmetadata: {name: web\n" });
    expect(broken.stderr).toBe('pod-cadence: -:3:11: This "{" is never closed: add "}".\n');
    expect(broken.code).toBe(2);
    const containers = Array.from({ length: 101 }, (_, index) => `  - {name: c${index}, image: registry.example/c}\n`);
    const stdin = `apiVersion: v1\nkind: Pod\nmetadata: {name: web}\nspec:\n  containers:\n${containers.join("")}`;
    const large = await runCli([command, "-"], { stdin });
    expect(large.stderr).toContain("pod-cadence: -: The pod has more than 100 containers");
  });

  it.each(["forecast", "simulate"])("%s of a binary file is a sentence and exit 2", async (command) => {
    const { stdout, stderr, code } = await runCli([command, "-"], { stdin: "kind: Pod\n\u0000\u0001" });
    const sentence = "-:2:1: The file is binary or not encoded in UTF-8, so it is not read.";
    expect({ stdout, stderr, code }).toEqual({ stdout: "", stderr: `pod-cadence: ${sentence}\n`, code: 2 });
  });

  it("has no row for the pods of a Job that creates none in sight", async () => {
    const stdin =
      "apiVersion: batch/v1\nkind: Job\nmetadata: {name: a}\nspec:\n  template:\n    spec:\n      containers:\n      - {name: a, image: registry.example/A}\n";
    const { stdout } = await runCli(["forecast", "-"], { stdin });
    expect(stdout).toContain("rejects the object: restartPolicy is missing");
    expect(stdout).not.toContain("pods created at");
  });

  it("does not hide mistakes of the project file", async () => {
    const { stderr, code } = await runCli(["forecast", "project/pod.yaml"]);
    expect(stderr).toContain('pod-cadence: .pod-cadence.yaml: Unknown key "kubernets". Did you mean "kubernetes"?\n');
    expect(code).toBe(0);
  });
});
