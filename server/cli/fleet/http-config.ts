import { readFileSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import * as z from "zod/mini";
import { proxyAddress } from "../../../http/line.ts";
import type { TlsOptions } from "../../../http/tls-options.ts";
import { readPlainYaml } from "../../schema/files/plain-yaml.ts";
import type { Parsed } from "../arguments/command-line.ts";

/** How to reach the server, with all secrets read. */
export interface HttpConfig {
  readonly headers: Readonly<Record<string, string>>;
  readonly tls: TlsOptions;
  readonly followRedirects: boolean;
  /** Undefined if there is none. */
  readonly proxy: URL | undefined;
  /** What must not be shown. */
  readonly secrets: readonly string[];
  /** Sentences about files that others can read. */
  readonly notes: readonly string[];
}

export const plainHttp: HttpConfig = {
  headers: {},
  tls: {},
  followRedirects: true,
  proxy: undefined,
  secrets: [],
  notes: [],
};

const text = z.optional(z.string());
const flag = z.optional(z.boolean());

/** Models github.com/prometheus/common/config HTTPClientConfig (v0.72.1); what we cannot do is refused by name. */
const schema = z.strictObject({
  basic_auth: z.optional(z.strictObject({ username: text, username_file: text, password: text, password_file: text })),
  authorization: z.optional(z.strictObject({ type: text, credentials: text, credentials_file: text })),
  bearer_token: text,
  bearer_token_file: text,
  tls_config: z.optional(
    z.strictObject({
      ca: text,
      ca_file: text,
      cert: text,
      cert_file: text,
      key: text,
      key_file: text,
      server_name: text,
      insecure_skip_verify: flag,
      min_version: z.optional(z.enum(["TLS10", "TLS11", "TLS12", "TLS13"])),
    }),
  ),
  http_headers: z.optional(
    z.record(
      z.string(),
      z.strictObject({
        values: z.optional(z.array(z.string())),
        secrets: z.optional(z.array(z.string())),
        files: z.optional(z.array(z.string())),
      }),
    ),
  ),
  proxy_url: text,
  follow_redirects: flag,
  enable_http2: flag,
});
type Written = z.infer<typeof schema>;

const tlsVersions = { TLS10: "TLSv1", TLS11: "TLSv1.1", TLS12: "TLSv1.2", TLS13: "TLSv1.3" } as const;

/** Reads a file as promtool's `--http.config.file`. Files that it names are relative to it. `-`: standard input. */
export function readHttpConfig(file: string): Parsed<HttpConfig> {
  const reader = new ConfigReader(file);
  try {
    return { value: reader.read() };
  } catch (error) {
    if (error instanceof Refused) return { problem: `--http-config ${file}: ${error.message}` };
    throw error;
  }
}

class Refused extends Error {}

class ConfigReader {
  readonly #file: string;
  readonly #secrets: string[] = [];
  readonly #notes: string[] = [];

  constructor(file: string) {
    this.#file = file;
  }

  read(): HttpConfig {
    const source = readText(this.#file, "the file");
    const { value, problems } = readPlainYaml(source);
    if (problems.length > 0) throw new Refused("the file is not valid YAML");
    const parsed = schema.safeParse(value ?? {});
    if (!parsed.success) throw new Refused(issueText(parsed.error.issues[0]));
    const written = parsed.data;
    const headers = { ...this.#headers(written), ...this.#authorization(written) };
    const proxy = this.#proxy(written);
    const tls = this.#tls(written.tls_config ?? {});
    // Secrets that stand in the file itself make it one.
    if (hasOwnSecret(written)) this.#checkMode(this.#file);
    const followRedirects = written.follow_redirects ?? true;
    return { headers, tls, followRedirects, proxy, secrets: this.#secrets, notes: this.#notes };
  }

  #authorization(written: Written): Readonly<Record<string, string>> {
    const { basic_auth: basic, authorization, bearer_token: token, bearer_token_file: tokenFile } = written;
    const ways = [basic, authorization, token ?? tokenFile].filter((way) => way !== undefined);
    if (ways.length > 1) throw new Refused("use only one of basic_auth, authorization and bearer_token");
    if (basic !== undefined) {
      const username = this.#value("basic_auth.username", basic.username, basic.username_file) ?? "";
      const password = this.#secret("basic_auth.password", basic.password, basic.password_file) ?? "";
      const encoded = Buffer.from(`${username}:${password}`).toString("base64");
      this.#secrets.push(encoded);
      return { authorization: `Basic ${encoded}` };
    }
    if (authorization !== undefined) {
      const type = authorization.type ?? "Bearer";
      if (type.toLowerCase() === "basic") throw new Refused('authorization.type cannot be "basic": use basic_auth');
      const { credentials, credentials_file: credentialsFile } = authorization;
      const secret = this.#secret("authorization.credentials", credentials, credentialsFile);
      if (secret === undefined) throw new Refused("authorization needs credentials or credentials_file");
      return { authorization: headerText(`${type} ${secret}`) };
    }
    const bearer = this.#secret("bearer_token", token, tokenFile);
    return bearer === undefined ? {} : { authorization: headerText(`Bearer ${bearer}`) };
  }

  #headers({ http_headers: written = {} }: Written): Readonly<Record<string, string>> {
    return Object.fromEntries(
      Object.entries(written).map(([name, { values = [], secrets = [], files = [] }]) => {
        if (!/^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,200}$/.test(name))
          throw new Refused("http_headers has a name that HTTP does not allow");
        if (reservedHeaders.has(name.toLowerCase())) throw new Refused(`http_headers cannot set ${name}`);
        this.#secrets.push(...secrets);
        const read = files.map((file) => this.#secretFile(file, `http_headers.${name}`));
        return [name.toLowerCase(), headerText([...values, ...secrets, ...read].join(", "))];
      }),
    );
  }

  #tls(written: NonNullable<Written["tls_config"]>): TlsOptions {
    const ca = this.#value("tls_config.ca", written.ca, written.ca_file);
    const cert = this.#value("tls_config.cert", written.cert, written.cert_file);
    const key = this.#secret("tls_config.key", written.key, written.key_file);
    if ((cert === undefined) !== (key === undefined))
      throw new Refused("tls_config needs both a certificate and a key");
    return {
      ...(ca !== undefined && { ca }),
      ...(cert !== undefined && { cert }),
      ...(key !== undefined && { key }),
      ...(written.server_name !== undefined && { servername: written.server_name }),
      ...(written.insecure_skip_verify === true && { rejectUnauthorized: false }),
      ...(written.min_version !== undefined && { minVersion: tlsVersions[written.min_version] }),
    };
  }

  #proxy({ proxy_url: proxy }: Written): URL | undefined {
    if (proxy === undefined || proxy === "") return undefined;
    const address = proxyAddress(proxy);
    if (address === undefined) throw new Refused("proxy_url must be an address such as http://proxy:3128");
    if (address.password !== "") this.#secrets.push(address.password, decodeURIComponent(address.password));
    return address;
  }

  #secret(name: string, inline: string | undefined, file: string | undefined): string | undefined {
    if (inline !== undefined && file !== undefined) throw new Refused(`use only one of ${name} and ${name}_file`);
    const secret = inline ?? (file === undefined ? undefined : this.#secretFile(file, `${name}_file`));
    if (secret !== undefined) this.#secrets.push(secret);
    return secret;
  }

  #value(name: string, inline: string | undefined, file: string | undefined): string | undefined {
    if (inline !== undefined && file !== undefined) throw new Refused(`use only one of ${name} and ${name}_file`);
    if (file === undefined) return inline;
    return readText(resolve(dirname(this.#file), file), `${name}_file`);
  }

  /** As Prometheus does, without the line end. */
  #secretFile(file: string, name: string): string {
    const path = resolve(dirname(this.#file), file);
    const secret = readText(path, name).trim();
    this.#checkMode(path);
    this.#secrets.push(secret);
    return secret;
  }

  #checkMode(path: string): void {
    if (path === standardInput || process.platform === "win32" || (statSync(path).mode & 0o077) === 0) return;
    this.#notes.push(`${path} holds a secret that others can read: chmod 600 it`);
  }
}

/** Node writes these itself, or `authorization` and `basic_auth` do. */
const reservedHeaders: ReadonlySet<string> = new Set([
  "authorization",
  "host",
  "content-encoding",
  "content-length",
  "content-type",
  "user-agent",
  "connection",
  "keep-alive",
  "proxy-authenticate",
  "proxy-authorization",
  "www-authenticate",
  "accept-encoding",
  "x-prometheus-remote-write-version",
  "x-prometheus-remote-read-version",
  "x-prometheus-scrape-timeout-seconds",
  "x-amz-date",
  "x-amz-security-token",
  "x-amz-content-sha256",
  "transfer-encoding",
]);

function hasOwnSecret({
  basic_auth: basic,
  authorization,
  bearer_token: token,
  tls_config: tls,
  http_headers: headers = {},
}: Written): boolean {
  const own = [basic?.password, authorization?.credentials, token, tls?.key];
  return (
    own.some((secret) => secret !== undefined) || Object.values(headers).some(({ secrets = [] }) => secrets.length > 0)
  );
}

function headerText(value: string): string {
  // What a header must not hold would otherwise be an error that shows it.
  if (/[^\t\x20-\x7e\x80-\xff]/.test(value))
    throw new Refused("a token, password or header has characters that HTTP does not allow, such as a line feed");
  return value;
}

const standardInput = "-";

/** Nothing that a secret could be is longer. */
const fileMax = 1_000_000;

function readText(path: string, name: string): string {
  try {
    if (path === standardInput) return readFileSync(process.stdin.fd, "utf8");
    if (statSync(path).size > fileMax) throw new Refused(`${name} is longer than ${fileMax} bytes`);
    return readFileSync(path, "utf8");
  } catch (error) {
    if (error instanceof Refused) throw error;
    throw new Refused(`${name} cannot be read`);
  }
}

/** Without the value, which may be a secret. */
function issueText(issue: z.core.$ZodIssue | undefined): string {
  if (issue === undefined) return "the file is not valid";
  const place = issue.path.join(".");
  if (issue.code === "unrecognized_keys") return unknownKey(place, issue.keys[0] ?? "");
  return place === ""
    ? "the file must be a mapping, as promtool's http config file"
    : `${place} has a wrong type or value`;
}

function unknownKey(place: string, key: string): string {
  const name = place === "" ? key : `${place}.${key}`;
  if (key === "oauth2") return "oauth2 is not supported: fetch a token, and use authorization with credentials_file";
  return `${name} is not supported`;
}
