import * as z from "zod/mini";
import { firstLine } from "../../../../http/first-line.ts";
import { openLine, proxyAddress } from "../../../../http/line.ts";
import { proxyFromEnvironment } from "../../../../http/proxy-from-environment.ts";
import { receiveText } from "../../../../http/receive.ts";
import { sendRequest } from "../../../../http/send.ts";
import { systemAuthorities } from "../../../../http/tls-options.ts";
import { unreachableText } from "../../../../http/unreachable.ts";
import { formatRecorded } from "../../../../shared/basics/span-words.ts";
import type { EnvironmentVariables } from "../kubeconfig/files.ts";
import { addressOf } from "./address.ts";
import { readNamed } from "./files-of-user.ts";

/** A token, and until when it is good, in ms since 1970. A problem is a sentence that says what a person has to do. */
type ReadIdToken = { readonly value: string; readonly untilMs: number } | { readonly problem: string };

/** The tokens of a user of OpenID Connect. */
export interface OidcTokens {
  read(): Promise<ReadIdToken>;
}

interface OidcOptions {
  readonly userName: string;
  /** `auth-provider.config` of the kubeconfig, and the folder that is in. */
  readonly config: Readonly<Record<string, unknown>>;
  readonly folder: string;
  readonly environment: EnvironmentVariables;
}

/** A token is not used in the last moments before it expires. */
const expiryDeltaMs = 10_000;
const limitMs = 30_000;
const answerMax = 1_000_000;

/**
 * Models client-go plugin/pkg/client/auth/oidc/oidc.go oidcAuthProvider.idToken (v0.37.1), but writes no kubeconfig: what the provider
 * gives is kept in memory, also the next refresh token, because some providers take each one only once.
 */
