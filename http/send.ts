import http from "node:http";
import https from "node:https";
import type { HttpAnswer, HttpFailure } from "./answer.ts";
import { keepAliveMs, type Line } from "./line.ts";
import { type SeenDate, seenDate } from "./server-clock.ts";

export interface HttpRequest {
  readonly url: URL;
  readonly headers: http.OutgoingHttpHeaders;
  /** With one the request is a POST. */
  readonly body?: { readonly type: string; readonly text: string } | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** An answer, of which the body is still to come. */
export interface Answered {
  readonly response: http.IncomingMessage;
  readonly status: number;
  /** The server's time; undefined: it does not say. */
  readonly date: SeenDate | undefined;
}

/** Sends one request and gives the answer, whatever its status. */
export async function sendRequest(line: Line, request: HttpRequest, limitMs: number): Promise<HttpAnswer<Answered>> {
  const sentMs = Date.now();
  const answer = await exchange(line, request, limitMs);
  if ("failure" in answer) return answer;
  const { value: response } = answer;
  const date = seenDate(response.headers.date, sentMs, Date.now());
  return { value: { response, status: response.statusCode ?? 0, date } };
}

function exchange(line: Line, request: HttpRequest, limitMs: number): Promise<HttpAnswer<http.IncomingMessage>> {
  const { url, signal, body } = request;
  const options: https.RequestOptions = {
    ...line.tls,
    agent: line.agent,
    method: body === undefined ? "GET" : "POST",
    headers: {
      accept: "application/json",
      "accept-encoding": "gzip",
      "user-agent": "pod-cadence",
      ...(body !== undefined && { "content-type": body.type, "content-length": Buffer.byteLength(body.text) }),
      ...request.headers,
    },
  };
  return new Promise((settle) => {
    let isSettled = false;
    const end = (answer: HttpAnswer<http.IncomingMessage> | Promise<HttpAnswer<http.IncomingMessage>>): void => {
      isSettled = true;
      clearTimeout(timer);
      signal?.removeEventListener("abort", abort);
      settle(answer);
    };
    const stop = (failure: HttpFailure): void => {
      end({ failure });
      sent?.destroy();
    };
    const timer = setTimeout(() => stop({ is: "slow", limitMs, proxy: line.proxy }), limitMs);
    // Node's own `signal` destroys the connection with an error, which nobody listens to when it has just gone back to its agent (Node 20).
    const abort = (): void => stop({ is: "ended" });
    signal?.addEventListener("abort", abort, { once: true });
    let sent: http.ClientRequest | undefined;
    try {
      sent = (url.protocol === "http:" ? http : https).request(url, options);
    } catch (error) {
      end({ failure: unreachable(error, line) });
      return;
    }
    // The listener stays: a connection may break after the answer has begun, too.
    sent.on("error", (error) => {
      if (isSettled) return;
      const failure = unreachable(error, line);
      // The server closed it while it was idle, at the moment when we took it again.
      const isStale = sent?.reusedSocket === true && isReset(failure);
      end(isStale ? exchange(line, request, limitMs) : { failure });
    });
    sent.on("response", (response) => end({ value: response }));
    sent.setSocketKeepAlive(true, keepAliveMs);
    sent.end(body?.text);
  });
}

function isReset(failure: HttpFailure): boolean {
  return failure.is === "unreachable" && (failure.code === "ECONNRESET" || failure.code === "EPIPE");
}

function unreachable(error: unknown, { proxy, proxyMs }: Line): HttpFailure {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  const message = error instanceof Error ? error.message : String(error);
  if (proxy === undefined) return { is: "unreachable", code, message };
  // The words of hpagent and of socks, which has a limit of its own.
  if (message === "Proxy timeout") return { is: "slow", limitMs: proxyMs, proxy };
  if (message === "Proxy connection timed out") return { is: "slow", limitMs: socksMs, proxy };
  return { is: "unreachable", code, message, proxy };
}

const socksMs = 30_000;
