import type { TestProject } from "vitest/node";
import { type Cluster, startCluster } from "./harness/cluster.ts";
import { giveRights } from "./rights.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Of the cluster that all files share. */
    clusterDirectory: string;
  }
}

/** Nodes of the shared cluster, and what is not default in their kubelets' configurations. */
export const nodes = {
  default: {},
  capped: {
    crashLoopBackOff: { maxContainerRestartPeriod: "6s" },
    featureGates: { ReduceDefaultCrashLoopBackOffDecay: true },
  },
} as const;

const users = ["viewer", "one-namespace", "no-events", "no-nodes", "client-certificate"];

let cluster: Cluster | undefined;

/** Starts the cluster that the files share, once for a run. */
export async function setup(project: TestProject): Promise<void> {
  const started = startCluster({
    users,
    controllers: ["job-controller", "deployment-controller", "replicaset-controller"],
  });
  cluster = started;
  await giveRights(started);
  for (const [name, configuration] of Object.entries(nodes)) started.startNode(name, configuration);
  for (const name of Object.keys(nodes)) await started.nodeIsReady(name);
  project.provide("clusterDirectory", started.directory);
}

export function teardown(): void {
  cluster?.end();
}
