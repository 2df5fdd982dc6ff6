import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, inject, it } from "vitest";
import * as z from "zod/mini";
import { runCli, runJson } from "../cli/run-cli.ts";
import { eventually, until } from "../patience.ts";
import { Cluster } from "./harness/cluster.ts";
import { kubeconfigOf, writeKubeconfig } from "./harness/kubeconfig.ts";
import { delaysOf, podStarts, startsMsOf } from "./harness/pod-starts.ts";
import { scriptedSpec } from "./harness/workloads.ts";

// `pod-cadence observe`, the built one, as a process of its own.

const cluster = new Cluster(inject("clusterDirectory"));
const { admin } = cluster;
const namespace = "observe";
const kubeconfig = kubeconfigOf(cluster, "viewer", { namespace });

const observedSchema = z.object({
  version: z.literal(1),
  context: z.literal("test"),
  missing: z.array(z.string()),
  pods: z.array(
    z.object({
      name: z.string(),
      owners: z.array(z.object({ kind: z.string(), name: z.string() })),
      node: z.object({ kubernetes: z.string() }),
      assumed: z.array(z.string()),
      observed: z.object({ state: z.string(), restarts: z.number() }),
    }),
  ),
});

const rolledOutSchema = z.object({
  rollouts: z.optional(
    z.array(z.object({ updated: z.number(), completes: z.object({ earliestMs: z.number(), latestMs: z.number() }) })),
  ),
});
const deploymentSchema = z.object({
  status: z.object({ conditions: z.array(z.object({ type: z.string(), lastUpdateTime: z.string() })) }),
});

async function observe(...args: readonly string[]) {
  return observedSchema.parse(await runJson(["observe", "--kubeconfig", kubeconfig, ...args]));
}

beforeAll(async () => {
  await admin.create({ apiVersion: "v1", kind: "Namespace", metadata: { name: namespace } });
  const crashing = scriptedSpec({ containers: [{ name: "app", does: "exits 3 after 1s" }] }, "default");
  const steady = scriptedSpec({ containers: [{ name: "app", does: "runs" }] }, "default");
  await admin.create({ apiVersion: "v1", kind: "Pod", metadata: { name: "crashing", namespace }, spec: crashing });
  const metadata = { labels: { app: "web" } };
  await admin.create({
    apiVersion: "apps/v1",
    kind: "Deployment",
    metadata: { name: "web", namespace },
    spec: { replicas: 2, selector: { matchLabels: metadata.labels }, template: { metadata, spec: steady } },
  });
  await eventually("three pods, and a first restart", async () => {
    const { pods } = await observe();
    const isReady = pods.length === 3 && pods.some(({ observed: { restarts } }) => restarts > 0);
    return isReady && pods.filter(({ observed: { state } }) => state === "ready").length === 2 ? true : undefined;
  });
});

