import { X509Certificate } from "node:crypto";
import { formatWallTime } from "../../../../shared/basics/wall-time.ts";
import type { ContextTarget } from "../kubeconfig/load.ts";
import type { Credentials } from "./credentials.ts";

/** That the client certificate has expired by our clock, as a sentence. Asked where the credentials were not accepted: our clock may be wrong. */
export function expiredText(
  { certificate }: Pick<Credentials, "certificate">,
  { context }: Pick<ContextTarget, "context">,
  nowMs = Date.now(),
): string | undefined {
  const endMs = certificate === undefined ? undefined : endOf(certificate);
  if (endMs === undefined || endMs > nowMs) return undefined;
  return `The client certificate of user ${context.user ?? ""} expired on ${formatWallTime(endMs)} UTC. Log in again, or renew it.`;
}

function endOf(certificate: string): number | undefined {
  try {
    const endMs = Date.parse(new X509Certificate(certificate).validTo);
    return Number.isNaN(endMs) ? undefined : endMs;
  } catch {
    return undefined;
  }
}
