import { parseDocument } from "yaml";
import { z } from "zod";
import { readWorkloadSpec } from "../../shared/controllers/objects/read-spec.ts";
import type { RolloutPayload } from "../../shared/protocol/pod/rollout.ts";
import { payloadOf } from "./payloads.ts";

interface Written {
  readonly replicas?: number;
  readonly surge?: string;
  readonly unavailable?: string;
  readonly scenario?: string;
  readonly lines?: readonly string[];
  readonly name?: string;
  readonly minAvailable?: number;
}

/** What the server sends for a Deployment whose pods start in 20 seconds. */
export function rolloutOf(written: Written = {}): RolloutPayload {
  const { replicas = 4, surge = "1", unavailable = "0", name = "web", minAvailable } = written;
  const { scenario = "starts in 20s, stops in 5s", lines = [] } = written;
  const spec = z.looseObject({}).parse(
    parseDocument(`
replicas: ${replicas}
minReadySeconds: 10
strategy: {rollingUpdate: {maxSurge: ${surge}, maxUnavailable: ${unavailable}}}
`).toJS(),
  );
  const container = { name: "app", image: "a", readinessProbe: { periodSeconds: 5, tcpSocket: { port: 80 } } };
  const pod = payloadOf({ containers: [container] }, { app: scenario }, { name, lines });
  const read = readWorkloadSpec("Deployment", spec, pod.assumptions.apiServer);
  if (read === undefined) throw new Error("no Deployment");
  const budget = {
    name: "keep",
    minAvailable: { count: minAvailable ?? 0 },
    maxUnavailable: undefined,
    unhealthyPodEvictionPolicy: "IfHealthyBudget" as const,
  };
  return {
    pod: { ...pod, answer: undefined },
    workload: {
      name,
      spec: read,
      nodes: ["node-1", "node-2", "node-3"],
      services: [{ name, publishNotReadyAddresses: false }],
      budgets: minAvailable === undefined ? [] : [budget],
    },
  };
}
