import http from "node:http";
import https from "node:https";
import type { Entrance } from "../access/access.ts";
import { keepAliveMs } from "../access/agent.ts";
import type { Answer, Failure } from "./answer.ts";
import { readRetryAfter, readStatus } from "./answer.ts";
import type { ApiRequest } from "./api.ts";
import { receiveStart } from "./receive.ts";

/** Sends one request and gives the answer, of which the body is still to come. Of a refusal the beginning is read. */
export async function sendRequest(
  entrance: Entrance,
  request: ApiRequest,
  limitMs: number,
): Promise<Answer<http.IncomingMessage>> {
  const answer = await exchange(entrance, request, limitMs);
  if ("failure" in answer) return answer;
  const { statusCode = 0, headers } = answer.value;
  if (statusCode >= 200 && statusCode < 300) return answer;
  const limits = { idleMs: limitMs, totalMs: limitMs, signal: request.signal };
  const told = readStatus(parsed(await receiveStart(answer.value, limits, refusalMax)));
  const retryAfterMs = readRetryAfter(headers["retry-after"], Date.now()) ?? told.retryAfterMs;
  return { failure: { is: "refused", status: statusCode, reason: told.reason, retryAfterMs } };
}

const refusalMax = 65_536;

function exchange(entrance: Entrance, request: ApiRequest, limitMs: number): Promise<Answer<http.IncomingMessage>> {
  const { address, line, credentials } = entrance;
  const { signal, body } = request;
  const text = body === undefined ? undefined : JSON.stringify(body);
  const options: https.RequestOptions = {
    ...line.tls,
    agent: line.agent,
    method: text === undefined ? "GET" : "POST",
    headers: {
      accept: request.accept ?? "application/json",
      "accept-encoding": "gzip",
      "user-agent": "pod-cadence",
      ...(text !== undefined && { "content-type": "application/json", "content-length": Buffer.byteLength(text) }),
      ...credentials.headers,
    },
  };
  return new Promise((settle) => {
    let isSettled = false;
    const end = (answer: Answer<http.IncomingMessage> | Promise<Answer<http.IncomingMessage>>): void => {
      isSettled = true;
      clearTimeout(timer);
      signal?.removeEventListener("abort", abort);
      settle(answer);
    };
    const stop = (failure: Failure): void => {
      end({ failure });
      sent?.destroy();
    };
    const timer = setTimeout(() => stop({ is: "slow", limitMs }), limitMs);
    // Node's own `signal` destroys the connection with an error, which nobody listens to when it has just gone back to its agent (Node 20).
    const abort = (): void => stop({ is: "ended" });
    signal?.addEventListener("abort", abort, { once: true });
    let sent: http.ClientRequest | undefined;
    try {
      sent = (address.protocol === "http:" ? http : https).request(urlOf(address, request), options);
    } catch (error) {
      end({ failure: unreachable(error, line.proxy) });
      return;
    }
    // The listener stays: a connection may break after the answer has begun, too.
    sent.on("error", (error) => {
      if (isSettled) return;
      const failure = unreachable(error, line.proxy);
      // The server closed it while it was idle, at the moment when we took it again.
      const isStale = sent?.reusedSocket === true && isReset(failure);
      end(isStale ? exchange(entrance, request, limitMs) : { failure });
    });
    sent.on("response", (response) => end({ value: response }));
    sent.setSocketKeepAlive(true, keepAliveMs);
    sent.end(text);
  });
}

function isReset(failure: Failure): boolean {
  return failure.is === "unreachable" && (failure.code === "ECONNRESET" || failure.code === "EPIPE");
}

/** A server's address may have a path of its own, which comes first. */
function urlOf(address: URL, { path, query }: ApiRequest): URL {
  const url = new URL(address);
  url.pathname = `${address.pathname.replace(/\/$/, "")}${path}`;
  for (const [name, value] of Object.entries(query ?? {}))
    if (value !== undefined) url.searchParams.set(name, String(value));
  return url;
}

function unreachable(error: unknown, proxy: string | undefined): Failure {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return { is: "unreachable", code, message: error instanceof Error ? error.message : String(error), proxy };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
