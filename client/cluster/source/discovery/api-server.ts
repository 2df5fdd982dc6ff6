import * as z from "zod/mini";
import type { ApiServerInfo } from "../../../../shared/protocol/cluster.ts";
import type { Api } from "../api/api.ts";
import type { TimeLimits } from "../core/timing.ts";
import { createMetricsReader } from "./metrics.ts";
import { whyText } from "./node.ts";
import { mayDo } from "./review.ts";

interface ApiServerQuestion {
  readonly api: Api;
  readonly timing: TimeLimits;
  readonly signal: AbortSignal;
}

const versionSchema = z.object({ gitVersion: z.string() });

/** The API server's version and feature gates, and in words what it does not say. */
export async function readApiServer({ api, timing, signal }: ApiServerQuestion): Promise<ApiServerInfo> {
  const missing: string[] = [];
  const version = await api.read({ path: ["version"], idleMs: timing.requestMs, signal });
  if ("failure" in version) missing.push(`The version of the API server ${whyText(version.failure)}.`);
  const gitVersion = "value" in version ? versionSchema.safeParse(version.value).data?.gitVersion : undefined;
  const assumed = "assuming default feature gates.";
  if ((await mayDo(api, { path: "/metrics" })) === false) {
    missing.push(`/metrics of the API server can't be read (forbidden); ${assumed}`);
    return { version: gitVersion, missing };
  }
  const reader = createMetricsReader();
  const request = { path: ["metrics"], accept: "text/plain", idleMs: timing.requestMs, signal };
  const answer = await api.follow(request, reader.readLine);
  if ("failure" in answer) missing.push(`/metrics of the API server ${whyText(answer.failure)}; ${assumed}`);
  const { featureGates, version: built } = reader.done();
  return { version: gitVersion ?? built, featureGates: "failure" in answer ? undefined : featureGates, missing };
}
