import { spawn } from "node:child_process";
import { rmSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { eventually, FakeApi, type FakeObject, podsPath } from "../client/cluster/source/fake-api.ts";
import { expectGolden } from "../golden.ts";
import { observeSchema } from "./pages/schemas.ts";
import { type Run, runCli } from "./run-cli.ts";

let api: FakeApi;
let kubeconfig: string;
beforeEach(async () => {
  api = await new FakeApi().start();
  kubeconfig = api.kubeconfig();
  for (const object of pods) api.set(podsPath, object);
  api.set("/api/v1/namespaces/shop/pods", pod("cart", {}, "shop"));
  api.set("/api/v1/namespaces/empty/pods", pod("x", {}, "empty"));
  api.remove("/api/v1/namespaces/empty/pods", "uid-x");
  api.set("/api/v1/namespaces/web/events", killing);
  api.set(deploymentsPath, { metadata: { uid: "uid-gone", name: "gone" } });
  api.remove(deploymentsPath, "uid-gone");
  api.document(`/apis/apps/v1/namespaces/web/replicasets/web-5d4`, {
    metadata: { uid: "uid-web-5d4", name: "web-5d4", ownerReferences: [owner("Deployment", "web")] },
  });
  api.document("/version", { gitVersion: "v1.36.2" });
  api.document("/api/v1/nodes/n1", { status: { nodeInfo: { kubeletVersion: "v1.36.2" } } });
  api.document("/api/v1/nodes/n1/proxy/configz", {
    kubeletconfig: {
      featureGates: { KubeletCrashLoopBackOffMax: true },
      crashLoopBackOff: { maxContainerRestartPeriod: "60s" },
    },
  });
  api.document("/api/v1/nodes/n1/proxy/metrics", "");
  api.document("/metrics", "");
});
afterEach(() => api.stop());

const deploymentsPath = "/apis/apps/v1/namespaces/web/deployments";

const owner = (kind: string, name: string) => ({ kind, name, uid: `uid-${name}`, controller: true });

function pod(
  name: string,
  more: { owner?: object; spec?: object; status?: object } = {},
  namespace = "web",
): FakeObject {
  const status = { name: "app", image: "i:1", ready: true, started: true, restartCount: 0, state: running };
  return {
    apiVersion: "v1",
    kind: "Pod",
    metadata: { name, namespace, uid: `uid-${name}`, ownerReferences: more.owner === undefined ? [] : [more.owner] },
    spec: { nodeName: "n1", containers: [{ name: "app", image: "i:1" }], ...more.spec },
    status: { phase: "Running", containerStatuses: [status], ...more.status },
  };
}

const running = { running: { startedAt: "2026-11-21T10:00:03Z" } };
const ended = { exitCode: 3, reason: "Error", startedAt: "2026-11-21T10:00:00Z", finishedAt: "2026-11-21T10:00:10Z" };

const pods = [
  pod("web-5d4-a", { owner: owner("ReplicaSet", "web-5d4") }),
  pod("web-5d4-b", {
    owner: owner("ReplicaSet", "web-5d4"),
    status: {
      containerStatuses: [
        {
          name: "app",
          image: "i:1",
          ready: false,
          restartCount: 4,
          lastState: { terminated: ended },
          state: {
            waiting: {
              reason: "CrashLoopBackOff",
              message: "back-off 1m0s restarting failed container=app pod=web-5d4-b_web(uid)",
            },
          },
        },
      ],
    },
  }),
  pod("nightly-1", {
    owner: owner("Job", "nightly"),
    spec: { restartPolicy: "Never" },
    status: {
      phase: "Succeeded",
      containerStatuses: [
        { name: "app", restartCount: 0, state: { terminated: { ...ended, exitCode: 0, reason: "Completed" } } },
      ],
    },
  }),
];

const killing = {
  metadata: { uid: "uid-e", name: "e" },
  involvedObject: { kind: "Pod", uid: "uid-web-5d4-a", name: "web-5d4-a", fieldPath: "spec.containers{app}" },
  reason: "Killing",
  message: "Container app failed liveness probe, will be restarted",
  count: 2,
  firstTimestamp: "2026-11-21T09:00:00Z",
  lastTimestamp: "2026-11-21T09:30:00Z",
};

function observe(...args: readonly string[]): Promise<Run> {
  return runCli(["observe", "--kubeconfig", kubeconfig, ...args], { env: { HOME: api.folder } });
}

/** What depends on the moment of the test is left out. */
function timeless({ stdout, stderr, code }: Run): string {
  const plain = stdout
    .replace(/overdue by \w+( \w+)*/g, "overdue by …")
    .replace(/Observed at [^:]+:\d\d:\d\d UTC/g, "Observed at … UTC")
    .replace(/at least \S+ ago/g, "at least … ago")
    .replace(/\(\w+ ago\)/g, "(… ago)")
    .replace(/(RESTARTS|\d|ago\)) +(?=LAST|exit|- )/g, "$1  ")
    .replace(/"atMs": \d+/g, '"atMs": …');
  return `${plain}--- ${code}\n${stderr.replaceAll(api.address, "SERVER")}`;
}

