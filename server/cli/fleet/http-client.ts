import http from "node:http";
import https from "node:https";
import type { Readable } from "node:stream";
import tls from "node:tls";
import { createGunzip } from "node:zlib";
import { plainLine } from "../../../shared/basics/plain-line.ts";
import { type Asked, type Failure, type Form, refused, type Transport } from "../../fleet/prometheus.ts";
import type { Parsed } from "../arguments/command-line.ts";
import type { HttpConfig } from "./http-config.ts";

/** What may be different in tests. */
interface HttpLimits {
  /** Without an answer for so long, a request failed. */
  readonly answerMs: number;
  /** In characters, unpacked. */
  readonly lengthMax: number;
  /** Pause before the next attempt. */
  readonly wait: (ms: number) => Promise<void>;
  readonly now: () => number;
}

const httpLimits: HttpLimits = {
  answerMs: 150_000,
  lengthMax: 128_000_000,
  wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  now: Date.now,
};

const redirectsMax = 5;
/** A busy server gets so many further chances. */
const retriesMax = 4;
const retryMs = 1000;
/** Nobody waits longer before a retry. */
const retryMsMax = 60_000;

/** The client of one server. The problem is a sentence about the address. */
export function createClient(text: string, config: HttpConfig, limits: HttpLimits = httpLimits): Parsed<Transport> {
  const address = URL.canParse(text) ? new URL(text) : undefined;
  if (address === undefined || !/^https?:$/.test(address.protocol))
    return { problem: "--prometheus: not a valid address: use http://host:port or https://host/prefix" };
  if (address.username !== "" || address.password !== "")
    return {
      problem: "--prometheus: user and password do not belong into the address: use basic_auth in --http-config",
    };
  if (config.proxy !== undefined && !hasProxies())
    return { problem: "--http-config: proxy_url needs Node.js 22.21 or 24.5, or newer" };
  const secure = secureOptions(config);
  if ("problem" in secure) return secure;
  return { value: new Client(address, config, secure.value, limits) };
}

interface Received {
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  readonly text: string;
}

type Exchanged = { readonly value: Received } | { readonly failure: Failure };

class Client implements Transport {
  readonly address: string;
  aheadMs: number | undefined;
  readonly #base: URL;
  readonly #config: HttpConfig;
  readonly #limits: HttpLimits;
  readonly #agent: http.Agent;
  /** Some proxies take no POST. */
  #method: "POST" | "GET" = "POST";

  constructor(address: URL, config: HttpConfig, secure: https.AgentOptions, limits: HttpLimits) {
    this.#base = new URL(address);
    this.#base.hash = "";
    this.#base.pathname = address.pathname.replace(/(?:\/api(?:\/v1)?)?\/{0,9}$/, "");
    this.address = `${this.#base.origin}${this.#base.pathname.replace(/\/$/, "")}`;
    this.#config = config;
    this.#limits = limits;
    this.#agent = this.#base.protocol === "http:" ? new http.Agent(secure) : new https.Agent(secure);
  }

