import {
  type Limits,
  type ReceivedLine,
  receive,
  receiveLines,
  receiveStart,
  receiveText,
  textMax,
} from "../../../../http/receive.ts";
import { readRetryAfter } from "../../../../http/retry-after.ts";
import { type Answered, sendRequest } from "../../../../http/send.ts";
import type { SeenDate } from "../../../../http/server-clock.ts";
import { troubleOf } from "../../../../http/unreachable.ts";
import type { Access, Entrance } from "../access/access.ts";
import { expiredText } from "../access/expiry.ts";
import { boundedMs } from "../core/timing.ts";
import { type ApiAnswer, type ApiFailure, readStatus } from "./answer.ts";
import { ListItems } from "./list-items.ts";
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
  /** One list. Its objects are given on as they come; in the value a number stands for each. */
  list(request: ApiRequest, onItems: (items: readonly unknown[]) => void): Promise<ApiAnswer<unknown>>;
  /** Text line by line, until the server ends it. `onOpen`: it has begun to answer. */
  follow(request: ApiRequest, onLine: ReceivedLine, onOpen?: (opened: Opened) => void): Promise<ApiAnswer<undefined>>;
}

/** An answer that has begun. */
interface Opened {
  readonly isZipped: boolean;
}

/** Who is told what each request shows about the API server: its clock, and that it is silent. */
interface ApiOptions {
  /** Gets the time of the API server with each answer. */
  readonly onDate?: ((seen: SeenDate) => void) | undefined;
  /** No answer has begun for so long. */
  readonly wordsMs?: number | undefined;
  readonly onSilence?: ((isSilent: boolean) => void) | undefined;
}

const defaultIdleMs = 30_000;

export function createApi(access: Access, options: ApiOptions = {}): Api {
  return {
    async read(request) {
      const sent = await send(access, request, options);
      if ("failure" in sent) return sent;
      const text = await receiveText(sent.value.response, limitsOf(request));
      if ("failure" in text) return text;
      const value = parsed(text.value);
      return value === undefined ? { failure: { is: "unreadable" } } : { value };
    },
    async list(request, onItems) {
      const sent = await send(access, request, options);
      return "failure" in sent ? sent : await receiveList(sent.value, limitsOf(request), onItems);
    },
    async follow(request, onLine, onOpen) {
      const sent = await send(access, request, options);
      if ("failure" in sent) return sent;
      onOpen?.({ isZipped: sent.value.response.headers["content-encoding"] === "gzip" });
      return receiveLines(sent.value.response, limitsOf(request), onLine);
    },
  };
}

/** As much as one object may hold, in characters: many times what the API server takes. */
const objectMax = 16_000_000;

async function receiveList(
  { response }: Answered,
  limits: Limits,
  onItems: (items: readonly unknown[]) => void,
): Promise<ApiAnswer<unknown>> {
  const list = new ListItems();
  let isBroken = false;
  let length = 0;
  const ended = await receive(response, limits, (part) => {
    const items = list.take(part).map(parsed);
    isBroken ||= items.includes(undefined);
    if (items.length > 0 && !isBroken) onItems(items);
    length += part.length;
    return length > textMax || list.keptLength > objectMax ? { is: "endless", what: "answer" } : undefined;
  });
  if ("failure" in ended) return ended;
  const value = isBroken ? undefined : parsed(list.rest);
  return value === undefined ? { failure: { is: "unreadable" } } : { value };
}

/** Something may come again and again, and never be all. */
const totalPerIdle = 10;

function limitsOf({ idleMs = defaultIdleMs, totalMs = idleMs * totalPerIdle, query, signal }: ApiRequest): Limits {
  return { idleMs, totalMs: query?.["watch"] === true ? undefined : boundedMs(totalMs), signal };
}

/** Once more with new credentials where they were refused: tokens expire. */
async function send(access: Access, request: ApiRequest, options: ApiOptions): Promise<ApiAnswer<Answered>> {
  const first = await sendOnce(access, request, options);
  const last = first.isRejected ? await sendOnce(access, request, options) : first;
  return last.isRejected && last.expired !== undefined
    ? { failure: { is: "no access", problem: last.expired } }
    : last.answer;
}

interface Sent {
  readonly answer: ApiAnswer<Answered>;
  /** Who we are was not accepted. */
  readonly isRejected: boolean;
  /** Why not: a sentence. Undefined if nobody knows. */
  readonly expired?: string | undefined;
}

async function sendOnce(access: Access, request: ApiRequest, options: ApiOptions): Promise<Sent> {
  const entrance = await access.open();
  if (request.signal?.aborted === true) return { answer: { failure: { is: "ended" } }, isRejected: false };
  if ("problem" in entrance) {
    await access.reload();
    return { answer: { failure: { is: "no access", problem: entrance.problem } }, isRejected: false };
  }
  const { credentials } = entrance.value;
  const limitMs = request.openMs ?? request.idleMs ?? defaultIdleMs;
  const answer = await watched(sendTo(entrance.value, request, limitMs), options);
  if ("value" in answer) {
    if (answer.value.date !== undefined) options.onDate?.(answer.value.date);
    return { answer, isRejected: false };
  }
  const { failure } = answer;
  const isRejected =
    (failure.is === "refused" && failure.status === 401) ||
    (failure.is === "unreachable" && troubleOf(failure) === "rejected certificate");
  const expired = isRejected ? expiredText(credentials, access.target) : undefined;
  if (isRejected) access.refuse(credentials);
  if (isRejected || failure.is === "unreachable") await access.reload();
  return { answer, isRejected, expired };
}

/** Says when nothing comes for a while, and when something has come after that. */
async function watched<Value>(answer: Promise<Value>, { wordsMs, onSilence }: ApiOptions): Promise<Value> {
  if (wordsMs === undefined || onSilence === undefined) return await answer;
  let isSilent = false;
  const timer = setTimeout(() => {
    isSilent = true;
    onSilence(true);
  }, wordsMs);
  const value = await answer;
  clearTimeout(timer);
  if (isSilent) onSilence(false);
  return value;
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
  if ((status >= 300 && status < 400) || status === 407 || status === 511) return true;
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
