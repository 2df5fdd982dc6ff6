import type http from "node:http";
import type { Access } from "../access/access.ts";
import { boundedMs } from "../timing.ts";
import type { Answer } from "./answer.ts";
import { type Limits, type ReceivedLine, receiveLines, receiveText } from "./receive.ts";
import { sendRequest } from "./send.ts";
import { type SeenDate, seenDate } from "./server-clock.ts";

export type Query = Readonly<Record<string, string | number | boolean | undefined>>;

export interface ApiRequest {
  /** `/api/v1/pods`. */
  readonly path: string;
  readonly query?: Query | undefined;
  /** Default: JSON. */
  readonly accept?: string | undefined;
  /** With one the request is a POST. */
  readonly body?: unknown;
  /** How long nothing may come. Default: 30s. */
  readonly idleMs?: number | undefined;
  /** How long the whole answer may take. Default: ten times `idleMs`; of a watch: forever. */
  readonly totalMs?: number | undefined;
  /** How long it may take until the answer begins. Default: `idleMs`. */
  readonly openMs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** The API of one cluster. Nothing of it throws or rejects. */
export interface Api {
  /** One JSON document. */
  read(request: ApiRequest): Promise<Answer<unknown>>;
  /** Text line by line, until the server ends it. `onOpen`: it has begun to answer. */
  follow(request: ApiRequest, onLine: ReceivedLine, onOpen?: () => void): Promise<Answer<undefined>>;
}

/** Gets the time of the API server with each answer. */
type OnDate = (seen: SeenDate) => void;

const defaultIdleMs = 30_000;

export function createApi(access: Access, onDate: OnDate = () => undefined): Api {
  return {
    async read(request) {
      const sent = await send(access, request, onDate);
      if ("failure" in sent) return sent;
      const text = await receiveText(sent.value, limitsOf(request));
      if ("failure" in text) return text;
      try {
        const value: unknown = JSON.parse(text.value);
        return { value };
      } catch {
        return { failure: { is: "unreadable" } };
      }
    },
    async follow(request, onLine, onOpen) {
      const sent = await send(access, request, onDate);
      if ("failure" in sent) return sent;
      onOpen?.();
      return receiveLines(sent.value, limitsOf(request), onLine);
    },
  };
}

/** Something may come again and again, and never be all. */
const totalPerIdle = 10;

function limitsOf({ idleMs = defaultIdleMs, totalMs = idleMs * totalPerIdle, query, signal }: ApiRequest): Limits {
  return { idleMs, totalMs: query?.["watch"] === true ? undefined : boundedMs(totalMs), signal };
}

/** Once more with new credentials where they were refused: tokens expire. */
async function send(access: Access, request: ApiRequest, onDate: OnDate): Promise<Answer<http.IncomingMessage>> {
  const first = await sendOnce(access, request, onDate);
  const isStale = "failure" in first && first.failure.is === "refused" && first.failure.status === 401;
  return isStale ? sendOnce(access, request, onDate) : first;
}

async function sendOnce(access: Access, request: ApiRequest, onDate: OnDate): Promise<Answer<http.IncomingMessage>> {
  const entrance = await access.open();
  if (request.signal?.aborted === true) return { failure: { is: "ended" } };
  if ("problem" in entrance) {
    await access.reload();
    return { failure: { is: "no access", problem: entrance.problem } };
  }
  const sentMs = Date.now();
  const sent = await sendRequest(entrance.value, request, request.openMs ?? request.idleMs ?? defaultIdleMs);
  if ("failure" in sent) {
    const { failure } = sent;
    if (failure.is === "refused" && failure.status === 401) {
      access.refuse(entrance.value.credentials);
      await access.reload();
    } else if (failure.is === "unreachable") await access.reload();
  } else {
    const seen = seenDate(sent.value.headers.date, sentMs, Date.now());
    if (seen !== undefined) onDate(seen);
  }
  return sent;
}
