import type http from "node:http";
import type { Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import type { Answer, Failure } from "./answer.ts";

export type ReceivedLine = (line: string) => void;

export interface Limits {
  /** How long nothing may come. */
  readonly idleMs: number;
  readonly signal?: AbortSignal | undefined;
}

/** The whole body. `maxLength`: of more than so many characters the rest is left out. */
export async function receiveText(
  response: http.IncomingMessage,
  limits: Limits,
  maxLength = Number.POSITIVE_INFINITY,
): Promise<Answer<string>> {
  const parts: string[] = [];
  let length = 0;
  const ended = await receive(response, limits, (part) => {
    if (length < maxLength) parts.push(part);
    length += part.length;
  });
  return "failure" in ended ? ended : { value: parts.join("") };
}

/** Each line as it comes, without the empty ones. */
export async function receiveLines(
  response: http.IncomingMessage,
  limits: Limits,
  onLine: ReceivedLine,
): Promise<Answer<undefined>> {
  let begun = "";
  const ended = await receive(response, limits, (part) => {
    const lines = `${begun}${part}`.split("\n");
    begun = lines.pop() ?? "";
    for (const line of lines) if (line !== "") onLine(line);
  });
  if (!("failure" in ended) && begun !== "") onLine(begun);
  return ended;
}

function receive(
  response: http.IncomingMessage,
  { idleMs, signal }: Limits,
  onPart: (part: string) => void,
): Promise<Answer<undefined>> {
  const isZipped = response.headers["content-encoding"] === "gzip";
  const body: Readable = isZipped ? response.pipe(createGunzip()) : response;
  return new Promise((settle) => {
    let timer: NodeJS.Timeout | undefined;
    const end = (answer: Answer<undefined>): void => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", abort);
      settle(answer);
    };
    const fail = (failure: Failure): void => {
      end({ failure });
      response.destroy();
      body.destroy();
    };
    const abort = (): void => fail({ is: "ended" });
    const wait = (): void => {
      clearTimeout(timer);
      timer = setTimeout(() => fail({ is: "slow", limitMs: idleMs }), idleMs);
    };
    if (signal?.aborted === true) return abort();
    if (response.destroyed)
      return fail({ is: "unreachable", code: "ECONNRESET", message: "the connection was closed" });
    signal?.addEventListener("abort", abort, { once: true });
    wait();
    body.setEncoding("utf8");
    body.on("data", (part: string) => {
      wait();
      onPart(part);
    });
    body.on("end", () => end({ value: undefined }));
    for (const stream of new Set([response, body])) {
      stream.on("error", (error: NodeJS.ErrnoException) =>
        fail({ is: "unreachable", code: error.code ?? "", message: error.message }),
      );
    }
    response.on("close", () => {
      if (!response.complete) fail({ is: "unreachable", code: "ECONNRESET", message: "the connection was closed" });
    });
  });
}
