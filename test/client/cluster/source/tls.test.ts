import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { TLSSocket } from "node:tls";
import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Authority, createAuthority, type Identity } from "../../../certificates.ts";
import { Client } from "./client.ts";
import { eventually, FakeApi, fakePod, podsPath } from "./fake-api.ts";

// An API server over TLS, with certificates that expire, and that are replaced on disk while the connection goes on.

let ours: Authority;
let next: Authority;
let server: Identity;
beforeAll(() => {
  ours = createAuthority("first authority");
  next = createAuthority("next authority");
  server = ours.issue("api");
});

let api: FakeApi;
let client: Client | undefined;
/** Who asked, by the certificates of the requests so far. */
let users: Set<string>;
beforeEach(async () => {
  const { key, certificate: cert } = server;
  api = await new FakeApi({ key, cert, requestCert: true, rejectUnauthorized: false }).start();
  api.set(podsPath, fakePod("a"));
  users = new Set();
  write("ca.pem", ours.certificate);
});
afterEach(async () => {
  await client?.connection.close();
  await api.stop();
});

function write(name: string, text: string): void {
  writeFileSync(join(api.folder, name), text);
}

function writeUser({ certificate, key }: Identity): void {
  write("user.pem", certificate);
  write("user.key", key);
}

const caFile = "certificate-authority: ca.pem";
const userFiles = "{client-certificate: user.pem, client-key: user.key}";

function connect(user: string, cluster = caFile): Client {
  client = new Client(api, { kubeconfig: api.kubeconfig(user, "config", cluster) });
  return client;
}

/** Answers 401 to all that `isKnown` does not know by their certificate. */
function wantUser(isKnown: (name: string, socket: TLSSocket) => boolean): void {
  api.answer((_, response) => {
    const { socket } = response;
    if (!(socket instanceof TLSSocket)) throw new Error("no TLS");
    const { subject } = socket.getPeerCertificate();
    const name = String(subject?.CN);
    users.add(name);
    if (isKnown(name, socket)) return false;
    response.writeHead(401).end();
    return true;
  });
}

const base64 = (text: string) => Buffer.from(text).toString("base64");

async function showsNews(name: string): Promise<void> {
  await eventually(() => expect(api.watchCount).toBe(1));
  api.set(podsPath, fakePod(name));
  await client?.hasPods("a", name);
}

describe("a client certificate", () => {
  it.each<[where: string, user: () => string]>([
    ["in files", () => userFiles],
    [
      "in the kubeconfig",
      () => {
        const { certificate, key } = ours.issue("dev-1");
        return `{client-certificate-data: ${base64(certificate)}, client-key-data: ${base64(key)}}`;
      },
    ],
  ])("%s says who asks", async (_, user) => {
    writeUser(ours.issue("dev-1"));
    wantUser((name) => name === "dev-1");
    await connect(user()).reaches("live");
  });

  it("that is replaced on disk is read again when the API server rejects the old one", async () => {
    writeUser(ours.issue("dev-1"));
    let known = "dev-1";
    wantUser((name) => name === known);
    await connect(userFiles).reaches("live");
    await eventually(() => expect(api.watchCount).toBe(1));
    writeUser(ours.issue("dev-2"));
    known = "dev-2";
    api.bookmark();
    api.endWatches();
    await eventually(() => expect([...users]).toEqual(["dev-1", "dev-2"]));
    await client?.reaches("live");
    await showsNews("b");
    expect(client?.states.map(({ is }) => is)).not.toContain("failed");
  });

  it("that has expired is told as such, with its end, until another one is on disk", async () => {
    writeUser(ours.issue("dev-1", { until: "2026-03-01T12:00:00Z" }));
    wantUser((name) => name === "dev-2");
    await connect(userFiles).reaches("failed");
    expect(client?.reason).toBe(
      "The client certificate of user dev expired on 2026-03-01 12:00 UTC. Log in again, or renew it.",
    );
    writeUser(ours.issue("dev-2"));
    await client?.reaches("live");
  });

  it("that expires while the connection goes on leaves what is known, and says why it is out of date", async () => {
    writeUser(ours.issue("dev-1"));
    let isKnown = true;
    wantUser(() => isKnown);
    await connect(userFiles).reaches("live");
    await eventually(() => expect(api.watchCount).toBe(1));
    writeUser(ours.issue("dev-1", { until: "2026-03-01T12:00:00Z" }));
    isKnown = false;
    api.secure({ key: server.key, cert: server.certificate });
    const reason = expect.stringContaining("expired on 2026-03-01 12:00 UTC");
    await eventually(() => expect(client?.changes.at(-1)?.freshness).toMatchObject({ is: "stale", reason }));
    expect([...(client?.pods.values() ?? [])]).toEqual(["a"]);
  });

  it("whose new key is not there yet is told, and mended when it is", async () => {
    writeUser(ours.issue("dev-1"));
    wantUser((name) => name === "dev-2");
    const renewed = ours.issue("dev-2");
    write("user.pem", renewed.certificate);
    await connect(userFiles).reaches("failed");
    expect(client?.reason).toContain("key and certificate do not match");
    writeUser(renewed);
    await client?.reaches("live");
  });
});

describe("the certificate of the API server", () => {
  it("that comes from another authority is trusted when the file has that one", async () => {
    await connect("{token: t1}").reaches("live");
    await eventually(() => expect(api.watchCount).toBe(1));
    const renewed = next.issue("api");
    api.secure({ key: renewed.key, cert: renewed.certificate });
    const reason = expect.stringMatching(
      /^The certificate of https:\S+ is not trusted\. Correct certificate-authority/,
    );
    await eventually(() => expect(client?.changes.at(-1)?.freshness).toMatchObject({ is: "stale", reason }));
    write("ca.pem", `${ours.certificate}${next.certificate}`);
    await client?.reaches("live");
    await showsNews("b");
  });

  it("that has expired is told as such, and mended when it is renewed", async () => {
    const old = ours.issue("api", { until: "2026-03-01T12:00:00Z" });
    api.secure({ key: old.key, cert: old.certificate });
    await connect("{token: t1}").reaches("failed");
    expect(client?.reason).toMatch(/^The certificate of https:\S+ is expired or not yet valid\. Renew it/);
    api.secure({ key: server.key, cert: server.certificate });
    await client?.reaches("live");
  });

  it("from an authority whose file is empty is not trusted blindly", async () => {
    write("ca.pem", "");
    await connect("{token: t1}").reaches("failed");
    expect(api.requests).toEqual([]);
    write("ca.pem", ours.certificate);
    await client?.reaches("live");
  });
});
