// Records what a real kubelet asks of a real API server while its pods crash: `node test/cluster/load/record.ts NAME OUT`, then `npx biome check --write OUT`.
// The scenarios are those of test/truth/load; a busy machine makes the kubelet slower, so record one at a time.
import { readFileSync, writeFileSync } from "node:fs";
import { parse } from "yaml";
import * as z from "zod/mini";
import { startCluster } from "../harness/cluster.ts";
import { scriptedSpec } from "../harness/workloads.ts";

const scenarioSchema = z.object({
  name: z.string(),
  about: z.string(),
  /** Fields of the node's KubeletConfiguration. */
  kubelet: z.record(z.string(), z.unknown()),
  pods: z.array(z.object({ count: z.number(), does: z.string() })),
  forS: z.number(),
  everyS: z.number(),
});

/** Requests that the API server has answered since it started, by who could have made them: `VERB resource/subresource`. */
function requestsIn(metrics: string): Readonly<Record<string, number>> {
  const requests: Record<string, number> = {};
  for (const line of metrics.split("\n")) {
    const [, labels = "", value = ""] = /^apiserver_request_total\{([^}]*)\} (\S+)/.exec(line) ?? [];
    const label = (name: string) => new RegExp(`(?:^|,)${name}="([^"]*)"`).exec(labels)?.[1] ?? "";
    const resource = label("resource");
    if (resource !== "pods" && resource !== "events") continue;
    const subresource = label("subresource");
    const key = `${label("verb")} ${resource}${subresource === "" ? "" : `/${subresource}`}`;
    requests[key] = (requests[key] ?? 0) + Number(value);
  }
  return requests;
}

const podsSchema = z.object({
  items: z.array(
    z.looseObject({
      status: z.looseObject({
        containerStatuses: z._default(z.array(z.looseObject({ restartCount: z.number() })), []),
      }),
    }),
  ),
});

async function record(name: string, out: string): Promise<void> {
  const scenarios = z
    .array(scenarioSchema)
    .parse(parse(readFileSync(new URL("../../truth/load/scenarios.yaml", import.meta.url), "utf8")));
  const scenario = scenarios.find((each) => each.name === name);
  if (scenario === undefined) throw new Error(`no scenario is called ${name}`);
  const cluster = startCluster({});
  try {
    await cluster.isReady();
    cluster.startNode("node", scenario.kubelet);
    await cluster.nodeIsReady("node");
    const before = requestsIn((await cluster.admin.ask("GET", "/metrics")).text);
    const startedMs = Date.now();
    const pods = scenario.pods.flatMap(({ count, does }, group) =>
      Array.from({ length: count }, (_, index) => ({
        apiVersion: "v1",
        kind: "Pod",
        metadata: { name: `pod-${group}-${index}`, namespace: "default" },
        spec: scriptedSpec({ containers: [{ name: "app", image: "app:1", does }] }, "node"),
      })),
    );
    await Promise.all(pods.map((pod) => cluster.admin.create(pod)));
    const samples: unknown[] = [];
    for (let atS = scenario.everyS; atS <= scenario.forS; atS += scenario.everyS) {
      await new Promise((resolve) => setTimeout(resolve, startedMs + atS * 1000 - Date.now()));
      const tMs = Date.now() - startedMs;
      const requests = requestsIn((await cluster.admin.ask("GET", "/metrics")).text);
      const { items } = podsSchema.parse(await cluster.admin.get("/api/v1/namespaces/default/pods"));
      const restarts = items.reduce(
        (sum, { status }) => sum + status.containerStatuses.reduce((all, { restartCount }) => all + restartCount, 0),
        0,
      );
      const since = (key: string) => (requests[key] ?? 0) - (before[key] ?? 0);
      samples.push({
        tMs,
        restarts,
        podGets: since("GET pods"),
        statusPatches: since("PATCH pods/status"),
        eventWrites: since("POST events") + since("PATCH events"),
      });
      const { about, kubelet, pods: groups } = scenario;

      const recording = { name, about, kubernetes: "1.37", kubelet, pods: groups, samples };
      writeFileSync(out, `${JSON.stringify(recording, null, 2)}\n`);
    }
  } finally {
    cluster.end();
  }
}

const [name = "", out = ""] = process.argv.slice(2);
await record(name, out);