  async send(path: string, form: Form): Promise<Asked<unknown>> {
    for (let attempt = 0; ; attempt++) {
      const exchanged = await this.#follow(path, form);
      if ("failure" in exchanged) return exchanged;
      const { status, headers } = exchanged.value;
      if (status === 405 && this.#method === "POST") {
        this.#method = "GET";
        continue;
      }
      const isBusy = status === 429 || ((status === 502 || status === 503) && !isJson(exchanged.value));
      if (!isBusy || attempt >= retriesMax) return this.#judge(exchanged.value);
      const pauseMs = retryAfterMs(headers["retry-after"], this.#limits.now()) ?? retryMs * 2 ** attempt;
      if (pauseMs > retryMsMax) return this.#judge(exchanged.value);
      await this.#limits.wait(pauseMs);
    }
  }

  /** Follows redirects on the same server alone: credentials are for nobody else. */
  async #follow(path: string, form: Form): Promise<Exchanged> {
    let url = new URL(this.#base);
    // label/…/values takes no POST.
    const method = path.includes("/label/") ? "GET" : this.#method;
    url.pathname = `${this.#base.pathname.replace(/\/$/, "")}/${path}`;
    for (let redirects = 0; redirects <= redirectsMax; redirects++) {
      const exchanged = await this.#exchange(url, method, form);
      if ("failure" in exchanged) return exchanged;
      const { status, headers } = exchanged.value;
      if (status < 300 || status >= 400 || headers.location === undefined) return exchanged;
      const next = URL.canParse(headers.location, url.href) ? new URL(headers.location, url) : undefined;
      const shown = next === undefined ? "nowhere" : `${next.origin}${plainLine(next.pathname)}`;
      if (next === undefined || next.origin !== url.origin || !this.#config.followRedirects)
        return failed(
          `${this.address} redirects to ${shown}, which was not asked: if it is right, use it for --prometheus`,
        );
      url = next;
    }
    return failed(`${this.address} redirects more than ${redirectsMax} times`);
  }

  async #exchange(url: URL, method: "POST" | "GET", form: Form): Promise<Exchanged> {
    const body = new URLSearchParams(form.map(([name, value]): [string, string] => [name, value])).toString();
    const target = new URL(url);
    if (method === "GET") target.search = [url.search.slice(1), body].filter((part) => part !== "").join("&");
    const sentMs = this.#limits.now();
    const exchanged = await this.#request(target, method, method === "POST" ? body : undefined);
    if ("value" in exchanged) this.#see(exchanged.value.headers.date, sentMs);
    return exchanged;
  }

  #request(url: URL, method: "POST" | "GET", body: string | undefined): Promise<Exchanged> {
    const headers = {
      accept: "application/json",
      "accept-encoding": "gzip",
      "user-agent": "pod-cadence",
      ...(body !== undefined && {
        "content-type": "application/x-www-form-urlencoded",
        "content-length": Buffer.byteLength(body),
      }),
      ...this.#config.headers,
    };
    return new Promise((settle) => {
      const { answerMs } = this.#limits;
      const end = (exchanged: Exchanged): void => {
        clearTimeout(timer);
        settle(exchanged);
        if ("failure" in exchanged) sent.destroy();
      };
      const slow = `${this.address} did not answer for ${answerMs / 1000}s`;
      const timer = setTimeout(() => end(failed(slow, true)), answerMs);
      const send = url.protocol === "http:" ? http.request : https.request;
      const sent = send(url, { agent: this.#agent, method, headers });
      sent.on("error", (error: NodeJS.ErrnoException) => end(failed(unreachableText(this.address, error))));
      sent.on("response", (response) => {
        receive(response, this.#limits.lengthMax).then(
          (text) => end({ value: { status: response.statusCode ?? 0, headers: response.headers, text } }),
          (error: unknown) =>
            end(
              error instanceof TooLong
                ? failed(`an answer of ${this.address} is longer than ${this.#limits.lengthMax / 1e6} MB`, true)
                : failed(`${this.address} broke off its answer`, true),
            ),
        );
      });
      sent.end(body);
    });
  }

  #see(date: string | undefined, sentMs: number): void {
    const dateMs = date === undefined ? Number.NaN : Date.parse(date);
    if (this.aheadMs !== undefined || Number.isNaN(dateMs)) return;
    // The date is cut to whole seconds, and was written between sending and now.
    const [fromMs, toMs] = [dateMs - this.#limits.now(), dateMs + 999 - sentMs];
    this.aheadMs = fromMs <= 0 && toMs >= 0 ? 0 : Math.round((fromMs + toMs) / 2);
  }

  #judge(received: Received): Asked<unknown> {
    const parsed = isJson(received) ? parsedJson(received.text) : undefined;
    const told = parsed === undefined ? undefined : errorOf(parsed.value);
    const { status } = received;
    if (status === 401 && /no org id/i.test(received.text.slice(0, 200)))
      return failed(`${this.address} needs a tenant (401): set X-Scope-OrgID in http_headers of --http-config`);
    if (status === 401) return failed(`${this.address} rejected the credentials (401): check --http-config`);
    if (status === 403)
      return failed(`${this.address} does not allow this request (403): check --http-config and the tenant header`);
    if (status === 404 && told === undefined)
      return failed(
        `${this.address} has no Prometheus API (404): check the address, which for Mimir ends in /prometheus`,
      );
    if (status === 429) return this.#tooBusy(received, told?.error);
    if (status === 413 || status === 414)
      return failed(`${this.address} does not take so long a request (${status})`, true);
    if (told !== undefined && status >= 400) return this.#hidden(refused(told.errorType, told.error), status);
    if (status === 504 || status === 408) return failed(`${this.address} took too long (${status})`, true);
    if (status >= 500) return failed(`${this.address} failed (${status}): check its log`);
    if (parsed !== undefined && status >= 200 && status < 300) return { value: parsed.value };
    return failed(
      isHtml(received)
        ? `${this.address} answered with a web page, perhaps a login: use the address of the API, and --http-config to log in`
        : `${this.address} does not answer like Prometheus (${status}): check the address`,
    );
  }

  #tooBusy(received: Received, told: string | undefined): { readonly failure: Failure } {
    const why = plainLine((told ?? (isHtml(received) ? "" : received.text)).slice(0, whyMax)).trim();
    const code = why === "" ? "429" : `429, ${this.#withoutSecrets(why)}`;
    return failed(`${this.address} is too busy (${code}): try again later, or with a lower --parallel`);
  }

