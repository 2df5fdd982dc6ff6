import { once } from "node:events";
import { readFileSync } from "node:fs";
import http from "node:http";
import https from "node:https";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Client } from "./client.ts";
import { eventually, FakeApi, fakePod, podsPath } from "./fake-api.ts";

// `auth-provider: oidc` of a kubeconfig, against an identity provider on this machine.

let api: FakeApi;
let provider: http.Server;
let client: Client | undefined;
/** What the provider was asked for, and how it answers: status and body. */
let asked: string[];
let answer: (path: string, form: URLSearchParams, authorization: string) => readonly [status: number, body: unknown];

beforeEach(async () => {
  api = await new FakeApi().start();
  api.set(podsPath, fakePod("a"));
  asked = [];
  answer = () => [200, { id_token: tokenUntil(futureS, "new") }];
  await serve(http.createServer());
});
afterEach(async () => {
  vi.useRealTimers();
  await client?.connection.close();
  client = undefined;
  provider.close();
  provider.closeAllConnections();
  await api.stop();
});

async function serve(server: http.Server): Promise<void> {
  provider?.close();
  provider = server;
  server.on("request", async (request: http.IncomingMessage, response: http.ServerResponse) => {
    let text = "";
    for await (const part of request) text += part;
    const form = new URLSearchParams(text);
    const path = request.url ?? "";
    asked.push([path, form.get("refresh_token"), form.get("client_id")].filter((each) => each !== null).join(" "));
    const isDiscovery = path === "/.well-known/openid-configuration";
    const [status, body] = isDiscovery
      ? [200, { token_endpoint: `${addressOfProvider()}/token` }]
      : answer(path, form, request.headers.authorization ?? "");
    response.writeHead(status).end(typeof body === "string" ? body : JSON.stringify(body));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
}

function addressOfProvider(): string {
  const address = provider.address();
  const scheme = provider instanceof https.Server ? "https" : "http";
  return typeof address === "object" && address !== null ? `${scheme}://127.0.0.1:${address.port}` : "";
}

const futureS = Date.parse("2100-01-01T00:00:00Z") / 1000;
const pastS = Date.parse("2026-01-01T00:00:00Z") / 1000;

function tokenUntil(exp: number, signature: string): string {
  return [{ alg: "RS256" }, { exp }, signature]
    .map((part) => Buffer.from(typeof part === "string" ? part : JSON.stringify(part)).toString("base64url"))
    .join(".");
}

function connect(config: Readonly<Record<string, string>>): Client {
  const whole = {
    "idp-issuer-url": addressOfProvider(),
    "client-id": "kubernetes",
    "id-token": tokenUntil(pastS, "old"),
    "refresh-token": "secret-1",
    ...config,
  };
  const user = JSON.stringify({ "auth-provider": { name: "oidc", config: whole } });
  client = new Client(api, { kubeconfig: api.kubeconfig(user) });
  return client;
}

const sentTokens = () => [...new Set(api.requests.map(({ headers }) => headers.authorization))];

describe("a token of an identity provider", () => {
  it("is used as it is while it is good", async () => {
    await connect({ "id-token": tokenUntil(futureS, "good") }).reaches("live");
    expect(sentTokens()).toEqual([`Bearer ${tokenUntil(futureS, "good")}`]);
    expect(asked).toEqual([]);
  });

  it("is renewed once it has expired, once for all requests", async () => {
    await connect({}).reaches("live");
    await client?.connection.settled();
    expect(sentTokens()).toEqual([`Bearer ${tokenUntil(futureS, "new")}`]);
    expect(asked).toEqual(["/.well-known/openid-configuration", "/token secret-1"]);
  });

  it("that expires while the cluster is watched is renewed before the next request, and nothing is out of date", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: (pastS - 3600) * 1000 });
    await connect({ "id-token": tokenUntil(pastS, "first") }).reaches("live");
    await eventually(() => expect(api.watchCount).toBe(1));
    vi.setSystemTime((pastS + 60) * 1000);
    api.bookmark();
    api.endWatches();
    await eventually(() => expect(api.watchCount).toBe(1));
    api.set(podsPath, fakePod("b"));
    await client?.hasPods("a", "b");
    expect(sentTokens()).toEqual(
      ["first", "new"].map((name) => `Bearer ${tokenUntil(name === "first" ? pastS : futureS, name)}`),
    );
    expect(asked).toHaveLength(2);
    expect(client?.states.map(({ is }) => is)).not.toContain("failed");
  });

  it("is renewed with the refresh token that came last: some providers take each only once", async () => {
    let next = 1;
    answer = (_, form) => {
      if (form.get("refresh_token") !== `secret-${next}`) return [400, { error: "invalid_grant" }];
      next += 1;
      return [200, { id_token: tokenUntil(pastS, `n${next}`), refresh_token: `secret-${next}` }];
    };
    await connect({}).reaches("live");
    await client?.connection.settled();
    expect(next).toBeGreaterThan(2);
    expect(client?.states.map(({ is }) => is)).not.toContain("failed");
  });

  it.each([
    ["a header", (authorization: string) => authorization === `Basic ${btoa("kubernetes:s%26cret")}`],
    ["fields", (_: string, form: URLSearchParams) => form.get("client_secret") === "s&cret"],
  ])("is had by a client that says who it is in %s", async (_, isKnown) => {
    answer = (_path, form, authorization) =>
      isKnown(authorization, form)
        ? [200, { id_token: tokenUntil(futureS, "new") }]
        : [401, { error: "invalid_client" }];
    await connect({ "client-secret": "s&cret" }).reaches("live");
  });

  it("comes over TLS of an authority that the kubeconfig names", async () => {
    const tls = join(import.meta.dirname, "../../../fixtures/tls");
    const [cert, key] = [readFileSync(join(tls, "certificate.pem")), readFileSync(join(tls, "key.pem"))];
    await serve(https.createServer({ cert, key }));
    await connect({ "idp-certificate-authority-data": cert.toString("base64") }).reaches("live");
    await client?.connection.close();
    await connect({}).reaches("failed");
    expect(client?.reason).toMatch(
      /^The token of user dev can't be renewed by its identity provider: the certificate of 127\.0\.0\.1:\d+ is not trusted\./,
    );
  });
});

