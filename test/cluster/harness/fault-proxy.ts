import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import { Agent, createServer, request, type Server } from "node:https";
import type { Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import * as z from "zod/mini";
import type { Cluster } from "./cluster.ts";
import { EventSieve } from "./event-sieve.ts";

const addressSchema = z.object({ port: z.number() });

/** What happens to the next requests that match, instead of or before the API server's answer. */
export interface Fault {
  /** Of method and address: `GET /api/v1/pods?watch=1…`. */
  readonly matches: RegExp;
  /** That many requests; without it all of them until the faults are cleared. */
  readonly times?: number;
  /** The answer; without it the API server's own. */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** Waits so long before the answer. */
  readonly delayMs?: number;
}

/** What the proxy does to every answer. Nothing by default. */
export interface Distortion {
  /** Added to the time of `Date`. */
  readonly dateShiftMs?: number;
  /** The beginning of an answer comes in one packet with its headers: what the API server says within this time. */
  readonly joinsMs?: number;
  /** So many events of each pod are passed on, and none after them. */
  readonly eventsMax?: number;
}

/** A request as the API server's client made it. */
export interface Asked {
  /** `GET /api/v1/pods?watch=1…`. */
  readonly what: string;
  readonly atMs: number;
  /** Undefined: not answered yet. */
  status: number | undefined;
}

/** Stands before the API server with the same certificate, passes everything on, and does harm when told to. */
export class FaultProxy {
  readonly asked: Asked[] = [];
  /** The API server's address. */
  readonly #target: string;
  /** As PEM, read while there is a cluster: a delayed request may go on when its files are gone. */
  readonly #ca: string;
  readonly #server: Server;
  readonly #agent = new Agent({ keepAlive: true });
  readonly #sockets = new Set<Socket>();
  /** What stalls each of them. */
  readonly #watches = new Map<ServerResponse, () => void>();
  #faults: { readonly fault: Fault; left: number }[] = [];
  #distortion: Distortion = {};
  #sieve = new EventSieve(Number.POSITIVE_INFINITY);
  #port = 0;

  static async before(cluster: Cluster): Promise<FaultProxy> {
    const proxy = new FaultProxy(cluster);
    await proxy.accept();
    return proxy;
  }

  private constructor(cluster: Cluster) {
    this.#target = cluster.server;
    this.#ca = cluster.readKey("ca.crt");
    const keys = { cert: cluster.readKey("server.crt"), key: cluster.readKey("server.key") };
    this.#server = createServer(keys, (asked, answer) => void this.#answer(asked, answer));
    this.#server.on("connection", (socket: Socket) => {
      this.#sockets.add(socket);
      socket.on("close", () => this.#sockets.delete(socket));
    });
  }

  get server(): string {
    return `https://127.0.0.1:${this.#port}`;
  }

  get watches(): number {
    return this.#watches.size;
  }

  /** Requests that match, since the proxy was started or since `sinceMs`. */
  count(matches: RegExp, sinceMs = 0): number {
    return this.asked.filter(({ what, atMs }) => atMs >= sinceMs && matches.test(what)).length;
  }

  fail(fault: Fault): void {
    this.#faults.push({ fault, left: fault.times ?? Number.POSITIVE_INFINITY });
  }

  clearFaults(): void {
    this.#faults = [];
  }

  /** From now on; what is still being answered goes on as before. */
  distort(distortion: Distortion): void {
    this.#distortion = distortion;
    this.#sieve = new EventSieve(distortion.eventsMax ?? Number.POSITIVE_INFINITY);
  }

  /** Ends all watches, after a last event if there is one. */
  endWatches(lastEvent?: unknown): void {
    for (const [watch, stall] of this.#watches) {
      stall();
      if (lastEvent !== undefined) watch.write(`${JSON.stringify(lastEvent)}\n`);
      watch.end();
    }
    this.#watches.clear();
  }

  /** They stay open, and nothing comes any more. */
  stallWatches(): void {
    for (const stall of this.#watches.values()) stall();
    this.#watches.clear();
  }

  /** Breaks every connection off, and takes no new one. */
  async refuse(): Promise<void> {
    const closed = new Promise((resolve) => this.#server.close(resolve));
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }

  /** On the same port as before. */
  async accept(): Promise<void> {
    if (this.#server.listening) return;
    await new Promise<void>((resolve) => this.#server.listen(this.#port, "127.0.0.1", resolve));
    this.#port = addressSchema.parse(this.#server.address()).port;
  }

  async close(): Promise<void> {
    if (this.#server.listening) await this.refuse();
    this.#agent.destroy();
  }

  async #answer(asked: IncomingMessage, answer: ServerResponse): Promise<void> {
    const what = `${asked.method} ${asked.url}`;
    const noted: Asked = { what, atMs: Date.now(), status: undefined };
    this.asked.push(noted);
    const fault = this.#faultFor(what);
    if (fault?.delayMs !== undefined) await pause(fault.delayMs);
    // Who asked has gone, or the proxy was closed meanwhile.
    if (answer.destroyed) return;
    if (fault?.status === undefined) {
      this.#passOn(asked, answer, noted);
      return;
    }
    noted.status = fault.status;
    asked.resume();
    answer.writeHead(fault.status, { "content-type": "application/json", ...fault.headers });
    answer.end(JSON.stringify(fault.body ?? statusObject(fault.status)));
  }

  #faultFor(what: string): Fault | undefined {
    const found = this.#faults.find(({ fault, left }) => left > 0 && fault.matches.test(what));
    if (found !== undefined) found.left -= 1;
    return found?.fault;
  }

  #passOn(asked: IncomingMessage, answer: ServerResponse, noted: Asked): void {
    const { method, url = "" } = asked;
    const isSifted = this.#distortion.eventsMax !== undefined && /\/events(?:\?|$)/.test(url);
    // What is read here may not be packed.
    const headers = isSifted ? { ...asked.headers, "accept-encoding": "identity" } : asked.headers;
    const passed = request(
      `${this.#target}${url}`,
      { method, headers, ca: this.#ca, agent: this.#agent },
      (response) => {
        noted.status = response.statusCode;
        answer.writeHead(response.statusCode ?? 502, this.#shifted(response.headers, isSifted));
        const body = isSifted ? response.pipe(this.#sieve.stream(isWatch(url))) : response;
        this.#begin(answer);
        body.pipe(answer);
        response.on("error", () => answer.destroy());
        if (isWatch(url)) this.#watches.set(answer, () => body.unpipe(answer));
      },
    );
    passed.on("error", () => answer.destroy());
    answer.on("close", () => {
      this.#watches.delete(answer);
      passed.destroy();
    });
    asked.pipe(passed);
  }

  #shifted({ date, "content-length": length, ...headers }: IncomingHttpHeaders, isSifted: boolean) {
    const dateMs = Date.parse(date ?? "") + (this.#distortion.dateShiftMs ?? 0);
    return {
      ...headers,
      ...(!Number.isNaN(dateMs) && { date: new Date(dateMs).toUTCString() }),
      ...(length !== undefined && !isSifted && { "content-length": length }),
    };
  }

  /** At once, or together with what comes soon. */
  #begin(answer: ServerResponse): void {
    const { joinsMs } = this.#distortion;
    const { socket } = answer;
    if (joinsMs === undefined || socket === null) {
      answer.flushHeaders();
      return;
    }
    socket.cork();
    answer.flushHeaders();
    setTimeout(() => socket.uncork(), joinsMs);
  }
}

/** As the API server says it. */
export function statusObject(code: number, reason = reasons[code] ?? "Unknown", message = `injected ${code}`): unknown {
  return { kind: "Status", apiVersion: "v1", metadata: {}, status: "Failure", reason, message, code };
}

const reasons: Readonly<Record<number, string>> = {
  401: "Unauthorized",
  410: "Expired",
  429: "TooManyRequests",
  500: "InternalError",
  503: "ServiceUnavailable",
};

function isWatch(url: string): boolean {
  return /[?&]watch=(1|true)/.test(url);
}
