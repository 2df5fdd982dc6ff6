import type { EnvironmentVariables } from "../kubeconfig/files.ts";
import type { ContextTarget } from "../kubeconfig/load.ts";
import type { User } from "../kubeconfig/model.ts";
import { type PluginCredential, type PluginWords, runExecPlugin } from "./exec-plugin.ts";
import { readNamed } from "./files-of-user.ts";
import { createOidcTokens, type OidcTokens } from "./oidc.ts";

/** What identifies a user to the API server at one moment. */
export interface Credentials {
  readonly headers: Readonly<Record<string, string | string[]>>;
  /** PEM. */
  readonly certificate: string | undefined;
  readonly key: string | undefined;
}

/** A problem is a sentence that says what a person has to do. */
type ReadCredentials = { readonly value: Credentials } | { readonly problem: string };

export interface CredentialsReader {
  read(): Promise<ReadCredentials>;
  /** The API server refused them: what can be had anew is, the next time. */
  forget(): void;
}

interface CredentialsOptions {
  readonly environment: EnvironmentVariables;
  readonly pluginLimitMs?: number | undefined;
  readonly onPluginWords?: PluginWords | undefined;
}

interface UserOptions extends CredentialsOptions {
  readonly provider: OidcTokens | undefined;
}

/** client-go reads a token file anew as often. */
const tokenFileMs = 60_000;
/** A credential is not used in the last moments before it expires. */
const marginMs = 5000;

export function createCredentialsReader(target: ContextTarget, options: CredentialsOptions): CredentialsReader {
  let kept: { readonly credentials: Credentials; readonly untilMs: number } | undefined;
  let reading: Promise<ReadCredentials> | undefined;
  const provider = providerOf(target, options.environment);
  const renew = async (): Promise<ReadCredentials> => {
    const read = await readUser(target, { ...options, provider });
    if ("problem" in read) return read;
    kept = { credentials: read.value, untilMs: read.untilMs };
    return { value: read.value };
  };
  return {
    read() {
      if (kept !== undefined && Date.now() < kept.untilMs) return Promise.resolve({ value: kept.credentials });
      // Requests of the same moment ask a plugin once.
      reading ??= renew().finally(() => {
        reading = undefined;
      });
      return reading;
    },
    forget() {
      kept = undefined;
    },
  };
}

type ReadUser = { readonly value: Credentials; readonly untilMs: number } | { readonly problem: string };

async function readUser(target: ContextTarget, options: UserOptions): Promise<ReadUser> {
  const { user } = target;
  const name = target.context.user ?? "";
  if (user === undefined) return { value: { headers: {}, certificate: undefined, key: undefined }, untilMs: Infinity };
  const folder = user.folder;
  const certificate = await readNamed({
    field: `client-certificate of user ${name}`,
    data: user["client-certificate-data"],
    path: user["client-certificate"],
    folder,
  });
  if ("problem" in certificate) return certificate;
  const key = await readNamed({
    field: `client-key of user ${name}`,
    data: user["client-key-data"],
    path: user["client-key"],
    folder,
  });
  if ("problem" in key) return key;
  const token = await readToken(target, user, options);
  if ("problem" in token) return token;
  const { value: got, untilMs } = token;
  const authorization = got.token === undefined ? basicOf(user) : `Bearer ${got.token}`;
  return {
    value: {
      headers: { ...(authorization !== undefined && { authorization }), ...impersonation(user) },
      certificate: got.certificate ?? certificate.value,
      key: got.key ?? key.value,
    },
    untilMs,
  };
}

type ReadToken =
  | { readonly value: Omit<PluginCredential, "expiresAtMs">; readonly untilMs: number }
  | { readonly problem: string };

async function readToken(target: ContextTarget, user: User, options: UserOptions): Promise<ReadToken> {
  const userName = target.context.user ?? "";
  const { provider } = options;
  const field = `tokenFile of user ${userName}`;
  const file = await readNamed({ field, data: undefined, path: user.tokenFile, folder: user.folder });
  const written = "value" in file ? file.value?.trim() : undefined;
  if (written) return { value: { token: written }, untilMs: Date.now() + tokenFileMs };
  if (user.token) return { value: { token: user.token }, untilMs: Number.POSITIVE_INFINITY };
  if ("problem" in file) return file;
  // Models client-go transport/token_source.go fileTokenSource (v0.37.1).
  if (written === "")
    return { problem: `${user.tokenFile ?? ""}, which is the ${field} in the kubeconfig, is empty. Log in again.` };
  if (user.exec) {
    const { environment, pluginLimitMs, onPluginWords } = options;
    const call = { plugin: user.exec, userName, folder: user.folder, cluster: target.cluster, environment };
    const plugged = await runExecPlugin({ ...call, limitMs: pluginLimitMs, onWords: onPluginWords });
    if ("problem" in plugged) return plugged;
    const { expiresAtMs = Number.POSITIVE_INFINITY, ...value } = plugged.value;
    return { value, untilMs: expiresAtMs - marginMs };
  }
  if (provider === undefined) return { value: {}, untilMs: Infinity };
  const token = await provider.read();
  return "problem" in token ? token : { value: { token: token.value }, untilMs: token.untilMs };
}

/** kubectl has only this one left of its built-in providers. */
function providerOf({ user, context }: ContextTarget, environment: EnvironmentVariables): OidcTokens | undefined {
  const provider = user?.["auth-provider"];
  if (!provider) return undefined;
  const userName = context.user ?? "";
  if (provider.name === "oidc")
    return createOidcTokens({ userName, config: provider.config ?? {}, folder: user?.folder ?? "", environment });
  const problem = `User ${userName} uses auth-provider ${provider.name}, which kubectl no longer supports. Install its credential plugin and log in again to update the kubeconfig.`;
  return { read: () => Promise.resolve({ problem }) };
}

function basicOf({ username, password }: User): string | undefined {
  if (!username) return undefined;
  return `Basic ${Buffer.from(`${username}:${password ?? ""}`).toString("base64")}`;
}

/** Models client-go's transport impersonatingRoundTripper (v0.37.1). */
function impersonation(user: User): Record<string, string | string[]> {
  const { as } = user;
  if (!as) return {};
  const extra = Object.entries(user["as-user-extra"] ?? {}).map(
    ([name, values]) => [`impersonate-extra-${encodeURIComponent(name.toLowerCase())}`, values] as const,
  );
  const uid = user["as-uid"];
  const groups = user["as-groups"] ?? [];
  return {
    "impersonate-user": as,
    ...(uid && { "impersonate-uid": uid }),
    ...(groups.length > 0 && { "impersonate-group": groups }),
    ...Object.fromEntries(extra),
  };
}
