import type http from "node:http";
import type { Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import type { HttpAnswer, HttpFailure } from "./answer.ts";

/** What comes next waits for its promise. */
export type ReceivedLine = (line: string) => void | Promise<void>;

export interface Limits {
  /** How long nothing may come. */
  readonly idleMs: number;
  /** How long all of it may take. Default: as long as something comes. */
  readonly totalMs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** As much as one answer may hold, in characters: more than a page of the largest objects that the API server takes. */
export const textMax = 256_000_000;
/** As much as one line may hold, in characters: many times what the API server takes as one object. */
const lineMax = 16_000_000;

/** The whole body, which may have so many characters. */
export async function receiveText(
  response: http.IncomingMessage,
  limits: Limits,
  lengthMax = textMax,
): Promise<HttpAnswer<string>> {
  const parts: string[] = [];
  let length = 0;
  const ended = await receive(response, limits, (part) => {
    parts.push(part);
    length += part.length;
    return length > lengthMax ? { is: "endless", what: "answer" } : undefined;
  });
  return "failure" in ended ? ended : { value: parts.join("") };
}

/** The first characters of the body, and not much more than so many; nobody waits for the rest. */
export async function receiveStart(response: http.IncomingMessage, limits: Limits, lengthMin: number): Promise<string> {
  const parts: string[] = [];
  let length = 0;
  await receive(response, limits, (part) => {
    parts.push(part);
    length += part.length;
    return length > lengthMin ? { is: "ended" } : undefined;
  });
  return parts.join("");
}

/** Each line as it comes, without the empty ones. */
export async function receiveLines(
  response: http.IncomingMessage,
  limits: Limits,
  onLine: ReceivedLine,
): Promise<HttpAnswer<undefined>> {
  let begun: string[] = [];
  let length = 0;
  // Proxies send empty lines, with or without a carriage return, to keep a connection.
  const tell = (parts: readonly string[]): Promise<void> | undefined => {
    const line = parts.join("");
    const taken = line.trim() === "" ? undefined : onLine(line);
    return taken instanceof Promise ? taken : undefined;
  };
  const ended = await receive(response, limits, (part) => {
    const [first = "", ...others] = part.split("\n");
    begun.push(first);
    length += first.length;
    let taken: Promise<void> | undefined;
    for (const next of others) {
      if (length > 0) taken = tell(begun) ?? taken;
      begun = [next];
      length = next.length;
    }
    return length > lineMax ? { is: "endless", what: "line" } : taken;
  });
  if (!("failure" in ended) && length > 0) await tell(begun);
  return ended;
}

/** Part by part, as they come. */
export function receive(
  response: http.IncomingMessage,
  { idleMs, totalMs, signal }: Limits,
  /** A failure ends it; the next part waits for a promise. */
  onPart: (part: string) => HttpFailure | void | Promise<void>,
): Promise<HttpAnswer<undefined>> {
  const isZipped = response.headers["content-encoding"] === "gzip";
  const body: Readable = isZipped ? response.pipe(createGunzip()) : response;
  return new Promise((settle) => {
    let timer: NodeJS.Timeout | undefined;
    let totalTimer: NodeJS.Timeout | undefined;
    let isEnded = false;
    const end = (answer: HttpAnswer<undefined>): void => {
      isEnded = true;
      clearTimeout(timer);
      clearTimeout(totalTimer);
      signal?.removeEventListener("abort", abort);
      settle(answer);
    };
    const fail = (failure: HttpFailure): void => {
      end({ failure });
      response.destroy();
      body.destroy();
    };
    const abort = (): void => fail({ is: "ended" });
    const wait = (): void => {
      clearTimeout(timer);
      timer = setTimeout(() => fail({ is: "slow", limitMs: idleMs }), idleMs);
    };
    const pause = (taken: Promise<void>): void => {
      body.pause();
      clearTimeout(timer);
      void taken.then(() => {
        if (isEnded) return;
        wait();
        body.resume();
      });
    };
    if (signal?.aborted === true) return abort();
    if (response.destroyed)
      return fail({ is: "unreachable", code: "ECONNRESET", message: "the connection was closed" });
    signal?.addEventListener("abort", abort, { once: true });
    wait();
    if (totalMs !== undefined) totalTimer = setTimeout(() => fail({ is: "slow", limitMs: totalMs }), totalMs);
    body.setEncoding("utf8");
    body.on("data", (part: string) => {
      wait();
      const taken = onPart(part);
      if (taken instanceof Promise) pause(taken);
      else if (taken !== undefined) fail(taken);
    });
    body.on("end", () => end({ value: undefined }));
    for (const stream of new Set([response, body])) {
      stream.on("error", ({ code = "", message }: NodeJS.ErrnoException) =>
        // What is compressed and breaks off, or is broken, has met the same as what is cut off.
        fail({ is: "unreachable", code: code.startsWith("Z_") ? "ECONNRESET" : code, message }),
      );
    }
    response.on("close", () => {
      if (!response.complete) fail({ is: "unreachable", code: "ECONNRESET", message: "the connection was closed" });
    });
  });
}
