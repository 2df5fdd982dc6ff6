import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import { fleetSchema } from "../pages/schemas.ts";
import { runCli } from "../run-cli.ts";

// What goes wrong between us and a server. What a real Prometheus answers is tested by `npm run test:fleet`.

const scratch = mkdtempSync(join(tmpdir(), "pod-cadence-fleet-"));
afterAll(() => rmSync(scratch, { recursive: true }));

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

/** A server of faults on the loopback; gives its address. */
function serve(handle: RequestListener): Promise<string> {
  const server = createServer(handle);
  servers.push(server);
  return new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      resolve(`http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : ""}`);
    });
  });
}

type Reply = (response: ServerResponse, request: IncomingMessage) => void;

const json =
  (status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Reply =>
  (response) =>
    response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));
const text =
  (status: number, body: string, headers: Readonly<Record<string, string>> = {}): Reply =>
  (response) =>
    response.writeHead(status, { "content-type": "text/plain", ...headers }).end(body);

/** A store of kube-state-metrics in which nothing restarted. */
const metrics = [
  "kube_pod_container_status_restarts_total",
  "kube_pod_container_status_last_terminated_reason",
  "kube_pod_container_status_last_terminated_timestamp",
  "kube_pod_container_status_last_terminated_exitcode",
  "kube_pod_container_state_started",
  "kube_pod_info",
  "kube_pod_owner",
  "kube_node_info",
];
const quiet =
  (names: readonly string[] = metrics, more: object = {}): Reply =>
  (response, request) =>
    json(200, { status: "success", data: request.url?.includes("__name__") === true ? names : [], ...more })(
      response,
      request,
    );

function config(name: string, content: string, mode = 0o600): string {
  const path = join(scratch, name);
  writeFileSync(path, content);
  chmodSync(path, mode);
  return path;
}

async function fleet(reply: Reply, ...args: readonly string[]) {
  const url = await serve((request, response) => reply(response, request));
  const run = await runCli(["fleet", "--prometheus", url, ...args]);
  return { ...run, stderr: run.stderr.replaceAll(url, "URL"), stdout: run.stdout.replaceAll(url, "URL") };
}

