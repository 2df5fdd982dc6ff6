// Records how long real training runs are down after a failure: restarted in place, by the Job controller, and by the JobSet controller.
// `node test/cluster/load/record-training.ts OUT [JOBSET_MANAGER JOBSET_MODULE]`, then `npx biome check --write OUT`. The manager is
// built from the Go module sigs.k8s.io/jobset; it runs without its webhooks, so that the manifest says what they would fill in.
import { spawn } from "node:child_process";
import { copyFileSync, mkdirSync, openSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { eventually } from "../../patience.ts";
import type { Cluster } from "../harness/cluster.ts";
import { startCluster } from "../harness/cluster.ts";
import { readRuns } from "../harness/journal.ts";

const forMs = 330_000;
const script = (does: string): readonly string[] => [does];
const base = {
  automountServiceAccountToken: false,
  enableServiceLinks: false,
  nodeName: "node",
  restartPolicy: "Never",
};
const container = (name: string, does: string) => ({ name, image: "app:1", args: script(does) });

const inPlace = {
  apiVersion: "batch/v1",
  kind: "Job",
  metadata: { name: "in-place", namespace: "default" },
  spec: {
    backoffLimit: 0,
    template: {
      spec: {
        ...base,
        containers: [
          {
            ...container("main", "exits 42 after 20s"),
            restartPolicy: "Never",
            restartPolicyRules: [{ action: "RestartAllContainers", exitCodes: { operator: "In", values: [42] } }],
          },
          container("helper", "runs"),
        ],
      },
    },
  },
};

const recreated = {
  apiVersion: "batch/v1",
  kind: "Job",
  metadata: { name: "recreated", namespace: "default" },
  spec: { backoffLimit: 4, template: { spec: { ...base, containers: [container("main", "exits 1 after 20s")] } } },
};

const replicatedJob = (name: string, does: string) => ({
  name,
  replicas: 1,
  groupName: "default",
  template: {
    spec: {
      backoffLimit: 0,
      completionMode: "Indexed",
      completions: 1,
      parallelism: 1,
      template: { spec: { ...base, containers: [container("main", does)] } },
    },
  },
});

const jobSet = {
  apiVersion: "jobset.x-k8s.io/v1alpha2",
  kind: "JobSet",
  metadata: { name: "set", namespace: "default" },
  spec: {
    network: { enableDNSHostnames: false, publishNotReadyAddresses: false },
    successPolicy: { operator: "All", targetReplicatedJobs: [] },
    startupPolicy: { startupPolicyOrder: "AnyOrder" },
    failurePolicy: { maxRestarts: 4, restartStrategy: "Recreate" },
    replicatedJobs: [replicatedJob("fails", "exits 1 after 20s"), replicatedJob("others", "stops in 3s with 0")],
  },
};

async function startJobSets(cluster: Cluster, manager: string, module: string): Promise<void> {
  const crd: unknown = parse(
    readFileSync(join(module, "config/components/crd/bases/jobset.x-k8s.io_jobsets.yaml"), "utf8"),
  );
  await cluster.admin.ask("POST", "/apis/apiextensions.k8s.io/v1/customresourcedefinitions", crd);
  const certificates = join(cluster.directory, "webhook");
  mkdirSync(certificates);
  copyFileSync(join(cluster.directory, "keys", "server.crt"), join(certificates, "tls.crt"));
  copyFileSync(join(cluster.directory, "keys", "server.key"), join(certificates, "tls.key"));
  const configuration = cluster.write(
    "jobset.yaml",
    `apiVersion: config.jobset.x-k8s.io/v1alpha1
kind: Configuration
leaderElection: {leaderElect: false}
internalCertManagement: {enable: false}
metrics: {bindAddress: "0"}
health: {healthProbeBindAddress: "127.0.0.1:18481"}
webhook: {host: 127.0.0.1, port: 18443, certDir: ${certificates}}
`,
  );
  const log = openSync("/tmp/jobset-manager.log", "w");
  const started = spawn(manager, ["--config", configuration, "--kubeconfig", join(cluster.directory, "kubeconfig")], {
    stdio: ["ignore", log, log],
  });
  process.once("exit", () => started.kill());
  await eventually("the JobSet API", async () => {
    const { status, text } = await cluster.admin.ask(
      "POST",
      "/apis/jobset.x-k8s.io/v1alpha2/namespaces/default/jobsets",
      jobSet,
    );
    if (status === 201) return true;
    console.log(status, text.slice(0, 300));
    return undefined;
  });
}

async function record(out: string, manager: string | undefined, module: string | undefined): Promise<void> {
  const cluster = startCluster({ controllers: ["job-controller", "garbage-collector-controller"] });
  try {
    await cluster.isReady();
    cluster.startNode("node");
    await cluster.nodeIsReady("node");
    if (manager !== undefined && module !== undefined) await startJobSets(cluster, manager, module);
    await cluster.admin.create(inPlace);
    await cluster.admin.create(recreated);
    await new Promise((resolve) => setTimeout(resolve, forMs));
    const runs = readRuns(cluster.directory, "node");
    const fromMs = runs[0]?.startedMs ?? 0;
    const relative = runs.map(({ pod, container: name, startedMs, exitedMs, exitCode }) => ({
      pod: pod.replace("default/", ""),
      container: name,
      startedMs: Math.round(startedMs - fromMs),
      exitedMs: exitedMs === undefined ? null : Math.round(exitedMs - fromMs),
      exitCode: exitCode ?? null,
    }));
    writeFileSync(
      out,
      `${JSON.stringify({ kubernetes: "1.37", jobSet: manager && "v0.10.1", runs: relative }, null, 2)}\n`,
    );
  } finally {
    cluster.end();
  }
}

const [out = "", manager, module] = process.argv.slice(2);
await record(out, manager, module);
process.exit(0);
