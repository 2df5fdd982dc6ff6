import * as z from "zod/mini";
import type { NodeTruth } from "../../../../shared/protocol/cluster.ts";
import { isForbiddance } from "../connection-state.ts";
import { failureText } from "../failure-text.ts";
import type { Failure } from "../http/answer.ts";
import type { Api } from "../http/api.ts";
import type { Target } from "../kubeconfig/load.ts";
import type { Timing } from "../timing.ts";
import { type ComponentMetrics, createMetricsReader } from "./metrics.ts";

/** What we may ask of nodes. */
export interface NodeRights {
  readonly node: boolean;
  /** `configz` and `metrics` of the kubelet. */
  readonly proxy: boolean;
}

export interface NodeQuestion {
  readonly api: Api;
  readonly target: () => Target;
  readonly timing: Timing;
  readonly signal: AbortSignal;
  readonly name: string;
  readonly rights: NodeRights;
}

const nodeSchema = z.object({ status: z.object({ nodeInfo: z.object({ kubeletVersion: z.string() }) }) });
const configzSchema = z.object({ kubeletconfig: z.record(z.string(), z.unknown()) });

/** All that a node says of its kubelet, and in words what it does not. */
export async function readNode(question: NodeQuestion): Promise<NodeTruth> {
  const { name, rights } = question;
  const missing: string[] = [];
  const node = rights.node ? await askJson(question, "", nodeSchema) : forbidden;
  if ("why" in node) missing.push(`Node ${name} ${node.why}: the version of its kubelet is not read from it.`);
  if (!rights.proxy) {
    const text = `configz and metrics of node ${name} may not be read (nodes/proxy is forbidden): its kubelet's configuration and feature gates are taken from the settings.`;
    return { name, kubeletVersion: versionOf(node), missing: [...missing, text] };
  }
  const configz = await askJson(question, "/proxy/configz", configzSchema);
  if ("why" in configz)
    missing.push(`configz of node ${name} ${configz.why}: its kubelet's configuration is taken from the settings.`);
  const metrics = await askMetrics(question);
  if ("why" in metrics)
    missing.push(
      `metrics of node ${name} ${metrics.why}: its kubelet's feature gates are taken from its configuration, else from the settings.`,
    );
  const told = "value" in metrics ? metrics.value : undefined;
  return {
    name,
    kubeletVersion: versionOf(node) ?? told?.version,
    kubeletConfiguration: "value" in configz ? configz.value.kubeletconfig : undefined,
    featureGates: told?.featureGates,
    missing,
  };
}

/** `why` goes on with a sentence that has begun. */
type Told<Value> = { readonly value: Value } | { readonly why: string };

const forbidden = { why: "may not be read (it is forbidden)" } as const;

function versionOf(node: Told<z.infer<typeof nodeSchema>>): string | undefined {
  return "value" in node ? node.value.status.nodeInfo.kubeletVersion : undefined;
}

async function askJson<Value>(
  { api, name, timing, signal, target }: NodeQuestion,
  path: string,
  schema: z.ZodMiniType<Value>,
): Promise<Told<Value>> {
  const answer = await api.read({ path: `/api/v1/nodes/${name}${path}`, idleMs: timing.requestMs, signal });
  if ("failure" in answer) return { why: whyText(answer.failure, target(), `nodes${path && "/proxy"}`) };
  const read = schema.safeParse(answer.value);
  return read.success ? { value: read.data } : { why: "is not as expected" };
}

async function askMetrics({ api, name, timing, signal, target }: NodeQuestion): Promise<Told<ComponentMetrics>> {
  const reader = createMetricsReader();
  const request = {
    path: `/api/v1/nodes/${name}/proxy/metrics`,
    accept: "text/plain",
    idleMs: timing.requestMs,
    signal,
  };
  const answer = await api.follow(request, reader.readLine);
  if ("failure" in answer) return { why: whyText(answer.failure, target(), "nodes/proxy") };
  return { value: reader.done() };
}

/** `may not be read (it is forbidden)`, `cannot be read (The API server …)`. */
export function whyText(failure: Failure, target: Target, resource: string): string {
  if (isForbiddance(failure)) return forbidden.why;
  if (failure.is === "refused") return `cannot be read (the answer was ${failure.status})`;
  return `cannot be read (${failureText(failure, target, { verb: "get", resource }).replace(/[:.].*$/, "")})`;
}
