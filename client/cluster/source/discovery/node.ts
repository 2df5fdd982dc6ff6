import * as z from "zod/mini";
import { formatRecorded } from "../../../../shared/basics/span-words.ts";
import type { NodeInfo, NodeReadiness } from "../../../../shared/protocol/cluster.ts";
import type { ApiFailure } from "../api/answer.ts";
import type { Api } from "../api/api.ts";
import type { ApiPath } from "../api/path.ts";
import type { TimeLimits } from "../core/timing.ts";
import { isForbiddance } from "../watch/connection-state.ts";
import { type ComponentMetrics, createMetricsReader } from "./metrics.ts";
import { heartbeatAhead } from "./node-clock.ts";

/** What we may ask of nodes. */
export interface NodeRights {
  readonly node: boolean;
  /** `configz` and `metrics` of the kubelet. */
  readonly proxy: boolean;
}

interface NodeQuestion {
  readonly api: Api;
  readonly timing: TimeLimits;
  readonly signal: AbortSignal;
  readonly name: string;
  readonly rights: NodeRights;
}

const conditionSchema = z.object({
  type: z.string(),
  status: z.string(),
  reason: z.optional(z.string()),
  message: z.optional(z.string()),
  lastHeartbeatTime: z.optional(z.string()),
});
const nodeSchema = z.object({
  metadata: z.optional(z.object({ managedFields: z.optional(z.unknown()) })),
  status: z.object({
    nodeInfo: z.object({ kubeletVersion: z.string() }),
    conditions: z.optional(z.array(conditionSchema)),
  }),
});
const configzSchema = z.object({ kubeletconfig: z.record(z.string(), z.unknown()) });

interface ReadNode {
  readonly info: NodeInfo;
  /** Something did not answer that may answer later. */
  readonly isPartial: boolean;
  /** How far its clock is ahead of the API server's; undefined if it is not, or nobody knows. */
  readonly clockAheadMs?: number | undefined;
}

/** All that a node says of its kubelet, and in words what it does not. */
export async function readNode(question: NodeQuestion): Promise<ReadNode> {
  const { name, rights } = question;
  const missing: string[] = [];
  const node = rights.node ? await askJson(question, [], nodeSchema) : forbidden;
  if ("why" in node && node.why === gone) {
    const text = `Node ${name} ${gone}; assuming a kubelet of the API server's version with default configuration.`;
    return { info: { name, missing: [text] }, isPartial: false };
  }
  if ("why" in node) missing.push(`Node ${name} ${node.why}; assuming a kubelet of the API server's version.`);
  if (!rights.proxy) {
    const text = `configz and metrics of node ${name} can't be read (nodes/proxy is forbidden); assuming default kubelet configuration.`;
    return {
      info: { name, kubeletVersion: versionOf(node), readiness: readinessOf(node), missing: [...missing, text] },
      isPartial: isMute(node),
      clockAheadMs: clockOf(node),
    };
  }
  const configz = await askJson(question, ["proxy", "configz"], configzSchema);
  if ("why" in configz) missing.push(`configz of node ${name} ${configz.why}; assuming default kubelet configuration.`);
  // A kubelet that does not answer is not asked again: each time takes long.
  const metrics = isMute(configz) && "why" in configz ? configz : await askMetrics(question);
  if ("why" in metrics && metrics !== configz)
    missing.push(`metrics of node ${name} ${metrics.why}; assuming only the feature gates of its configuration.`);
  const told = "value" in metrics ? metrics.value : undefined;
  const info: NodeInfo = {
    name,
    kubeletVersion: versionOf(node) ?? told?.version,
    kubeletConfiguration: "value" in configz ? configz.value.kubeletconfig : undefined,
    featureGates: told?.featureGates,
    readiness: readinessOf(node),
    missing,
  };
  return { info, isPartial: [node, configz, metrics].some(isMute), clockAheadMs: clockOf(node) };
}

/** Only whether it is ready. Undefined if nobody says. */
export async function readReadiness(question: NodeQuestion): Promise<NodeReadiness | undefined> {
  return question.rights.node ? readinessOf(await askJson(question, [], nodeSchema)) : undefined;
}

function readinessOf(node: Told<z.infer<typeof nodeSchema>>): NodeReadiness | undefined {
  const found = "value" in node ? node.value.status.conditions?.find(({ type }) => type === "Ready") : undefined;
  return found && { status: found.status, reason: found.reason, message: found.message };
}

function clockOf(node: Told<z.infer<typeof nodeSchema>>): number | undefined {
  if (!("value" in node)) return undefined;
  const { metadata, status } = node.value;
  return heartbeatAhead(metadata?.managedFields, status.conditions ?? []);
}

function isMute(told: Told<unknown>): boolean {
  return "isMute" in told && told.isMute;
}

/** `why` goes on with a sentence that has begun. `isMute`: nobody answered, which may be otherwise in a while. */
type Told<Value> = { readonly value: Value } | { readonly why: string; readonly isMute: boolean };

const gone = "does not exist";
const forbidden = { why: "can't be read (forbidden)", isMute: false } as const;
/** A kubelet answers at once or not at all; the API server waits for it longer. */
const kubeletMs = 10_000;

function versionOf(node: Told<z.infer<typeof nodeSchema>>): string | undefined {
  return "value" in node ? node.value.status.nodeInfo.kubeletVersion : undefined;
}

async function askJson<Value>(
  { api, name, timing, signal }: NodeQuestion,
  below: ApiPath,
  schema: z.ZodMiniType<Value>,
): Promise<Told<Value>> {
  const idleMs = Math.min(timing.requestMs, kubeletMs);
  const answer = await api.read({ path: ["api", "v1", "nodes", name, ...below], idleMs, signal });
  if ("failure" in answer) return toldFailure(answer.failure, below.length === 0);
  const read = schema.safeParse(answer.value);
  return read.success ? { value: read.data } : { why: "is not valid", isMute: false };
}

async function askMetrics({ api, name, timing, signal }: NodeQuestion): Promise<Told<ComponentMetrics>> {
  const reader = createMetricsReader();
  const request = {
    path: ["api", "v1", "nodes", name, "proxy", "metrics"],
    accept: "text/plain",
    idleMs: Math.min(timing.requestMs, kubeletMs),
    signal,
  };
  const answer = await api.follow(request, reader.readLine);
  if ("failure" in answer) return toldFailure(answer.failure, false);
  return { value: reader.done() };
}

function toldFailure(failure: ApiFailure, isNode: boolean): Told<never> {
  const isGone = isNode && failure.is === "refused" && failure.status === 404;
  return { why: isGone ? gone : whyText(failure), isMute: isTransient(failure) };
}

/** `can't be read (forbidden)`, `can't be read (status 502)`. */
export function whyText(failure: ApiFailure): string {
  if (isForbiddance(failure)) return forbidden.why;
  switch (failure.is) {
    case "refused":
    case "page":
      return `can't be read (status ${failure.status})`;
    case "slow":
      return `can't be read (no response for ${formatRecorded(failure.limitMs)})`;
    case "unreadable":
    case "endless":
      return "is not valid";
    default:
      return "can't be read (no response from the API server)";
  }
}

function isTransient(failure: ApiFailure): boolean {
  return failure.is !== "refused" || failure.status >= 500 || failure.status === 429;
}