describe("observe", () => {
  it.each<[golden: string, args: readonly string[]]>([
    ["observe-text", []],
    ["observe-all", ["-n", "web,shop"]],
    ["observe-pod", ["web-5d4-b"]],
    ["observe-object", ["deploy/web"]],
    ["observe-json", ["--format", "json", "Pod/web-5d4-b"]],
  ])("%s", async (golden, args) => {
    const run = await observe(...args);
    expectGolden(`cli/${golden}`, timeless(run));
    if (args.includes("json")) observeSchema.parse(JSON.parse(run.stdout));
  });

  it("has the rollout of an object that is asked for, beside what is predicted", async () => {
    const spec = { replicas: 3, strategy: { rollingUpdate: { maxSurge: 1, maxUnavailable: 0 } } };
    const condition = { type: "Progressing", status: "True", reason: "ReplicaSetUpdated" };
    const conditions = [{ ...condition, lastUpdateTime: "2026-11-21T10:00:00Z" }];
    const counts = { replicas: 3, updatedReplicas: 1, availableReplicas: 2, observedGeneration: 1 };
    const metadata = { name: "web", namespace: "web", uid: "uid-web", generation: 1 };
    api.set(deploymentsPath, { metadata, spec: { ...spec, template: {} }, status: { ...counts, conditions } });
    const { stdout } = await observe("deploy/web");
    expect(stdout.split("\n")[0]).toMatch(/^Deployment\/web {2}1 of 3 updated, late by .+; deadline reached$/);
    const { rollouts } = observeSchema.parse(JSON.parse((await observe("deploy/web", "--format", "json")).stdout));
    expect(rollouts).toEqual([
      {
        ...{ kind: "Deployment", name: "web", namespace: "web", updated: 1, available: 2, of: 3, state: "running" },
        completes: { nominalMs: expect.any(Number), earliestMs: expect.any(Number), latestMs: expect.any(Number) },
        deadlineMs: Date.parse("2026-11-21T10:10:00Z"),
      },
    ]);
    expect(api.requestsTo(/\/deployments\?/)[0]?.query["fieldSelector"]).toBe("metadata.name=web");
  });

  it("counts READY as kubectl does, and has how a pod ended", async () => {
    const both = {
      containers: [{ name: "a" }, { name: "b" }],
      initContainers: [{ name: "s", restartPolicy: "Always" }],
    };
    api.set(podsPath, pod("new", { spec: both, status: { phase: "Pending", containerStatuses: [] } }));
    const oom = { exitCode: 137, reason: "OOMKilled", finishedAt: "2026-11-21T10:00:00Z" };
    const failed = { phase: "Failed", containerStatuses: [{ name: "app", state: { terminated: oom } }] };
    api.set(podsPath, pod("broken", { spec: { restartPolicy: "Never" }, status: failed }));
    const rows = (await observe()).stdout.split("\n");
    expect(rows.find((line) => line.startsWith("new "))).toMatch(/^new +0\/3 +0 +- /);
    expect(rows.find((line) => line.startsWith("broken "))).toMatch(/^broken +0\/1 +0 +OOM kill +- +failed/);
    const { pods } = observeSchema.parse(JSON.parse((await observe("--format", "json")).stdout));
    const reasons = pods.map(({ name, reason }) => [name, reason?.is]);
    expect(reasons).toContainEqual(["web-5d4-b", "crash-loop"]);
    expect(reasons).toContainEqual(["broken", "failed"]);
    expect(reasons).toContainEqual(["web-5d4-a", undefined]);
  });

  it("asks for nothing but gets, lists, watches and reviews, and for one pod only about that one", async () => {
    await observe("web-5d4-a");
    expect(api.requestsTo(/\/pods\?/)[0]?.query["fieldSelector"]).toBe("metadata.name=web-5d4-a");
    expect(api.requests.filter(({ method }) => method !== "GET").map(({ path }) => path)).toEqual(
      Array.from({ length: 3 }, () => "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews"),
    );
  });

  it.each<[args: readonly string[], code: number, line: RegExp]>([
    [["-n", "empty"], 0, /^no pods found in namespace empty of context fake$/],
    [["-n", "empty", "web"], 2, /^pod web not found in namespace empty of context fake$/],
    [
      ["Deployment/wep"],
      2,
      /^no pods of deployment wep found in namespace web of context fake: did you mean Deployment\/web\?$/,
    ],
    [["--context", "prod"], 2, /^context prod not found in the kubeconfig: choose one with --context: fake$/],
  ])("%j ends with %i and one line", async (args, code, line) => {
    const run = await observe(...args);
    const [first = "", ...others] = run.stderr.trimEnd().split("\n");
    expect({ stdout: run.stdout, code: run.code, others }).toEqual({ stdout: "", code, others: [] });
    expect(first).toMatch(/^pod-cadence: /);
    expect(first.slice("pod-cadence: ".length)).toMatch(line);
  });

  it("that may not read the pods, or reaches no cluster, ends with 2 and says why", async () => {
    api.refuse(/pods/, 403, 100);
    expect(await observe()).toEqual({
      stdout: "",
      stderr:
        "pod-cadence: user dev is not allowed to list pods in namespace web (403). Choose another namespace, or request a role that allows get, list, and watch\n",
      code: 2,
    });
    rmSync(kubeconfig);
    expect((await observe()).stderr).toMatch(/^pod-cadence: no kubeconfig found at /);
  });

  it("says what it may not read, and is quiet about it when told so", async () => {
    api.denied = /proxy|metrics/;
    api.refuse(/events/, 403, 1000);
    const told = await observe("web-5d4-b");
    expect(
      told.stderr
        .replace(/pod-cadence: /g, "")
        .trimEnd()
        .split("\n"),
    ).toEqual([
      expect.stringMatching(/^user dev is not allowed to list events in namespace web \(403\)/),
      expect.stringMatching(/^configz and metrics of node n1 can't be read \(nodes\/proxy is forbidden\)/),
      expect.stringMatching(/^\/metrics of the API server can't be read/),
    ]);
    expect(told.code).toBe(0);
    expect((await observe("web-5d4-b", "--quiet")).stderr).toBe("");
  });
});

describe("observe of pods on many nodes", () => {
  it("does not say of each what could not be read", async () => {
    for (let n = 0; n < 20; n += 1) api.set(podsPath, pod(`p${n}`, { spec: { nodeName: `gone-${n}` } }));
    const lines = (await observe()).stderr.trimEnd().split("\n");
    expect(lines).toHaveLength(6);
    expect(lines[0]).toMatch(
      /^pod-cadence: node gone-\d+ does not exist; assuming a kubelet of the API server's version/,
    );
    expect(lines[5]).toBe("pod-cadence: 15 more could not be read (--format json lists all of them)");
  });
});

const cli = fileURLToPath(new URL("../../dist/cli.js", import.meta.url));

describe("observe --watch", () => {
  it("writes the table, then what changes, and says when it is out of date", async () => {
    const watching = watch();
    await eventually(() => expect(watching.out()).toContain("web-5d4-b"));
    api.set(podsPath, pod("new"));
    await eventually(() => expect(watching.out()).toMatch(/\nnew +1\/1 +0 +- +- +ready\n$/));
    // The same again, with other words in it that say nothing.
    api.set(podsPath, { ...pod("new"), metadata: { ...pod("new").metadata, labels: { a: "b" } } });
    api.remove(podsPath, "uid-nightly-1");
    await eventually(() => expect(watching.out()).toMatch(/ready\nnightly-1 {2}deleted\n$/));
    api.refuse(/pods\?.*watch/, 500, 1);
    api.bookmark();
    api.endWatches();
    await eventually(() =>
      expect(watching.errors()).toMatch(
        /out of date since .* UTC, (?:next try in \S+|trying again): the API server .*\npod-cadence: up to date again\n$/s,
      ),
    );
    await watching.end();
  });

  it("writes one document a line", async () => {
    const watching = watch("--format", "json");
    await eventually(() => expect(watching.out()).toMatch(/\n$/));
    api.remove(podsPath, "uid-nightly-1");
    await eventually(() => expect(watching.out().trimEnd().split("\n")).toHaveLength(2));
    const [first, second] = watching
      .out()
      .trimEnd()
      .split("\n")
      .map((text) => observeSchema.parse(JSON.parse(text)));
    expect(first).toMatchObject({ version: 1, context: "fake", namespaces: ["web"], gone: [], pods: [{}, {}, {}] });
    expect(second).toMatchObject({ pods: [], gone: ["uid-nightly-1"] });
    await watching.end();
  });
});

describe("observe --watch of a rollout", () => {
  const showStep = (updatedReplicas: number): void => {
    const metadata = { name: "web", namespace: "web", uid: "uid-web", generation: 1 };
    const status = { replicas: 3, updatedReplicas, availableReplicas: 2, observedGeneration: 1 };
    api.set(deploymentsPath, { metadata, spec: { replicas: 3, template: {} }, status });
  };

  it("has each step, also where nobody sees a table", async () => {
    showStep(1);
    const lines = watch("deploy/web", "--format", "json");
    const rows = watch("deploy/web");
    await eventually(() => expect(lines.out()).toContain('"updated":1'));
    await eventually(() => expect(rows.out()).toContain("Deployment/web  1 of 3 updated"));
    showStep(2);
    await eventually(() => expect(lines.out()).toContain('"updated":2'));
    await eventually(() => expect(rows.out()).toContain("Deployment/web  2 of 3 updated"));
    for (const line of lines.out().trimEnd().split("\n")) observeSchema.parse(JSON.parse(line));
    await lines.end();
    await rows.end();
  });
});

/** The CLI as a process that goes on. */
function watch(...args: readonly string[]) {
  const child = spawn(process.execPath, [cli, "observe", "--watch", "--kubeconfig", kubeconfig, ...args]);
  let out = "";
  let errors = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    out += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    errors += text;
  });
  const ended = new Promise((resolve) => child.once("close", resolve));
  return {
    out: () => out,
    errors: () => errors,
    async end() {
      child.kill();
      await ended;
    },
  };
}
