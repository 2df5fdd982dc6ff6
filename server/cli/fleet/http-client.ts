import type { HttpFailure } from "../../../http/answer.ts";
import { type Line, openLine } from "../../../http/line.ts";
import { receiveText } from "../../../http/receive.ts";
import { readRetryAfter } from "../../../http/retry-after.ts";
import { type Answered, type HttpRequest, sendRequest } from "../../../http/send.ts";
import { createServerClock } from "../../../http/server-clock.ts";
import { isValidTls, systemAuthorities } from "../../../http/tls-options.ts";
import { type Trouble, troubleOf, unreachableText } from "../../../http/unreachable.ts";
import { plainLine } from "../../../shared/basics/plain-line.ts";
import { formatRecorded } from "../../../shared/basics/span-words.ts";
import {
  type FormFields,
  type PrometheusAnswer,
  type PrometheusFailure,
  refused,
  type Transport,
} from "../../prometheus/fleet/prometheus.ts";
import type { Parsed } from "../arguments/command-line.ts";
import type { HttpConfig } from "./http-config.ts";

/** Without a whole answer for so long, a request failed. */
const answerMs = 150_000;
/** The most characters of one answer, unpacked. */
const lengthMax = 128_000_000;
const redirectsMax = 5;
/** A busy server gets so many further chances. */
const retriesMax = 4;
const retryMs = 1000;
/** Nobody waits longer before a retry. */
const retryMsMax = 60_000;

/** The client of one server. The problem is a sentence about the address. */
export async function createClient(text: string, config: HttpConfig): Promise<Parsed<Transport>> {
  const address = URL.canParse(text) ? new URL(text) : undefined;
  if (address === undefined || !/^https?:$/.test(address.protocol))
    return { problem: "--prometheus: not a valid address: use http://host:port or https://host/prefix" };
  if (address.username !== "" || address.password !== "")
    return {
      problem: "--prometheus: user and password do not belong into the address: use basic_auth in --http-config",
    };
  const ca = config.tls.ca ?? systemAuthorities();
  const tls = { ...config.tls, ...(ca !== undefined && { ca }) };
  if (!isValidTls(config.tls))
    return {
      problem: "--http-config: ca, cert or key of tls_config is not in PEM format, or key and certificate do not match",
    };
  return { value: new Client(address, config, await openLine(address, tls, config.proxy)) };
}

interface Received {
  readonly status: number;
  readonly headers: Answered["response"]["headers"];
  readonly text: string;
}

type Exchanged = { readonly value: Received } | { readonly failure: PrometheusFailure };

class Client implements Transport {
  readonly address: string;
  readonly #base: URL;
  readonly #config: HttpConfig;
  readonly #line: Line;
  readonly #clock = createServerClock();
  /** Some proxies take no POST. */
  #method: "POST" | "GET" = "POST";

  constructor(address: URL, config: HttpConfig, line: Line) {
    this.#base = new URL(address);
    this.#base.hash = "";
    this.#base.pathname = address.pathname.replace(/(?:\/api(?:\/v1)?)?\/{0,9}$/, "");
    this.address = `${this.#base.origin}${this.#base.pathname.replace(/\/$/, "")}`;
    this.#config = config;
    this.#line = line;
  }

  get aheadMs(): number {
    return this.#clock.aheadMs;
  }

  async send(path: string, form: FormFields): Promise<PrometheusAnswer<unknown>> {
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
      const pauseMs = readRetryAfter(headers["retry-after"], Date.now()) ?? retryMs * 2 ** attempt;
      if (pauseMs > retryMsMax) return this.#judge(exchanged.value);
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  }

  /** Follows redirects on the same server alone: credentials are for nobody else. */
  async #follow(path: string, form: FormFields): Promise<Exchanged> {
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