export function createOidcTokens(options: OidcOptions): OidcTokens {
  const { userName, config } = options;
  let idToken = textOf(config["id-token"]);
  let refreshToken = textOf(config["refresh-token"]);
  return {
    async read() {
      const untilMs = idToken === "" ? undefined : goodUntil(idToken);
      if (untilMs === "not readable")
        return { problem: `The id-token of user ${userName} in the kubeconfig is not a token. Log in again.` };
      if (untilMs !== undefined && untilMs > Date.now()) return { value: idToken, untilMs };
      if (refreshToken === "")
        return { problem: `The token of user ${userName} has expired and can't be renewed. Log in again.` };
      const renewed = await renew(options, refreshToken);
      if ("why" in renewed)
        return {
          problem: `The token of user ${userName} can't be renewed by its identity provider: ${renewed.why}. Log in again.`,
        };
      idToken = renewed.idToken;
      refreshToken = renewed.refreshToken ?? refreshToken;
      const until = goodUntil(idToken);
      return { value: idToken, untilMs: typeof until === "number" ? until : Date.now() };
    },
  };
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

const claimsSchema = z.object({ exp: z.optional(z.number()) });

/** In ms since 1970. Models idTokenExpired of the same file: one without an end is expired. */
function goodUntil(token: string): number | "not readable" {
  const parts = token.split(".");
  if (parts.length !== 3) return "not readable";
  const { data } = claimsSchema.safeParse(parsed(Buffer.from(parts[1] ?? "", "base64url").toString("utf8")));
  return data === undefined ? "not readable" : (data.exp ?? 0) * 1000 - expiryDeltaMs;
}

type Renewed = { readonly idToken: string; readonly refreshToken?: string | undefined };
/** A part of a sentence. */
type Failed = { readonly why: string };

async function renew(options: OidcOptions, refreshToken: string): Promise<Renewed | Failed> {
  const { config } = options;
  const issuer = textOf(config["idp-issuer-url"]).replace(/\/$/, "");
  const found = await ask(options, `${issuer}/.well-known/openid-configuration`);
  if ("why" in found) return found;
  const endpoint = discoverySchema.safeParse(found.value).data?.token_endpoint;
  if (endpoint === undefined || found.status !== 200)
    return { why: `${shown(issuer)} does not respond like an identity provider (${found.status})` };
  const client = { id: textOf(config["client-id"]), secret: textOf(config["client-secret"]) };
  const grant = { grant_type: "refresh_token", refresh_token: refreshToken };
  // As golang.org/x/oauth2 does, both are tried: providers take the name of the client in a header or beside the token.
  const asHeader = `Basic ${Buffer.from(`${encodeURIComponent(client.id)}:${encodeURIComponent(client.secret)}`).toString("base64")}`;
  const asFields = { client_id: client.id, ...(client.secret !== "" && { client_secret: client.secret }) };
  const first = await ask(options, endpoint, { form: grant, authorization: asHeader });
  const answer =
    "why" in first || first.status === 200 ? first : await ask(options, endpoint, { form: { ...grant, ...asFields } });
  if ("why" in answer) return answer;
  const { data } = tokensSchema.safeParse(answer.value);
  if (answer.status !== 200 || data === undefined) return { why: refusalText(answer) };
  if (!data.id_token) return { why: "it returned no id_token" };
  return { idToken: data.id_token, refreshToken: data.refresh_token || undefined };
}

const discoverySchema = z.object({ token_endpoint: z.string() });
const tokensSchema = z.object({ id_token: z.nullish(z.string()), refresh_token: z.nullish(z.string()) });
/** Of RFC 6749, 5.2: a word, which holds no secret. */
const refusalSchema = z.object({ error: z.string().check(z.regex(/^[a-z_]{1,40}$/)) });

function refusalText({ status, value }: Answer): string {
  const { data } = refusalSchema.safeParse(value);
  return data === undefined ? `it responded with status ${status}` : `${data.error} (${status})`;
}

interface Answer {
  readonly status: number;
  /** Undefined if it is not JSON. */
  readonly value: unknown;
}

interface Sent {
  readonly form: Readonly<Record<string, string>>;
  readonly authorization?: string;
}

async function ask(options: OidcOptions, url: string, sent?: Sent): Promise<Answer | Failed> {
  const address = addressOf(url);
  if (address === undefined) return { why: `${shown(url) || "its address"} is not a valid address` };
  const ca = await authoritiesOf(options);
  if ("why" in ca) return ca;
  const proxy = proxyFromEnvironment(address, options.environment);
  const line = await openLine(address, { ca: ca.value }, proxy === undefined ? undefined : proxyAddress(proxy));
  try {
    const headers = sent?.authorization === undefined ? {} : { authorization: sent.authorization };
    const type = "application/x-www-form-urlencoded";
    const body = sent && { type, text: `${new URLSearchParams(sent.form)}` };
    const answer = await sendRequest(line, { url: address, headers, body }, limitMs);
    if ("failure" in answer) return { why: failureText(answer.failure, address) };
    const { response, status } = answer.value;
    const text = await receiveText(response, { idleMs: limitMs, totalMs: limitMs }, answerMax);
    return "failure" in text ? { why: failureText(text.failure, address) } : { status, value: parsed(text.value) };
  } finally {
    line.agent.destroy();
  }
}

async function authoritiesOf({ config, folder }: OidcOptions): Promise<{ readonly value: string | string[] } | Failed> {
  const read = await readNamed({
    field: "idp-certificate-authority",
    data: textOf(config["idp-certificate-authority-data"]),
    path: textOf(config["idp-certificate-authority"]),
    folder,
  });
  if ("problem" in read) return { why: firstLine(read.problem) };
  return { value: read.value ?? systemAuthorities() ?? [] };
}

function failureText(failure: Parameters<typeof unreachableText>[0] | { readonly is: string }, address: URL): string {
  if ("code" in failure)
    return unreachableText(failure, { server: address.host, certificate: `the certificate of ${address.host}` });
  return failure.is === "slow"
    ? `${address.host} did not respond for ${formatRecorded(limitMs)}`
    : `${address.host} did not respond like an identity provider`;
}

/** Without what may be a secret. */
function shown(url: string): string {
  return addressOf(url)?.host ?? firstLine(url);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