describe.concurrent("pod-cadence observe", () => {
  it("has a row for each pod of the context's namespace", async () => {
    const { stdout, stderr, code } = await runCli(["observe", "--kubeconfig", kubeconfig]);
    expect({ stderr, code }).toEqual({ stderr: "", code: 0 });
    const rows = stdout.trimEnd().split("\n");
    expect(
      rows.filter((row) => /^\S*web-\w+-\w+\b.*\bready\b/.test(row)),
      stdout,
    ).toHaveLength(2);
    expect(
      rows.filter((row) => /\bcrashing\b.*\b[1-9]\d*\b/.test(row)),
      stdout,
    ).toHaveLength(1);
  });

  it("as JSON, with what the node says of itself", async () => {
    const { missing, pods } = await observe();
    expect(missing).toEqual([]);
    expect(pods.map(({ assumed }) => assumed)).toEqual([[], [], []]);
    expect(new Set(pods.map(({ node: { kubernetes } }) => kubernetes)).size).toBe(1);
  });

  it("finds the pods of a Deployment", async () => {
    const { pods } = await observe("deploy/web");
    expect(pods.map(({ owners }) => owners)).toEqual([
      expect.arrayContaining([{ kind: "Deployment", name: "web" }]),
      expect.arrayContaining([{ kind: "Deployment", name: "web" }]),
    ]);
  });

  it("tells all that is known of one pod", async () => {
    const { stdout, code } = await runCli(["observe", "--kubeconfig", kubeconfig, "crashing"]);
    expect(code, stdout).toBe(0);
    expect(stdout).toMatch(/exit code 3/);
    expect(stdout).toMatch(/app +exits 3 after [12]s/);
  });

  it("--watch goes on, and tells of a pod that does something else", async () => {
    const args = ["observe", "--kubeconfig", kubeconfig, "--watch", "--format", "json"];
    const cli = fileURLToPath(new URL("../../dist/cli.js", import.meta.url));
    const child = spawn(process.execPath, [cli, ...args], { stdio: ["ignore", "pipe", "inherit"] });
    let told = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      told += text;
    });
    try {
      await until("the first document", () => /"name": ?"crashing"/.test(told));
      const before = told.length;
      await until("a change of the pod that crashes", () => /"name": ?"crashing"/.test(told.slice(before)));
    } finally {
      child.kill("SIGINT");
      await once(child, "close");
    }
  });

  it.each([
    ["a pod that there is not", [kubeconfig, "nobody"], /nobody/],
    ["a kubeconfig that there is not", [`${kubeconfig}.gone`], /gone/],
    [
      "another CA",
      [writeKubeconfig(cluster, "observe-ca", { ca: cluster.readKey("other-ca.crt"), user: {} })],
      /authority/,
    ],
    ["a token that is not known", [writeKubeconfig(cluster, "observe-token", { user: { token: "old" } })], /401/],
    ["namespaces that may not be read", [kubeconfigOf(cluster, "one-namespace"), "-A"], /is not allowed to list pods/],
  ])("ends with 2 and a sentence: %s", async (_, [file, ...args], words) => {
    const { stdout, stderr, code } = await runCli(["observe", "--kubeconfig", file ?? "", ...args]);
    expect({ stdout, code }).toEqual({ stdout: "", code: 2 });
    expect(stderr).toMatch(words);
  });
});
describe("a rollout", () => {
  it("completes within the window that was predicted for it", async () => {
    const own = "rollouts";
    const file = kubeconfigOf(cluster, "viewer", { namespace: own });
    const rollouts = async () =>
      rolledOutSchema.parse(await runJson(["observe", "--kubeconfig", file, "deploy/slow"])).rollouts ?? [];
    await admin.create({ apiVersion: "v1", kind: "Namespace", metadata: { name: own } });
    const container = {
      name: "app",
      does: "fails ready for 6s",
      readinessProbe: { periodSeconds: 1, exec: { command: ["ready"] } },
    };
    const spec = { ...scriptedSpec({ containers: [container] }, "default"), terminationGracePeriodSeconds: 1 };
    const metadata = { labels: { app: "slow" } };
    const strategy = { rollingUpdate: { maxSurge: 1, maxUnavailable: 0 } };
    await admin.create({
      apiVersion: "apps/v1",
      kind: "Deployment",
      metadata: { name: "slow", namespace: own },
      spec: { replicas: 3, strategy, selector: { matchLabels: metadata.labels }, template: { metadata, spec } },
    });
    await eventually("the first rollout is over", async () => ((await rollouts()).length === 0 ? true : undefined));
    const path = `/apis/apps/v1/namespaces/${own}/deployments/slow`;
    await admin.patch(path, { spec: { template: { metadata: { annotations: { version: "2" } } } } });
    const asked = await eventually("the second one", async () => {
      const before = await podStarts(admin, own);
      const rollout = (await rollouts()).find(({ updated }) => updated > 0);
      const after = await podStarts(admin, own);
      const created = after.filter(({ hash }) => hash !== before[0]?.hash);
      // Between two writes of the controller, the pods and the status are of different moments.
      return rollout?.updated === created.length ? { ...rollout, before, after, newest: created.at(-1) } : undefined;
    });
    await eventually("it is over", async () => ((await rollouts()).length === 0 ? true : undefined));
    const { status } = deploymentSchema.parse(await admin.get(path));
    const progressed = status.conditions.find(({ type }) => type === "Progressing")?.lastUpdateTime ?? "";
    const endMs = Date.parse(progressed);
    const { updated, before, after, newest, completes } = asked;
    const replaced = (await podStarts(admin, own)).filter(({ hash }) => hash === newest?.hash);
    expect(replaced).toHaveLength(3);
    const left = replaced.slice(updated - 1);
    const knownMs = startsMsOf(
      after.filter(({ name, readyMs }) => before.some((pod) => pod.name === name && pod.readyMs === readyMs)),
    );
    expect(knownMs.length).toBeGreaterThan(0);
    // It is predicted by the starts that were known. What later pods and the controller took beyond them on a busy machine is
    // read from the cluster's own objects and is no part of what was predicted. Times of the API are whole seconds.
    const { longerMs, shorterMs, controllerMs } = delaysOf(left, knownMs, endMs);
    expect(endMs + shorterMs).toBeGreaterThan(completes.earliestMs - 1500);
    expect(endMs - longerMs - controllerMs).toBeLessThan(completes.latestMs + 1500);
    const seenMs = startsMsOf([...before, ...after]);
    const spreadMs = Math.max(...seenMs) - Math.min(...seenMs);
    expect(completes.latestMs - completes.earliestMs).toBeLessThan(20_000 + left.length * spreadMs);
  });
});
