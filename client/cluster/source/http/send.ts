import http from "node:http";
import https from "node:https";
import type { Entrance } from "../access/access.ts";
import { keepAliveMs } from "../access/agent.ts";
import type { Answer, Failure } from "./answer.ts";
import { readRetryAfter, readStatus } from "./answer.ts";
import type { ApiRequest } from "./api.ts";
import { receiveText } from "./receive.ts";

/** Sends one request and gives the answer, of which the body is still to come. A refusal is read whole. */
export async function sendRequest(
  entrance: Entrance,
  request: ApiRequest,
  limitMs: number,
): Promise<Answer<http.IncomingMessage>> {
  const answer = await exchange(entrance, request, limitMs);
  if ("failure" in answer) return answer;
  const { statusCode = 0, headers } = answer.value;
  if (statusCode >= 200 && statusCode < 300) return answer;
  const body = await receiveText(answer.value, limitMs, refusalMax);
  const told = "value" in body ? readStatus(parsed(body.value)) : undefined;
  const retryAfterMs = readRetryAfter(headers["retry-after"], Date.now()) ?? told?.retryAfterMs;
  return { failure: { is: "refused", status: statusCode, reason: told?.reason, retryAfterMs } };
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
    ...(signal !== undefined && { signal }),
  };
  return new Promise((settle) => {
    let isSettled = false;
    const fail = (failure: Failure): void => {
      isSettled = true;
      clearTimeout(timer);
      settle({ failure });
    };
    const timer = setTimeout(() => {
      fail({ is: "slow", limitMs });
      sent?.destroy();
    }, limitMs);
    let sent: http.ClientRequest | undefined;
    try {
      sent = (address.protocol === "http:" ? http : https).request(urlOf(address, request), options);
    } catch (error) {
      fail(unreachable(error, line.proxy));
      return;
    }
    // The listener stays: a connection may break after the answer has begun, too.
    sent.on("error", (error) => {
      const failure = unreachable(error, line.proxy);
      // The server closed it while it was idle, at the moment when we took it again.
      if (sent?.reusedSocket === true && !isSettled && signal?.aborted !== true && isReset(failure)) {
        clearTimeout(timer);
        settle(exchange(entrance, request, limitMs));
      } else fail(signal?.aborted === true ? { is: "ended" } : failure);
    });
    sent.on("response", (response) => {
      isSettled = true;
      clearTimeout(timer);
      settle({ value: response });
    });
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
