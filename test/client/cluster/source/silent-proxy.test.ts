import { once } from "node:events";
import http from "node:http";
import net from "node:net";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { ConnectOptions } from "../../../../client/cluster/source/main.ts";
import { Client } from "./client.ts";
import { eventually, FakeApi, fakePod, podsPath } from "./fake-api.ts";

// A proxy that takes connections, or opens tunnels, and never says anything: nothing breaks, so only limits show it.

let api: FakeApi;
let client: Client | undefined;
let proxy: net.Server;
const sockets = new Set<net.Socket>();
beforeEach(async () => {
  api = await new FakeApi().start();
  api.set(podsPath, fakePod("a"));
});
afterEach(async () => {
  await client?.connection.close();
  for (const socket of sockets) socket.destroy();
  sockets.clear();
  proxy.close();
  await api.stop();
});

async function listen(server: net.Server): Promise<string> {
  proxy = server;
  server.on("connection", (socket) => sockets.add(socket)).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  return typeof address === "object" && address !== null ? `127.0.0.1:${address.port}` : "";
}

function connect(address: string, timing: ConnectOptions["timing"] = {}): Client {
  const kubeconfig = api.kubeconfig("{token: t1}", "config", `proxy-url: "${address}"`);
  client = new Client(api, { kubeconfig, timing });
  return client;
}

/** Tunnels to the API server until somebody holds them: then no byte passes any more, and no connection ends. */
class Tunnels {
  #isHeld = false;
  readonly server = http.createServer().on("connect", (_, from: net.Socket) => {
    const { port } = new URL(api.address);
    const to = net.connect(Number(port), "127.0.0.1", () => from.write("HTTP/1.1 200 OK\r\n\r\n"));
    sockets.add(to);
    from.on("data", (part) => this.#isHeld || to.write(part));
    to.on("data", (part) => this.#isHeld || from.write(part));
    for (const socket of [from, to]) socket.on("error", () => undefined);
  });

  hold(isHeld = true): void {
    this.#isHeld = isHeld;
  }
}

describe("a proxy that never answers", () => {
  it.each<[what: string, scheme: string, server: () => net.Server]>([
    ["takes connections", "http", () => net.createServer()],
    [
      "opens tunnels",
      "http",
      () => http.createServer().on("connect", (_, from) => from.write("HTTP/1.1 200 OK\r\n\r\n")),
    ],
    ["takes connections", "socks5", () => net.createServer()],
  ])("and only %s (%s) is told soon, and given up later", async (_, scheme, server) => {
    const host = await listen(server());
    connect(`${scheme}://${host}`, { wordsMs: 20, listMs: 1000, requestMs: 1000 });
    await client?.reaches("failed");
    const waiting = client?.states.flatMap((state) => (state.is === "connecting" ? [state.reason] : []));
    expect(waiting).toContainEqual(expect.stringMatching(/^The API server at \S+ has not responded for \S+\. Check/));
    expect(client?.reason).toMatch(
      new RegExp(`^The API server at \\S+ did not respond through the proxy ${host} for 1s\\. Check the proxy`),
    );
    expect(api.requests).toEqual([]);
  });

  it("any more is noticed by a watch that should have said something, and told as out of date since it was heard", async () => {
    const tunnels = new Tunnels();
    connect(`http://${await listen(tunnels.server)}`, { watchIdleMs: 300, requestMs: 300, listMs: 300, graceMs: 1 });
    await client?.reaches("live");
    await eventually(() => expect(api.watchCount).toBe(1));
    const heldMs = Date.now();
    tunnels.hold();
    const reason = expect.stringMatching(/did not respond/);
    await eventually(() => expect(client?.changes.at(-1)?.freshness).toMatchObject({ is: "stale", reason }));
    const { freshness } = client?.changes.at(-1) ?? {};
    expect(freshness?.is === "stale" && freshness.sinceMs).toBeLessThanOrEqual(heldMs);
    expect([...(client?.pods.values() ?? [])]).toEqual(["a"]);
    tunnels.hold(false);
    api.set(podsPath, fakePod("b"));
    await client?.hasPods("a", "b");
  });
});
