import { createPrivateKey, X509Certificate } from "node:crypto";
import http from "node:http";
import https from "node:https";
import tls from "node:tls";
import { KubeConfig } from "@kubernetes/client-node";
import type { Environment } from "../kubeconfig/files.ts";
import type { Target } from "../kubeconfig/load.ts";
import { shownAddress } from "../words.ts";
import type { Credentials } from "./credentials.ts";
import { readNamed } from "./files-of-user.ts";
import { proxyFromEnvironment } from "./proxy.ts";

/** What secures a connection, as node:https takes it. */
interface TlsOptions {
  readonly ca?: string | string[];
  readonly cert?: string;
  readonly key?: string;
  readonly servername?: string;
  readonly rejectUnauthorized?: boolean;
}

export interface Line {
  readonly agent: http.Agent;
  readonly tls: TlsOptions;
  /** Host and port, for people. */
  readonly proxy: string | undefined;
}

type OpenedLine = { readonly value: Line } | { readonly problem: string };

/** Makes what carries requests to the cluster of a context. The problem is a sentence. */
export async function openLine(
  { cluster, context }: Target,
  credentials: Credentials,
  environment: Environment,
): Promise<OpenedLine> {
  const address = addressOf(cluster.server);
  if (address === undefined)
    return {
      problem: `${shownAddress(cluster.server)}, the server of cluster ${context.cluster}, is not a valid address. Use https://host:port.`,
    };
  const options = await tlsOptions({ cluster, context }, credentials);
  if ("problem" in options) return options;
  const proxy = cluster["proxy-url"] || proxyFromEnvironment(address, environment);
  if (proxy === undefined) {
    const settings = { ...options.value, keepAlive: true, keepAliveMsecs: keepAliveMs };
    const agent = address.protocol === "http:" ? new http.Agent(settings) : new https.Agent(settings);
    return { value: { agent, tls: options.value, proxy } };
  }
  try {
    const agent = await proxyAgent(proxy, address, options.value);
    return { value: { agent, tls: options.value, proxy: new URL(proxy).host } };
  } catch {
    return {
      problem: `The proxy for cluster ${context.cluster} is not a valid address. Use http://host:port.`,
    };
  }
}

/** Undefined: not an address of a server. A path in it is kept: proxies of clusters have one. */
export function addressOf(server: string): URL | undefined {
  try {
    const address = new URL(server);
    return address.protocol === "https:" || address.protocol === "http:" ? address : undefined;
  } catch {
    return undefined;
  }
}

/** A connection that lost its network is noticed after so long without a word, and some seconds of probes. */
export const keepAliveMs = 20_000;

async function tlsOptions(
  { cluster, context }: Pick<Target, "cluster" | "context">,
  { certificate, key }: Credentials,
): Promise<{ readonly value: TlsOptions } | { readonly problem: string }> {
  const isInsecure = cluster["insecure-skip-tls-verify"] === true;
  const ca = await readNamed({
    field: `certificate-authority of cluster ${context.cluster}`,
    data: cluster["certificate-authority-data"],
    path: cluster["certificate-authority"],
    folder: cluster.folder,
  });
  if ("problem" in ca && !isInsecure) return ca;
  const authorities = "value" in ca ? (ca.value ?? systemAuthorities()) : undefined;
  const servername = cluster["tls-server-name"];
  const value: TlsOptions = {
    ...(authorities !== undefined && { ca: authorities }),
    ...(certificate !== undefined && { cert: certificate }),
    ...(key !== undefined && { key }),
    ...(servername && { servername }),
    ...(isInsecure && { rejectUnauthorized: false }),
  };
  if (isSecure(value) && belongTogether(certificate, key)) return { value };
  const whose =
    certificate === undefined && key === undefined
      ? `certificate-authority of cluster ${context.cluster}`
      : `client-certificate or client-key of user ${context.user}`;
  return {
    problem: `The ${whose} is not valid: it is not in PEM format, or key and certificate do not match. Replace it.`,
  };
}

/** OpenSSL would go on without the certificate, as if nobody had logged in. */
function belongTogether(certificate: string | undefined, key: string | undefined): boolean {
  if (certificate === undefined || key === undefined) return certificate === key;
  try {
    return new X509Certificate(certificate).checkPrivateKey(createPrivateKey(key));
  } catch {
    return false;
  }
}

function isSecure(options: TlsOptions): boolean {
  try {
    tls.createSecureContext(options);
    return true;
  } catch {
    return false;
  }
}

/** kubectl trusts the system's authorities; Node trusts its own, and can read the system's since 22.15. */
function systemAuthorities(): string[] | undefined {
  if (typeof tls.getCACertificates !== "function") return undefined;
  return [...tls.getCACertificates("default"), ...tls.getCACertificates("system")];
}

/** client-node knows HTTP and SOCKS proxies. */
async function proxyAgent(proxyUrl: string, address: URL, { ca, cert, key, ...rest }: TlsOptions): Promise<http.Agent> {
  const kubeConfig = new KubeConfig();
  const base64 = (text: string | string[] | undefined) =>
    text === undefined ? undefined : Buffer.from([text].flat().join("\n")).toString("base64");
  kubeConfig.loadFromOptions({
    clusters: [
      {
        name: "cluster",
        server: address.href,
        proxyUrl: new URL(proxyUrl).href,
        caData: base64(ca),
        skipTLSVerify: rest.rejectUnauthorized === false,
        tlsServerName: rest.servername,
      },
    ],
    users: [{ name: "user", certData: base64(cert), keyData: base64(key) }],
    contexts: [{ name: "context", cluster: "cluster", user: "user" }],
    currentContext: "context",
  });
  const request: https.RequestOptions = {};
  await kubeConfig.applyToHTTPSOptions(request);
  if (request.agent instanceof http.Agent) return request.agent;
  throw new Error("no agent");
}
