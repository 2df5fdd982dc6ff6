import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Client } from "./client.ts";
import { eventually, FakeApi, fakePod, podsPath } from "./fake-api.ts";

let api: FakeApi;
let client: Client | undefined;
beforeEach(async () => {
  api = await new FakeApi().start();
  api.set(podsPath, fakePod("a"));
});
afterEach(async () => {
  await client?.connection.close();
  client = undefined;
  await api.stop();
});

/** A plugin that does what some JavaScript does. */
function plugin(script: string, fields = ""): string {
  writeFileSync(join(api.folder, "plugin.cjs"), script);
  return `{exec: {apiVersion: client.authentication.k8s.io/v1, command: ${JSON.stringify(process.execPath)}, args: [${JSON.stringify(join(api.folder, "plugin.cjs"))}]${fields}}}`;
}

const credential = (token: string, more = ""): string =>
  `console.log(JSON.stringify({kind: "ExecCredential", status: {token: ${token}${more}}}));`;

function sentHeaders() {
  return api.requests[0]?.headers ?? {};
}

/** Answers 401 to all but this token. */
function wantToken(token: string): void {
  api.answer(({ headers }, response) => {
    if (headers.authorization === `Bearer ${token}`) return false;
    response.writeHead(401).end();
    return true;
  });
}

describe("what identifies a user", () => {
  it.each([
    ["a token", "{token: t1}", { authorization: "Bearer t1" }],
    ["name and password", "{username: me, password: pw}", { authorization: "Basic bWU6cHc=" }],
    ["nothing", "{}", {}],
    [
      "somebody else to act as",
      "{token: t1, as: jane, as-uid: u1, as-groups: [a, b], as-user-extra: {Reason: [x]}}",
      {
        authorization: "Bearer t1",
        "impersonate-user": "jane",
        "impersonate-uid": "u1",
        "impersonate-group": "a, b",
        "impersonate-extra-reason": "x",
      },
    ],
  ])("is sent: %s", async (_, user, expected) => {
    client = new Client(api, { kubeconfig: api.kubeconfig(user) });
    await client.reaches("live");
    const headers = Object.entries(sentHeaders()).filter(([name]) => /^(authorization|impersonate-.*)$/.test(name));
    expect(Object.fromEntries(headers)).toEqual(expected);
  });

  it("is a token file beside the kubeconfig, which wins over a token and is read anew when it is refused", async () => {
    writeFileSync(join(api.folder, "token"), "old\n");
    client = new Client(api, { kubeconfig: api.kubeconfig("{tokenFile: token, token: other}") });
    await client.reaches("live");
    expect(sentHeaders().authorization).toBe("Bearer old");
    writeFileSync(join(api.folder, "token"), "new");
    wantToken("new");
    api.endWatches();
    await eventually(() => expect(api.requests.at(-1)?.headers.authorization).toBe("Bearer new"));
    await client.reaches("live");
    expect(client.states.map(({ is }) => is)).not.toContain("failed");
  });
});

describe("a token file that is empty", () => {
  it("is a failure, and mended when it is written again", async () => {
    writeFileSync(join(api.folder, "token"), " \n");
    client = new Client(api, { kubeconfig: api.kubeconfig("{tokenFile: token}") });
    await client.reaches("failed");
    expect(client.reason).toBe("token, which is the tokenFile of user dev in the kubeconfig, is empty. Log in again.");
    expect(api.requests).toEqual([]);
    writeFileSync(join(api.folder, "token"), "t1");
    await client.reaches("live");
  });
});

describe("a token that has expired", () => {
  it("is told, and mended by a login that writes the kubeconfig anew", async () => {
    wantToken("fresh");
    client = new Client(api, { kubeconfig: api.kubeconfig("{token: stale}") });
    await client.reaches("failed");
    expect(client.reason).toBe(
      "The API server rejected the credentials of user dev (401). A token or certificate may have expired. Log in again; the next attempt reads the kubeconfig again.",
    );
    api.kubeconfig("{token: fresh}");
    await client.reaches("live");
    expect(JSON.stringify([client.states, client.sentences])).not.toMatch(/stale-token|fresh/);
  });

  it("while a kubeconfig has vanished is told as such, and what was read before goes on", async () => {
    const kubeconfig = api.kubeconfig();
    client = new Client(api, { kubeconfig });
    await client.reaches("live");
    rmSync(kubeconfig);
    api.endWatches();
    await client.hasPods("a");
    api.set(podsPath, fakePod("b"));
    await client.hasPods("a", "b");
  });
});