describe("a token that can't be renewed is told in words", () => {
  const cannot = "The token of user dev can't be renewed by its identity provider: ";
  it.each<[why: string, config: Record<string, string>, answered: readonly [number, unknown], expected: string]>([
    [
      "nothing to renew it with",
      { "refresh-token": "" },
      [200, {}],
      "The token of user dev has expired and can't be renewed. Log in again.",
    ],
    [
      "a refusal",
      {},
      [400, { error: "invalid_grant", error_description: "secret-1 is gone" }],
      `${cannot}invalid_grant (400). Log in again.`,
    ],
    [
      "a refusal in other words",
      {},
      [403, "<html>secret-1</html>"],
      `${cannot}it responded with status 403. Log in again.`,
    ],
    ["no id_token", {}, [200, { access_token: "x" }], `${cannot}it returned no id_token. Log in again.`],
    ["another document", {}, [200, "hello"], `${cannot}it responded with status 200. Log in again.`],
    [
      "an issuer that is none",
      { "idp-issuer-url": "nowhere" },
      [200, {}],
      `${cannot}nowhere/.well-known/openid-configuration is not a valid address. Log in again.`,
    ],
    [
      "an issuer that is away",
      { "idp-issuer-url": "http://127.0.0.1:1" },
      [200, {}],
      `${cannot}127.0.0.1:1 refused the connection. Log in again.`,
    ],
    [
      "a token that is none",
      { "id-token": "abc" },
      [200, {}],
      "The id-token of user dev in the kubeconfig is not a token. Log in again.",
    ],
  ])("%s", async (_, config, answered, expected) => {
    answer = () => answered;
    await connect(config).reaches("failed");
    expect(client?.reason).toBe(expected);
    expect(api.requests).toEqual([]);
    expect(JSON.stringify([client?.states, client?.sentences])).not.toContain("secret-1");
  });
});
