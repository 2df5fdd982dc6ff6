import { once } from "node:events";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import { afterEach, expect, it } from "vitest";
import { receiveText } from "../../http/receive.ts";
import { neverMs } from "../client/cluster/source/client.ts";

let server: http.Server | undefined;

afterEach(() => server?.closeAllConnections());

it("an answer of which something comes again and again, and never all, takes too long", async () => {
  const response = await answerOf((to) => {
    const drip = setInterval(() => to.write(" "), 5);
    to.on("close", () => clearInterval(drip));
  });
  const received = await receiveText(response, { idleMs: neverMs, totalMs: 50 });
  expect(received).toEqual({ failure: { is: "slow", limitMs: 50 } });
});

it("an answer of which nothing comes is too slow", async () => {
  const response = await answerOf((to) => to.flushHeaders());
  const received = await receiveText(response, { idleMs: 50, totalMs: neverMs });
  expect(received).toEqual({ failure: { is: "slow", limitMs: 50 } });
});

it.each([
  ["cut off", (whole: Buffer) => whole.subarray(0, 30)],
  ["broken", (whole: Buffer) => Buffer.concat([whole.subarray(0, 20), Buffer.alloc(40, 255)])],
])("a compressed answer that is %s is as one whose connection was closed", async (_, harm) => {
  const response = await answerOf((to) => {
    const sent = harm(gzipSync(Array.from({ length: 99 }, (_each, n) => n * n).join()));
    to.writeHead(200, { "content-encoding": "gzip" }).end(sent);
  });
  expect(await receiveText(response, { idleMs: neverMs })).toMatchObject({
    failure: { is: "unreachable", code: "ECONNRESET" },
  });
});

async function answerOf(answer: (to: http.ServerResponse) => void): Promise<http.IncomingMessage> {
  server = http.createServer((_, to) => answer(to)).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port }: AddressInfo = addressOf(server);
  const request = http.get({ host: "127.0.0.1", port });
  const [response]: http.IncomingMessage[] = await once(request, "response");
  if (response === undefined) throw new Error("there is no answer");
  return response;
}

function addressOf(listening: http.Server): AddressInfo {
  const address = listening.address();
  if (address === null || typeof address === "string") throw new Error("the server has no port");
  return address;
}
