// Does on a real kubelet and real controllers what docs/findings.md tells people to do: `node test/cluster/load/record-findings.ts test/truth/findings/recorded.json`.
// It takes eleven minutes. test/truth/findings holds the page's numbers against the recording.
import { writeFileSync } from "node:fs";
import * as z from "zod/mini";
import { type Cluster, startCluster } from "../harness/cluster.ts";
import { scriptedSpec } from "../harness/workloads.ts";

/** Lines of the page's loop, one a second. */
const lines = 600;
const maximum = "30s";

const podSchema = z.looseObject({
  status: z.looseObject({
    containerStatuses: z._default(
      z.array(
        z.looseObject({
          restartCount: z.number(),
          state: z.record(z.string(), z.looseObject({ reason: z.optional(z.string()) })),
        }),
      ),
      [],
    ),
  }),
});
const deploymentSchema = z.looseObject({
  status: z.looseObject({
    conditions: z._default(
      z.array(z.looseObject({ type: z.string(), status: z.string(), lastUpdateTime: z.string() })),
      [],
    ),
  }),
});

interface SeenPod {
  /** Lines in each state: `running`, `terminated`, `waiting CrashLoopBackOff`. */
  readonly states: Record<string, number>;
  restarts: number;
}

async function look(cluster: Cluster, name: string, seen: SeenPod): Promise<void> {
  const pod = podSchema.parse(await cluster.admin.get(`/api/v1/namespaces/default/pods/${name}`));
  const [container] = pod.status.containerStatuses;
  const [[state, details] = ["none", {}]] = Object.entries(container?.state ?? {});
  const key = [state, ...(state === "waiting" ? [details.reason ?? ""] : [])].join(" ");
  seen.states[key] = (seen.states[key] ?? 0) + 1;
  seen.restarts = container?.restartCount ?? 0;
}

async function record(out: string): Promise<void> {
  const cluster = startCluster({ controllers: ["deployment-controller", "replicaset-controller"] });
  try {
    await cluster.isReady();
    cluster.startNode("node", { crashLoopBackOff: { maxContainerRestartPeriod: maximum } });
    await cluster.nodeIsReady("node");
    await cluster.admin.create(pod("crash", {}));
    await cluster.admin.create(pod("probed", { readinessProbe: { exec: { command: ["true"] }, periodSeconds: 10 } }));
    await cluster.admin.create(flapping());
    const plain: SeenPod = { states: {}, restarts: 0 };
    const probed: SeenPod = { states: {}, restarts: 0 };
    const progressing: Record<string, number> = {};
    const updates = new Set<string>();
    const startedMs = Date.now();
    for (let line = 1; line <= lines; line++) {
      await new Promise((resolve) => setTimeout(resolve, startedMs + line * 1000 - Date.now()));
      await Promise.all([look(cluster, "crash", plain), look(cluster, "probed", probed)]);
      const path = "/apis/apps/v1/namespaces/default/deployments/flapping";
      const { conditions } = deploymentSchema.parse(await cluster.admin.get(path)).status;
      const condition = conditions.find(({ type }) => type === "Progressing");
      if (condition === undefined) continue;
      progressing[condition.status] = (progressing[condition.status] ?? 0) + 1;
      updates.add(condition.lastUpdateTime);
    }
    const deployment = { progressDeadlineSeconds: 60, progressing, updates: updates.size };
    const recorded = { kubernetes: "1.37.1", maxContainerRestartPeriod: maximum, lines, plain, probed, deployment };
    writeFileSync(out, `${JSON.stringify(recorded, null, 2)}\n`);
  } finally {
    cluster.end();
  }
}

function pod(name: string, fields: Readonly<Record<string, unknown>>): unknown {
  const containers = [{ name, does: "exits 1 after 5s", ...fields }];
  const spec = scriptedSpec({ containers }, "node");
  return { apiVersion: "v1", kind: "Pod", metadata: { name, namespace: "default" }, spec };
}

/** As on the page. */
function flapping(): unknown {
  const labels = { app: "flapping" };
  const containers = [{ name: "app", does: "exits 1 after 8s" }];
  return {
    apiVersion: "apps/v1",
    kind: "Deployment",
    metadata: { name: "flapping", namespace: "default" },
    spec: {
      replicas: 1,
      minReadySeconds: 30,
      progressDeadlineSeconds: 60,
      selector: { matchLabels: labels },
      template: { metadata: { labels }, spec: scriptedSpec({ containers }, "node") },
    },
  };
}

const [out] = process.argv.slice(2);
if (out === undefined) throw new Error("usage: record-findings.ts OUT");
await record(out);