  /** A server may repeat what it was sent. */
  #hidden({ problem, isTooMuch }: Failure, status: number): { readonly failure: Failure } {
    return { failure: { problem: `${this.#withoutSecrets(problem)} (${status})`, isTooMuch } };
  }

  #withoutSecrets(text: string): string {
    return this.#config.secrets
      .filter((secret) => secret.length > 0)
      .reduce((clean, secret) => clean.replaceAll(secret, "…"), text);
  }
}

/** Of the server's own words. */
const whyMax = 200;

function failed(problem: string, isTooMuch = false): { readonly failure: Failure } {
  return { failure: { problem, isTooMuch } };
}

class TooLong extends Error {}

async function receive(response: http.IncomingMessage, lengthMax: number): Promise<string> {
  const isPacked = response.headers["content-encoding"] === "gzip";
  const body: Readable = isPacked ? response.pipe(createGunzip()) : response;
  const parts: Buffer[] = [];
  let length = 0;
  try {
    for await (const part of body) {
      const bytes = Buffer.from(part);
      length += bytes.length;
      if (length > lengthMax) throw new TooLong();
      parts.push(bytes);
    }
  } finally {
    response.destroy();
  }
  return Buffer.concat(parts).toString("utf8");
}

function isJson({ headers }: Received): boolean {
  return (headers["content-type"] ?? "").startsWith("application/json");
}

function isHtml({ headers, text }: Received): boolean {
  return (headers["content-type"] ?? "").includes("html") || /^\s{0,100}<(?:!doctype|html)/i.test(text.slice(0, 200));
}

function parsedJson(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

function errorOf(value: unknown): { readonly errorType: string; readonly error: string } | undefined {
  if (typeof value !== "object" || value === null || !("error" in value) || typeof value.error !== "string")
    return undefined;
  const errorType = "errorType" in value && typeof value.errorType === "string" ? value.errorType : "";
  return { errorType, error: value.error };
}

/** Seconds or a date. */
function retryAfterMs(header: string | undefined, nowMs: number): number | undefined {
  if (header === undefined) return undefined;
  if (/^\d{1,9}$/.test(header)) return Number(header) * 1000;
  const atMs = Date.parse(header);
  return Number.isNaN(atMs) ? undefined : Math.max(0, atMs - nowMs);
}

function unreachableText(address: string, { code = "", message }: NodeJS.ErrnoException): string {
  if (code === "ECONNREFUSED") return `${address} refused the connection: check that the server runs, and the address`;
  if (code === "ENOTFOUND" || code === "EAI_AGAIN")
    return `${address} can't be found by name: check the address and the network`;
  if (code === "ECONNRESET") return `${address} closed the connection: it may be restarting, or speak https`;
  // The server's words: it wants a certificate, or another one.
  if (/ALERT/i.test(code) || (code === "EPROTO" && /\balert\b/i.test(message)))
    return `${address} rejected the TLS connection: check cert_file and key_file in --http-config`;
  if (code === "EPROTO" || code === "ERR_SSL_WRONG_VERSION_NUMBER") return `${address} does not speak TLS: use http://`;
  if (code === "ERR_TLS_CERT_ALTNAME_INVALID")
    return `the certificate of ${address} is for another name: set server_name in tls_config of --http-config`;
  if (code === "CERT_HAS_EXPIRED" || code === "CERT_NOT_YET_VALID")
    return `the certificate of ${address} is expired or not yet valid`;
  if (/CERT|ISSUER|SIGNATURE/.test(code))
    return `the certificate of ${address} is not trusted: set ca_file in tls_config of --http-config`;
  if (/SSL|TLS/.test(code)) return `${address} has no TLS that fits (${code}): check min_version in tls_config`;
  return `${address} is unreachable (${code || plainLine(message)}): check the address and the network`;
}

function secureOptions({ tls: options, proxy }: HttpConfig): Parsed<https.AgentOptions> {
  const system = options.ca === undefined && typeof tls.getCACertificates === "function";
  const ca =
    options.ca ?? (system ? [...tls.getCACertificates("default"), ...tls.getCACertificates("system")] : undefined);
  const value = { ...options, ...(ca !== undefined && { ca }) };
  try {
    tls.createSecureContext(value);
  } catch {
    return {
      problem: "--http-config: ca, cert or key of tls_config is not in PEM format, or key and certificate do not match",
    };
  }
  const proxies = proxy === undefined ? {} : { proxyEnv: { HTTP_PROXY: proxy, HTTPS_PROXY: proxy } };
  return { value: { ...value, ...proxies, keepAlive: true } };
}

/** Agents of older versions would go past the proxy. */
function hasProxies(): boolean {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  return major > 24 || (major === 24 && minor >= 5) || (major === 22 && minor >= 21);
}
