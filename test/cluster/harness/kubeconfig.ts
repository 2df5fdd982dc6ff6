import { randomUUID } from "node:crypto";
import { stringify } from "yaml";
import type { Cluster } from "./cluster.ts";

export interface KubeconfigParts {
  /** Other than the cluster's own server, such as a proxy before it. */
  readonly server?: string;
  /** PEM; by default the cluster's CA. */
  readonly ca?: string;
  readonly cluster?: Readonly<Record<string, unknown>>;
  /** The fields of the user. */
  readonly user: Readonly<Record<string, unknown>>;
  readonly namespace?: string;
}

/** With one context, `test`. */
export function kubeconfigText(cluster: Cluster, parts: KubeconfigParts): string {
  const { server = cluster.server, ca = cluster.readKey("ca.crt"), user, namespace } = parts;
  const caData = Buffer.from(ca).toString("base64");
  const context = { cluster: "test", user: "user", ...(namespace !== undefined && { namespace }) };
  return stringify({
    apiVersion: "v1",
    kind: "Config",
    clusters: [{ name: "test", cluster: { server, "certificate-authority-data": caData, ...parts.cluster } }],
    users: [{ name: "user", user }],
    contexts: [{ name: "test", context }],
    "current-context": "test",
  });
}

/** Writes it to a file of its own, which no other test writes or reads. Returns its path. */
export function writeKubeconfig(cluster: Cluster, name: string, parts: KubeconfigParts): string {
  return cluster.write(`${name}-${randomUUID()}.kubeconfig`, kubeconfigText(cluster, parts));
}

/** With the token of a user. */
export function kubeconfigOf(cluster: Cluster, user: string, parts: Omit<KubeconfigParts, "user"> = {}): string {
  return writeKubeconfig(cluster, user, { ...parts, user: { token: cluster.tokenOf(user) } });
}