describe("fleet", () => {
  it("says that there are no loops, and since when", async () => {
    const { stdout, stderr, code } = await fleet(quiet(), "--until", "2026-11-20T12:00:00Z", "--since", "24h");
    expect(stdout).toBe("No container is in a crash loop.\n\n2026-11-19 12:00 to 2026-11-20 12:00 UTC · URL\n");
    expect([stderr, code]).toEqual(["", 0]);
  });

  it("writes JSON of the schema, and Markdown", async () => {
    const { stdout } = await fleet(
      quiet(),
      "--format",
      "json",
      "--match",
      '{cluster="a"}',
      "--what-if",
      "maxContainerRestartPeriod=30s",
    );
    const report = fleetSchema.parse(JSON.parse(stdout));
    expect([report.match, report.whatIf?.text, report.loops]).toEqual([
      '{cluster="a"}',
      "maxContainerRestartPeriod=30s",
      [],
    ]);
    const markdown = await fleet(quiet(), "--format", "markdown");
    expect(markdown.stdout).toMatch(/^# No container is in a crash loop\./);
  });

  it.each<[about: string, reply: Reply, sentence: string]>([
    ["a login", text(401, "who?"), "URL rejected the credentials (401): check --http-config"],
    ["a tenant", text(403, "no"), "URL does not allow this request (403): check --http-config and the tenant header"],
    [
      "a wrong address",
      text(404, "404 page not found"),
      "URL has no Prometheus API (404): check the address, which for Mimir ends in /prometheus",
    ],
    [
      "a web page",
      text(200, "<!doctype html><title>Sign in</title>", { "content-type": "text/html" }),
      "URL answered with a web page, perhaps a login: use the address of the API, and --http-config to log in",
    ],
    [
      "another service",
      json(200, { hello: "world" }),
      "URL does not answer like Prometheus: check the address, which for Mimir ends in /prometheus",
    ],
    [
      "half an answer",
      text(200, '{"status":"succ', { "content-type": "application/json" }),
      "URL does not answer like Prometheus (200): check the address",
    ],
    [
      "a busy server",
      text(429, "", { "retry-after": "3600" }),
      "URL is too busy (429): try again later, or with a lower --parallel",
    ],
    ["a broken server", text(500, "panic"), "URL failed (500): check its log"],
    [
      "a limit",
      json(422, { status: "error", errorType: "execution", error: "too many samples" }),
      "the server could not answer: too many samples (422)",
    ],
    [
      "words for a terminal",
      json(422, { status: "error", errorType: "execution", error: "\u001b[31mred\u001b[0m\nnext" }),
      "the server could not answer: \\u001b[31mred\\u001b[0m next (422)",
    ],
    [
      "another server",
      text(302, "", { location: "https://login.example.com/?next=1" }),
      "URL redirects to https://login.example.com/, which was not asked: if it is right, use it for --prometheus",
    ],
    ["a circle", text(307, "", { location: "/again" }), "URL redirects more than 5 times"],
    [
      "a server that hangs up",
      (response) => response.destroy(),
      "URL closed the connection: it may be restarting, or speak https",
    ],
    [
      "no kube-state-metrics",
      quiet(["up"]),
      "URL has no kube_pod_container_status_restarts_total in this range: kube-state-metrics is not scraped, or its metrics are renamed",
    ],
  ])("%s is one sentence", async (_, reply, sentence) => {
    const { stdout, stderr, code } = await fleet(reply);
    expect(stderr).toBe(`pod-cadence: ${sentence}\n`);
    expect([stdout, code]).toEqual(["", 2]);
  });

  it.each<[about: string, reply: Reply, sentence: string]>([
    [
      "warnings of a partial answer",
      quiet(metrics, { warnings: ["partial response: store-2 is down"] }),
      "The server warns: partial response: store-2 is down",
    ],
    [
      "a clock",
      (response, request) => quiet()(response.setHeader("date", new Date(Date.now() + 90_000).toUTCString()), request),
      "s ahead of this machine's: its time is used.",
    ],
    [
      "a metric that is not there",
      quiet(metrics.filter((name) => !name.includes("timestamp"))),
      "kube_pod_container_status_last_terminated_timestamp is missing.",
    ],
  ])("says in the report: %s", async (_, reply, sentence) => {
    const { stdout, code } = await fleet(reply);
    expect(stdout.replace(/\s+/g, " ")).toContain(sentence);
    expect(code).toBe(0);
  });

  it("waits as long as a busy server asks, and asks again", async () => {
    let asked = 0;
    const { code } = await fleet((response, request) => {
      asked += 1;
      if (asked === 1) text(429, "", { "retry-after": "0" })(response, request);
      else quiet()(response, request);
    });
    expect(code).toBe(0);
    expect(asked).toBeGreaterThan(2);
  });

  it("follows a redirect on the same server, with all that it asked", async () => {
    const paths: string[] = [];
    const { code } = await fleet((response, request) => {
      paths.push(request.url ?? "");
      if (request.url?.startsWith("/tenant") === true) quiet()(response, request);
      else text(308, "", { location: `/tenant${request.url ?? ""}` })(response, request);
    });
    expect(code).toBe(0);
    expect(paths.some((path) => path.startsWith("/tenant/api/v1/series"))).toBe(true);
  });

  it("asks by GET where POST is not taken", async () => {
    const methods = new Set<string>();
    const { code } = await fleet((response, request) => {
      if (request.url?.includes("/series") === true) methods.add(request.method ?? "");
      if (request.method === "POST") text(405, "")(response, request);
      else quiet()(response, request);
    });
    expect([code, [...methods]]).toEqual([0, ["POST", "GET"]]);
  });
});

describe("--http-config", () => {
  it.each<[about: string, yaml: string, header: string, value: string]>([
    ["a token", "authorization: {credentials: s3cret}", "authorization", "Bearer s3cret"],
    ["a token of another type", "authorization: {type: Token, credentials: s3cret}", "authorization", "Token s3cret"],
    ["a password", "basic_auth: {username: ann, password: s3cret}", "authorization", `Basic ${btoa("ann:s3cret")}`],
    ["a tenant", "http_headers: {X-Scope-OrgID: {values: [team-a]}}", "x-scope-orgid", "team-a"],
    ["a secret header", "http_headers: {X-Key: {secrets: [s3cret]}}", "x-key", "s3cret"],
  ])("sends %s", async (about, yaml, header, value) => {
    const seen = new Set<string | undefined>();
    const { code, stderr } = await fleet(
      (response, request) => {
        seen.add(request.headers[header]?.toString());
        quiet()(response, request);
      },
      "--http-config",
      config(`${about.replaceAll(" ", "-")}.yaml`, yaml),
    );
    expect([code, stderr, [...seen]]).toEqual([0, "", [value]]);
  });

  it("reads secrets from files beside it, and says that others can read them", async () => {
    const token = config("token", "s3cret\n", 0o644);
    const file = config("files.yaml", "authorization: {credentials_file: token}");
    const seen = new Set<string | undefined>();
    const { stderr } = await fleet(
      (response, request) => {
        seen.add(request.headers.authorization);
        quiet()(response, request);
      },
      "--http-config",
      file,
    );
    expect([...seen]).toEqual(["Bearer s3cret"]);
    expect(stderr).toBe(`pod-cadence: ${token} holds a secret that others can read: chmod 600 it\n`);
  });

  it("shows no secret, also if the server repeats it", async () => {
    const file = config("repeat.yaml", "basic_auth: {username: ann, password: s3cret}");
    const reply: Reply = (response, request) =>
      json(400, {
        status: "error",
        errorType: "bad_data",
        error: `who is ${request.headers.authorization ?? ""} s3cret`,
      })(response, request);
    const { stderr, stdout } = await fleet(reply, "--http-config", file);
    expect(stderr).toContain("who is Basic … …");
    expect(stderr + stdout).not.toContain(btoa("ann:s3cret"));
    expect(stderr + stdout).not.toContain("s3cret");
  });

  it("sends no credentials to another server", async () => {
    const seen: IncomingMessage[] = [];
    const other = await serve((request, response) => {
      seen.push(request);
      quiet()(response, request);
    });
    const file = config("elsewhere.yaml", "authorization: {credentials: s3cret}");
    const { code } = await fleet(text(307, "", { location: other }), "--http-config", file);
    expect([code, seen.length]).toEqual([2, 0]);
  });

  it.each<[yaml: string, sentence: string]>([
    ["authorization: {}", "authorization needs credentials or credentials_file"],
    [
      "authorization: {credentials: s3cret}\nbasic_auth: {username: a}",
      "use only one of basic_auth, authorization and bearer_token",
    ],
    ["authorization: {type: basic, credentials: s3cret}", 'authorization.type cannot be "basic": use basic_auth'],
    ["authorization: {credentials: [s3cret]}", "authorization.credentials has a wrong type or value"],
    ["authorization: {credential: s3cret}", "authorization.credential is not supported"],
    [
      'authorization: {credentials: "s3cret\\nX: 1"}',
      "a token, password or header has characters that HTTP does not allow, such as a line feed",
    ],
    ["oauth2: {client_id: a}", "oauth2 is not supported: fetch a token, and use authorization with credentials_file"],
    ["basic_auth: {password_file: nowhere}", "basic_auth.password_file cannot be read"],
    ["tls_config: {cert: a}", "tls_config needs both a certificate and a key"],
    ["http_headers: {Host: {values: [a]}}", "http_headers cannot set Host"],
    ["proxy_url: nowhere", "proxy_url must be an address such as http://proxy:3128"],
    ["[a", "the file is not valid YAML"],
    ["s3cret", "the file must be a mapping, as promtool's http config file"],
  ])("%s ends with a sentence", async (yaml, sentence) => {
    const file = config("wrong.yaml", yaml);
    const { stderr, code } = await runCli(["fleet", "--prometheus", "http://127.0.0.1:9", "--http-config", file]);
    expect([stderr, code]).toEqual([`pod-cadence: --http-config ${file}: ${sentence}\n`, 2]);
  });
});

describe("options", () => {
  const url = ["--prometheus", "http://127.0.0.1:9"];
  it.each<[args: readonly string[], sentence: string]>([
    [[], "missing --prometheus URL: the address of Prometheus, Thanos, or Mimir"],
    [
      ["--prometheus", "prometheus:9090"],
      "--prometheus: not a valid address: use http://host:port or https://host/prefix",
    ],
    [
      ["--prometheus", "http://ann:s3cret@host"],
      "--prometheus: user and password do not belong into the address: use basic_auth in --http-config",
    ],
    [[...url, "--since", "7"], "invalid value 7 for --since: use a duration such as 12h or 7d"],
    [[...url, "--since", "1y"], "invalid value 1y for --since: use a duration such as 12h or 7d"],
    [[...url, "--until", "now"], "invalid value now for --until: use a time such as 2026-11-20T12:00:00Z"],
    [
      [...url, "--match", "up"],
      '--match takes label matchers without a metric, such as {cluster="a",namespace=~"web-.*"}',
    ],
    [[...url, "--match", "{"], '--match: the expression is incomplete: use label matchers such as {cluster="a"}'],
    [
      [...url, "--what-if", "maxContainerRestartPeriods=30s"],
      "--what-if: unknown key maxContainerRestartPeriods: did you mean maxContainerRestartPeriod?",
    ],
    [
      [...url, "--what-if", "maxContainerRestartPeriod=10m"],
      "--what-if: maxContainerRestartPeriod=10m is not valid: the kubelet accepts 1s to 300s, such as maxContainerRestartPeriod=30s",
    ],
    [[...url, "--what-if-gates", "A"], "--what-if-gates: A is not valid: use Gate=true or Gate=false"],
    [[...url, "--parallel", "0"], "invalid value 0 for --parallel: use an integer from 1 to 32"],
    [url, "http://127.0.0.1:9 refused the connection: check that the server runs, and the address"],
  ])("%s", async (args, sentence) => {
    const { stderr, code } = await runCli(["fleet", ...args]);
    expect([stderr, code]).toEqual([`pod-cadence: ${sentence}\n`, 2]);
  });
});