describe("a credential plugin", () => {
  let isAllowed = false;
  let asked: { readonly command?: string | undefined }[] = [];
  const mayLogInAs = async (login: { readonly command?: string | undefined }) => {
    asked.push(login);
    return isAllowed;
  };
  beforeEach(() => {
    isAllowed = false;
    asked = [];
  });

  it("is run once for all requests until its credential expires", async () => {
    const count = `require("node:fs").appendFileSync(__dirname + "/runs", "x");`;
    const user = plugin(`${count}${credential('"p1"', ', expirationTimestamp: "2100-01-01T00:00:00Z"')}`);
    api.set("/api/v1/namespaces/shop/pods", fakePod("b"));
    client = new Client(api, { kubeconfig: api.kubeconfig(user), namespaces: ["web", "shop"] });
    await client.reaches("live");
    await client.connection.settled();
    expect(new Set(api.requests.map(({ headers }) => headers.authorization))).toEqual(new Set(["Bearer p1"]));
    const { readFileSync } = await import("node:fs");
    expect(readFileSync(join(api.folder, "runs"), "utf8")).toBe("x");
  });

  it("is run again when its credential is refused", async () => {
    const user = plugin(
      `const fs = require("node:fs"); const file = __dirname + "/n"; const n = fs.existsSync(file) ? 2 : 1; fs.writeFileSync(file, ""); ${credential('"p" + n')}`,
    );
    wantToken("p2");
    client = new Client(api, { kubeconfig: api.kubeconfig(user) });
    await client.reaches("live");
    expect(client.states.map(({ is }) => is)).toEqual(["connecting", "live"]);
  });

  it.each([
    ["another environment", ", env: [{name: NODE_OPTIONS, value: --no-warnings}]"],
    ["other arguments", ""],
  ])("that the kubeconfig names later, with %s, is not run before somebody allows it", async (_, more) => {
    const first = plugin(credential('"p1"'));
    client = new Client(api, { kubeconfig: api.kubeconfig(first), mayLogInAs });
    await client.reaches("live");
    writeFileSync(join(api.folder, "other.cjs"), credential('"p2"'));
    const second = plugin(credential('"p1"'), more).replace("plugin.cjs", "other.cjs");
    wantToken("p2");
    api.kubeconfig(more === "" ? second.replace("args: [", "args: [--no-warnings, ") : second);
    api.endWatches();
    await eventually(() => expect(asked.length).toBeGreaterThan(0));
    expect(asked[0]?.command).toMatch(more === "" ? /^\S+ --no-warnings / : /^NODE_OPTIONS=--no-warnings /);
    await client.reaches("failed");
    isAllowed = true;
    await client.reaches("live");
  });

  it("learns what it is for, and has its own environment", async () => {
    const user = plugin(
      credential("process.env.GREETING + JSON.parse(process.env.KUBERNETES_EXEC_INFO).spec.cluster.server.slice(0, 7)"),
      ", provideClusterInfo: true, env: [{name: GREETING, value: hello-}]",
    );
    client = new Client(api, { kubeconfig: api.kubeconfig(user) });
    await client.reaches("live");
    expect(sentHeaders().authorization).toBe("Bearer hello-http://");
  });

  it("that waits for a person is heard, without what a terminal obeys", async () => {
    const said: string[] = [];
    const user = plugin(
      `console.error("\\u001b[1mOpen https://login.example/device and enter ABCD-EFGH\\u0007"); const wait = setInterval(() => { if (!require("node:fs").existsSync(__dirname + "/typed")) return; clearInterval(wait); ${credential('"late"', ", expirationTimestamp: null, clientKeyData: null")} }, 50)`,
    );
    client = new Client(api, {
      kubeconfig: api.kubeconfig(user),
      onPluginWords: (command, words) => said.push(`${command === process.execPath}: ${words}`),
    });
    await eventually(() => expect(said).toHaveLength(1));
    writeFileSync(join(api.folder, "typed"), "");
    await client.reaches("live");
    expect(said).toEqual(["true: Open https://login.example/device and enter ABCD-EFGH"]);
    expect(client.sentences).toEqual([]);
  });

  it.each<[what: string, user: () => string, expected: string]>([
    [
      "is not installed",
      () => "{exec: {command: no-such-plugin}}",
      "The credential plugin no-such-plugin of user dev is not installed or not in PATH. Install it, or choose another context.",
    ],
    [
      "is not installed and says how",
      () => '{exec: {command: no-such-plugin, installHint: "Get it at example.com.\\nReally."}}',
      "The credential plugin no-such-plugin of user dev is not installed or not in PATH. Get it at example.com.",
    ],
    [
      "fails",
      () => plugin('console.error("\\nSession expired, token=abcdef.\\nmore"); process.exit(7)'),
      "The credential plugin NODE of user dev failed (exit code 7): Session expired, token=…. Run kubectl with this context in a terminal and follow its instructions.",
    ],
    [
      "fails without a word",
      () => plugin("process.exit(1)"),
      "The credential plugin NODE of user dev failed (exit code 1): no error message. Run kubectl with this context in a terminal and follow its instructions.",
    ],
    [
      "hangs",
      () => plugin("setInterval(() => {}, 1000)"),
      "The credential plugin NODE of user dev did not answer within 1s and was stopped. It may be waiting for input. Log in with it in a terminal, then connect again.",
    ],
    [
      "answers something else",
      () => plugin("console.log('welcome')"),
      "The credential plugin NODE of user dev did not return an ExecCredential with a token or a certificate. Check its version and arguments.",
    ],
    [
      "needs a terminal",
      () => plugin("", ", interactiveMode: Always"),
      "The credential plugin NODE of user dev requires a terminal, which is not available here. Choose a context with another user.",
    ],
  ])("that %s is told in words", async (what, user, expected) => {
    const timing = what === "hangs" ? { pluginLimitMs: 1000 } : {};
    client = new Client(api, { kubeconfig: api.kubeconfig(user()), timing });
    await client.reaches("failed");
    expect(client.reason.replace(process.execPath, "NODE")).toBe(expected);
    expect(api.requests).toEqual([]);
  });
});

