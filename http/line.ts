import http from "node:http";
import https from "node:https";
import tls, { type PeerCertificate } from "node:tls";
import { HttpProxyAgent, HttpsProxyAgent } from "hpagent";
import type { TlsOptions } from "./tls-options.ts";

/** What carries requests to one server. */
export interface Line {
  readonly agent: http.Agent;
  readonly tls: TlsOptions;
  /** Host and port, for people. */
  readonly proxy: string | undefined;
  /** How long the proxy may say nothing while it opens a way. */
  readonly proxyMs: number;
}

/** A connection that lost its network is noticed after so long without a word, and some seconds of probes. */
export const keepAliveMs = 20_000;

/** A proxy that does not open a way for so long does not at all. */
const proxyMs = 15_000;

/** `proxy`: an address that `proxyAddress` takes. `limitMs`: how long it may say nothing. */
export async function openLine(
  address: URL,
  options: TlsOptions,
  proxy: URL | undefined,
  limitMs = proxyMs,
): Promise<Line> {
  const settings = { ...options, keepAlive: true, keepAliveMsecs: keepAliveMs };
  return {
    agent: await agentFor(address, settings, proxy, limitMs),
    tls: options,
    proxy: proxy?.host,
    proxyMs: limitMs,
  };
}

/** Undefined: no address of a proxy that we can go through. */
export function proxyAddress(text: string): URL | undefined {
  const address = URL.canParse(text) ? new URL(text) : undefined;
  return address !== undefined && /^(?:https?|socks|socks4a?|socks5h?):$/.test(address.protocol) ? address : undefined;
}

async function agentFor(
  address: URL,
  settings: https.AgentOptions,
  proxy: URL | undefined,
  limitMs: number,
): Promise<http.Agent> {
  const isSecure = address.protocol === "https:";
  if (proxy === undefined) return isSecure ? new https.Agent(settings) : new http.Agent(settings);
  if (proxy.protocol.startsWith("socks")) {
    // Go has the proxy look up names for socks5, too: net/http transport.go dialConn (go1.25). It costs a start 10 ms, and few have such a proxy.
    const { SocksProxyAgent } = await import("socks-proxy-agent");
    const options: https.AgentOptions = {
      ...settings,
      checkServerIdentity: (_, seen) => checkName(address, settings, seen),
    };
    return new SocksProxyAgent(proxy.href.replace(/^socks5:/, "socks5h:"), options);
  }
  // As an agent's timeout, it ends no request that goes on, but a proxy that takes a connection and says nothing.
  const withProxy = { ...settings, proxy, timeout: limitMs };
  return isSecure ? new HttpsProxyAgent(withProxy) : new HttpProxyAgent(withProxy);
}

/** That agent forgets the host where it is an address, and Node would ask for a certificate of localhost. */
function checkName(address: URL, { servername }: https.AgentOptions, seen: PeerCertificate): Error | undefined {
  return tls.checkServerIdentity(servername ?? address.hostname.replace(/^\[|\]$/g, ""), seen);
}