  async #exchange(url: URL, method: "POST" | "GET", form: FormFields): Promise<Exchanged> {
    const body = new URLSearchParams(form.map(([name, value]): [string, string] => [name, value])).toString();
    const target = new URL(url);
    if (method === "GET") target.search = [url.search.slice(1), body].filter((part) => part !== "").join("&");
    const post = { type: "application/x-www-form-urlencoded", text: body };
    return this.#request({
      url: target,
      headers: this.#config.headers,
      body: method === "POST" ? post : undefined,
    });
  }

  async #request(request: HttpRequest): Promise<Exchanged> {
    const sentMs = Date.now();
    const sent = await sendRequest(this.#line, request, answerMs);
    if ("failure" in sent) return this.#failed(sent.failure);
    const { response, status, date } = sent.value;
    if (date !== undefined) this.#clock.see(date);
    const leftMs = Math.max(1, answerMs - (Date.now() - sentMs));
    const text = await receiveText(response, { idleMs: leftMs, totalMs: leftMs }, lengthMax);
    // Less of an answer is less likely to be broken off.
    if ("failure" in text) return this.#failed(text.failure, true);
    return { value: { status, headers: response.headers, text: text.value } };
  }

  #failed(failure: HttpFailure, isTooMuch = false): { readonly failure: PrometheusFailure } {
    switch (failure.is) {
      case "slow":
        return slow(this.address, failure);
      case "endless":
        return failed(`an answer of ${this.address} is longer than ${lengthMax / 1e6} MB`, true);
      case "unreachable": {
        const subjects = { server: this.address, certificate: `the certificate of ${this.address}` };
        const advice = adviceOn(troubleOf(failure));
        const what = unreachableText(failure, subjects);
        return failed(this.#withoutSecrets(advice === undefined ? what : `${what}: ${advice}`), isTooMuch);
      }
      case "ended":
        return failed("the connection was closed");
    }
  }

  #judge(received: Received): PrometheusAnswer<unknown> {
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

  #tooBusy(received: Received, told: string | undefined): { readonly failure: PrometheusFailure } {
    const why = plainLine((told ?? (isHtml(received) ? "" : received.text)).slice(0, whyMax)).trim();
    const code = why === "" ? "429" : `429, ${this.#withoutSecrets(why)}`;
    return failed(`${this.address} is too busy (${code}): try again later, or with a lower --parallel`);
  }

  /** A server may repeat what it was sent. */
  #hidden({ problem, isTooMuch }: PrometheusFailure, status: number): { readonly failure: PrometheusFailure } {
    return { failure: { problem: `${this.#withoutSecrets(problem)} (${status})`, isTooMuch } };
  }

  #withoutSecrets(text: string): string {
    return this.#config.secrets
      .filter((secret) => secret.length > 0)
      .reduce((clean, secret) => clean.replaceAll(secret, "…"), text);
  }
}

/** The most characters of the server's own words. */
const whyMax = 200;

function failed(problem: string, isTooMuch = false): { readonly failure: PrometheusFailure } {
  return { failure: { problem, isTooMuch } };
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

/** A proxy that does not open a way is not asked for too much. */
function slow(
  address: string,
  { limitMs, proxy }: HttpFailure & { is: "slow" },
): { readonly failure: PrometheusFailure } {
  const where = proxy === undefined ? "" : ` through the proxy ${proxy}`;
  const isTooMuch = proxy === undefined || limitMs >= answerMs;
  return failed(`${address} did not respond${where} for ${formatRecorded(isTooMuch ? answerMs : limitMs)}`, isTooMuch);
}

function adviceOn(trouble: Trouble): string | undefined {
  switch (trouble) {
    case "refused":
      return "check that the server runs, and the address";
    case "closed":
      return "it may be restarting, or speak https";
    case "rejected certificate":
      return "check cert_file and key_file in --http-config";
    case "no TLS":
      return "use http://";
    case "other TLS":
      return "check min_version in tls_config";
    case "other name":
      return "set server_name in tls_config of --http-config";
    case "untrusted":
      return "set ca_file in tls_config of --http-config";
    case "expired":
      return undefined;
    case "no DNS":
      return "check the network";
    case "proxy":
      return "check the proxy, and proxy_url in --http-config";
    case "proxy login":
      return "set proxy_url in --http-config to http://USER:PASSWORD@HOST:PORT";
    case "proxy answer":
      return "check whether the proxy may connect to it";
    case "unknown name":
    case "no route":
    case "silent":
    case "other":
      return "check the address and the network";
  }
}