describe("other mistakes in a kubeconfig", () => {
  it.each([
    [
      "a certificate that is no base64",
      "{client-certificate-data: '***'}",
      "client-certificate of user dev in the kubeconfig is not valid base64. Replace it.",
    ],
    [
      "a file that is not there",
      "{client-key: nope.key}",
      "FOLDER/nope.key, which is the client-key of user dev in the kubeconfig, can't be read. Check that it exists.",
    ],
    [
      "a certificate that is none",
      "{client-certificate-data: aGVsbG8=, client-key-data: aGVsbG8=}",
      "The client-certificate or client-key of user dev is not valid: it is not in PEM format, or key and certificate do not match. Replace it.",
    ],
    [
      "an empty certificate",
      "{client-certificate-data: IA==, client-key-data: IA==}",
      "The client-certificate or client-key of user dev is not valid: it is not in PEM format, or key and certificate do not match. Replace it.",
    ],
    [
      "a provider that is gone",
      "{auth-provider: {name: gcp, config: {access-token: xyz}}}",
      "User dev uses auth-provider gcp, which kubectl no longer supports. Install its credential plugin and log in again to update the kubeconfig.",
    ],
  ])("%s", async (_, user, expected) => {
    client = new Client(api, { kubeconfig: api.kubeconfig(user) });
    await client.reaches("failed");
    expect(client.reason.replace(api.folder, "FOLDER")).toBe(expected);
  });

  it.each([
    ["a context that is not there", "other", /^Context other not found. Choose one of fake\.$/],
    ["no current context, and none named", undefined, /^The kubeconfig has no current context. Choose one of fake\.$/],
  ])("%s", async (_, context, expected) => {
    const kubeconfig = api.kubeconfig();
    if (context === undefined)
      writeFileSync(kubeconfig, "contexts: [{name: fake, context: {cluster: fake, user: dev}}]");
    client = new Client(api, { kubeconfig, context });
    await client.reaches("failed");
    expect(client.reason).toMatch(expected);
    api.kubeconfig();
    if (context === undefined) await client.reaches("live");
  });

  it("a server that is no address", async () => {
    const kubeconfig = api.kubeconfig();
    writeFileSync(
      kubeconfig,
      "current-context: a\ncontexts: [{name: a, context: {cluster: c}}]\nclusters: [{name: c, cluster: {server: localhost}}]",
    );
    client = new Client(api, { kubeconfig });
    await client.reaches("failed");
    expect(client.reason).toBe("localhost, the server of cluster c, is not a valid address. Use https://host:port.");
  });
});
