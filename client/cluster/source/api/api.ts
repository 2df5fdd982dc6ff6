import { type Limits, type ReceivedLine, receiveLines, receiveStart, receiveText } from "../../../../http/receive.ts";
import { readRetryAfter } from "../../../../http/retry-after.ts";
import { type Answered, sendRequest } from "../../../../http/send.ts";
import type { SeenDate } from "../../../../http/server-clock.ts";
import type { Access, Entrance } from "../access/access.ts";
import { boundedMs } from "../core/timing.ts";
import { type ApiAnswer, type ApiFailure, readStatus } from "./answer.ts";
import { type ApiPath, writtenPath } from "./path.ts";

export type Query = Readonly<Record<string, string | number | boolean | undefined>>;

interface ApiRequest {
  readonly path: ApiPath;
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
  read(request: ApiRequest): Promise<ApiAnswer<unknown>>;
  /** Text line by line, until the server ends it. `onOpen`: it has begun to answer. */
  follow(request: ApiRequest, onLine: ReceivedLine, onOpen?: () => void): Promise<ApiAnswer<undefined>>;
}

/** Gets the time of the API server with each answer. */
type OnDate = (seen: SeenDate) => void;

const defaultIdleMs = 30_000;

export function createApi(access: Access, onDate: OnDate = () => undefined): Api {
  return {
    async read(request) {
      const sent = await send(access, request, onDate);
      if ("failure" in sent) return sent;
      const text = await receiveText(sent.value.response, limitsOf(request));
      if ("failure" in text) return text;
      const value = parsed(text.value);
      return value === undefined ? { failure: { is: "unreadable" } } : { value };
    },
    async follow(request, onLine, onOpen) {
      const sent = await send(access, request, onDate);
      if ("failure" in sent) return sent;
      onOpen?.();
      return receiveLines(sent.value.response, limitsOf(request), onLine);
    },
  };
}

/** Something may come again and again, and never be all. */
const totalPerIdle = 10;

function limitsOf({ idleMs = defaultIdleMs, totalMs = idleMs * totalPerIdle, query, signal }: ApiRequest): Limits {
  return { idleMs, totalMs: query?.["watch"] === true ? undefined : boundedMs(totalMs), signal };
}

/** Once more with new credentials where they were refused: tokens expire. */
async function send(access: Access, request: ApiRequest, onDate: OnDate): Promise<ApiAnswer<Answered>> {
  const first = await sendOnce(access, request, onDate);
  const isStale = "failure" in first && first.failure.is === "refused" && first.failure.status === 401;
  return isStale ? sendOnce(access, request, onDate) : first;
}

async function sendOnce(access: Access, request: ApiRequest, onDate: OnDate): Promise<ApiAnswer<Answered>> {
  const entrance = await access.open();
  if (request.signal?.aborted === true) return { failure: { is: "ended" } };
  if ("problem" in entrance) {
    await access.reload();
    return { failure: { is: "no access", problem: entrance.problem } };
  }
  const limitMs = request.openMs ?? request.idleMs ?? defaultIdleMs;
  const sent = await sendTo(entrance.value, request, limitMs);
  if ("failure" in sent) {
    const { failure } = sent;
    if (failure.is === "refused" && failure.status === 401) {
      access.refuse(entrance.value.credentials);
      await access.reload();
    } else if (failure.is === "unreachable") await access.reload();
  } else if (sent.value.date !== undefined) onDate(sent.value.date);
  return sent;
}

/** Of a refusal the beginning is read. */
async function sendTo(entrance: Entrance, request: ApiRequest, limitMs: number): Promise<ApiAnswer<Answered>> {
  const { address, line, credentials } = entrance;
  const url = urlOf(address, request);
  if (url === undefined) return { failure: noSuchObject };
  const { accept, body, signal } = request;
  const answer = await sendRequest(
    line,
    {
      url,
      headers: { ...(accept !== undefined && { accept }), ...credentials.headers },
      body: body === undefined ? undefined : { type: "application/json", text: JSON.stringify(body) },
      signal,
    },
    limitMs,
  );
  if ("failure" in answer) return answer;
  const { response, status } = answer.value;
  if (status >= 200 && status < 300) return answer;
  const beginning = await receiveStart(response, { idleMs: limitMs, totalMs: limitMs, signal }, refusalMax);
  if (isOfOthers(status, beginning)) return { failure: { is: "page", status } };
  const told = readStatus(parsed(beginning));
  const retryAfterMs = readRetryAfter(response.headers["retry-after"], Date.now()) ?? told.retryAfterMs;
  return { failure: { is: "refused", status, reason: told.reason, retryAfterMs } };
}

/**
 * An API server refuses in JSON and redirects nobody: firewalls, proxies and login pages do. A page of 401 is of a proxy that wants
 * other credentials, and new ones are tried all the same.
 */
function isOfOthers(status: number, beginning: string): boolean {
  if (status >= 300 && status < 400) return true;
  return status !== 401 && beginning.trimStart().startsWith("<");
}

/** The most characters of a refusal that are read. */
const refusalMax = 65_536;

/** Nothing has such a name, so nothing is asked. */
const noSuchObject: ApiFailure = { is: "refused", status: 404, reason: "NotFound", retryAfterMs: undefined };

/** A server's address may have a path of its own, which comes first. Undefined if the path is none. */
function urlOf(address: URL, { path, query }: ApiRequest): URL | undefined {
  const written = writtenPath(path);
  if (written === undefined) return undefined;
  const url = new URL(address);
  url.pathname = `${address.pathname.replace(/\/$/, "")}${written}`;
  for (const [name, value] of Object.entries(query ?? {}))
    if (value !== undefined) url.searchParams.set(name, String(value));
  return url;
}

/** Undefined if it is not JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
