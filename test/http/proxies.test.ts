import { once } from "node:events";
import { readFileSync } from "node:fs";
import http from "node:http";
import https from "node:https";
import net, { type AddressInfo } from "node:net";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { openLine, proxyAddress } from "../../http/line.ts";
import { receiveText } from "../../http/receive.ts";
import { sendRequest } from "../../http/send.ts";
import { troubleOf } from "../../http/unreachable.ts";
import { neverMs } from "../client/cluster/source/client.ts";

const tls = join(import.meta.dirname, "../fixtures/tls");
const pem = {
  cert: readFileSync(join(tls, "certificate.pem"), "utf8"),
  key: readFileSync(join(tls, "key.pem"), "utf8"),
};

const opened: net.Server[] = [];
const sockets = new Set<net.Socket>();
afterEach(() => {
  for (const socket of sockets) socket.destroy();
  sockets.clear();
  for (const server of opened.splice(0)) server.close();
});

describe.each(["http", "https"] as const)("a server of %s", (scheme) => {
  it.each(["http", "socks5"] as const)(
    "is reached through a proxy of %s, which carries several requests",
    async (kind) => {
      const asked: string[] = [];
      const server = scheme === "http" ? http.createServer(answer) : https.createServer(pem, answer);
      const address = new URL(`${scheme}://127.0.0.1:${await listen(server)}/`);
      const proxy = kind === "http" ? tunnels(asked) : socks(asked);
      const line = await openLine(
        address,
        { ca: pem.cert },
        proxyAddress(`${kind}://127.0.0.1:${await listen(proxy)}`),
      );
      for (const path of ["/first", "/second"]) {
        const sent = await sendRequest(line, { url: new URL(path, address), headers: {} }, neverMs);
        if ("failure" in sent) throw new Error(JSON.stringify(sent.failure));
        expect(await receiveText(sent.value.response, { idleMs: neverMs })).toEqual({ value: `GET ${path}` });
      }
      expect(asked).toEqual([address.host]);
      line.agent.destroy();
    },
  );

  it.each(["socks5", "socks5h", "socks"])("has its name looked up by a proxy of %s", async (kind) => {
    const asked: string[] = [];
    const proxy = net.createServer((from) => {
      from.once("data", () => {
        from.write(Uint8Array.of(5, 0));
        from.once("data", (request: Buffer) => {
          // 3: a name, after its length.
          asked.push(request[3] === 3 ? request.subarray(5, 5 + (request[4] ?? 0)).toString() : "an address");
          from.destroy();
        });
      });
    });
    const address = new URL(`${scheme}://api.private.test:6443/`);
    const line = await openLine(address, {}, proxyAddress(`${kind}://127.0.0.1:${await listen(proxy)}`));
    await sendRequest(line, { url: address, headers: {} }, neverMs);
    expect(asked).toEqual(["api.private.test"]);
  });

  it("is not reached where the proxy refuses", async () => {
    const proxy = http.createServer();
    proxy.on("connect", (_, socket) => socket.end("HTTP/1.1 407 Proxy Authentication Required\r\n\r\n"));
    const host = `127.0.0.1:${await listen(proxy)}`;
    const address = new URL(`${scheme}://127.0.0.1:9/`);
    const line = await openLine(address, {}, proxyAddress(`http://${host}`));
    const sent = await sendRequest(line, { url: address, headers: {} }, neverMs);
    expect(sent).toEqual({ failure: { is: "unreachable", code: "", message: "Bad response: 407", proxy: host } });
    expect("failure" in sent && sent.failure.is === "unreachable" && troubleOf(sent.failure)).toBe("proxy login");
  });

  it("is not reached where the proxy takes the connection and says nothing", async () => {
    const host = `127.0.0.1:${await listen(net.createServer())}`;
    const address = new URL(`${scheme}://127.0.0.1:9/`);
    const line = await openLine(address, {}, proxyAddress(`http://${host}`), 50);
    const sent = await sendRequest(line, { url: address, headers: {} }, neverMs);
    expect(sent).toEqual({ failure: { is: "slow", limitMs: 50, proxy: host } });
  });

  it.each(["http", "socks5"])("is not reached where a tunnel of %s leads to nobody who answers", async (kind) => {
    const address = new URL(`${scheme}://127.0.0.1:${await listen(net.createServer())}/`);
    const asked: string[] = [];
    const host = `127.0.0.1:${await listen(kind === "http" ? tunnels(asked) : socks(asked))}`;
    const line = await openLine(address, {}, proxyAddress(`${kind}://${host}`), neverMs);
    const sent = await sendRequest(line, { url: address, headers: {} }, 300);
    expect(sent).toEqual({ failure: { is: "slow", limitMs: 300, proxy: host } });
  });
});

it.each([
  ["http://proxy:3128", true],
  ["https://proxy:3128", true],
  ["socks5://proxy:1080", true],
  ["socks5h://proxy:1080", true],
  ["proxy:3128", false],
  ["ftp://proxy", false],
  ["nowhere", false],
])("%s is an address of a proxy: %s", (text, isOne) => {
  expect(proxyAddress(text) !== undefined).toBe(isOne);
});

function answer({ method, url }: http.IncomingMessage, response: http.ServerResponse): void {
  response.end(`${method} ${url}`);
}

/** A proxy that opens tunnels; notes where to. */
function tunnels(asked: string[]): http.Server {
  return http.createServer().on("connect", ({ url = "" }, from) => {
    asked.push(url);
    const [host, port] = url.split(":");
    const to = net.connect(Number(port), host, () => {
      from.write("HTTP/1.1 200 OK\r\n\r\n");
      to.pipe(from).pipe(to);
    });
    sockets.add(to);
  });
}

/** A proxy of SOCKS 5 without a login, for addresses of IPv4. */
function socks(asked: string[]): net.Server {
  return net.createServer((from) => {
    from.once("data", () => {
      from.write(Uint8Array.of(5, 0));
      from.once("data", (request: Buffer) => {
        const host = [...request.subarray(4, 8)].join(".");
        const port = request.readUInt16BE(8);
        asked.push(`${host}:${port}`);
        const to = net.connect(port, host, () => {
          from.write(Uint8Array.of(5, 0, 0, 1, 0, 0, 0, 0, 0, 0));
          to.pipe(from).pipe(to);
        });
        sockets.add(to);
      });
    });
  });
}

async function listen(server: net.Server): Promise<number> {
  opened.push(server);
  server.on("connection", (socket) => sockets.add(socket)).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address: AddressInfo | string | null = server.address();
  if (address === null || typeof address === "string") throw new Error("the server has no port");
  return address.port;
}
