import { readFile } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod/mini";
import type { EnvironmentVariables } from "./files.ts";
import type { Kubeconfig } from "./model.ts";

/** Where the kubelet puts the token, the certificate authority, and the namespace of a pod's service account. */
const serviceAccountFolder = "/var/run/secrets/kubernetes.io/serviceaccount";

/** The name of the only context there is inside a pod. */
const contextName = "in-cluster";

/**
 * The cluster that this process is a pod of, as a kubeconfig. Undefined if this is not a pod, or it has no service account token.
 * The token is named, not read, because the kubelet replaces the file before it expires.
 * Models client-go rest/config.go InClusterConfig and tools/clientcmd/client_config.go inClusterClientConfig (v0.37.1).
 *
 * @param folder of the service account's files
 */
export async function inClusterKubeconfig(
  environment: EnvironmentVariables,
  folder = serviceAccountFolder,
): Promise<Kubeconfig | undefined> {
  const { KUBERNETES_SERVICE_HOST: host, KUBERNETES_SERVICE_PORT: port } = environment;
  const token = await textOf(join(folder, "token"));
  if (!host || !port || token === undefined) return undefined;
  const hasAuthority = (await textOf(join(folder, "ca.crt"))) !== undefined;
  const namespace = environment["POD_NAMESPACE"] || (await textOf(join(folder, "namespace")))?.trim() || "default";
  const user = subjectOf(token) ?? "service account";
  const server = `https://${host.includes(":") ? `[${host}]` : host}:${port}`;
  return {
    files: [],
    contexts: new Map([[contextName, { cluster: contextName, user, namespace }]]),
    clusters: new Map([[contextName, { server, ...(hasAuthority && { "certificate-authority": "ca.crt" }), folder }]]),
    users: new Map([[user, { tokenFile: "token", folder }]]),
    currentContext: contextName,
  };
}

async function textOf(path: string): Promise<string | undefined> {
  return await readFile(path, "utf8").catch(() => undefined);
}

const claimsSchema = z.object({ sub: z.string() });

/** How the API server calls the service account: `system:serviceaccount:NAMESPACE:NAME`. For people; nothing relies on it. */
function subjectOf(token: string): string | undefined {
  try {
    const claims: unknown = JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString("utf8"));
    return claimsSchema.safeParse(claims).data?.sub;
  } catch {
    return undefined;
  }
}
