import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import http from "node:http";
import https from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { constants, gzipSync } from "node:zlib";
import { expect } from "vitest";

/** An object as these tests make it. */
export interface FakeObject {
  readonly metadata: { readonly uid: string; readonly name: string; readonly [field: string]: unknown };
  readonly [field: string]: unknown;
}

export interface FakeRequest {
  readonly method: string;
  readonly path: string;
  /** As it came, before anything reads it. */
  readonly line: string;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: http.IncomingHttpHeaders;
}

interface Change {
  readonly type: string;
  readonly path: string;
  readonly version: number;
  readonly object: FakeObject;
}

interface Watcher {
  readonly path: string;
  readonly response: http.ServerResponse;
}

/** Answers in place of the usual one; true: it has. */
export type Answerer = (request: FakeRequest, response: http.ServerResponse) => boolean;

/** Speaks as much of an API server as lists and watches need: pages, versions, bookmarks, a history that can be forgotten. */
export class FakeApi {
  readonly requests: FakeRequest[] = [];
  readonly folder = mkdtempSync(join(tmpdir(), "pod-cadence-source-"));
  /** Reviews of rights whose JSON this matches are denied. */
  denied = /^$/;
  pageSize = 500;
  /** What becomes of a watch that is to begin with all objects: servers before 1.27 refuse it, and before 1.37 it is not compressed. */
  streams: "refused" | "plain" | "compressed" = "refused";
  /** What such a stream says in place of all objects. */
  streamText: string | undefined;
  /** Those that asked for one. They are not among the others. */
  readonly streamRequests: FakeRequest[] = [];
  version = 100;
  readonly #collections = new Map<string, Map<string, FakeObject>>();
  readonly #documents = new Map<string, string>();
  #history: Change[] = [];
  #forgotten = 0;
  #watchers: Watcher[] = [];
  #answerers: Answerer[] = [];
  readonly #server: http.Server | https.Server;

  /** `tls`: speaks HTTPS. */
  constructor(tls?: https.ServerOptions) {
    const serve: http.RequestListener = (request, response) => this.#serve(request, response);
    this.#server = tls === undefined ? http.createServer(serve) : https.createServer(tls, serve);
  }

  async start(): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
    return this;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
    rmSync(this.folder, { recursive: true });
  }

  get address(): string {
    const address = this.#server.address();
    const scheme = this.#server instanceof https.Server ? "https" : "http";
    return typeof address === "object" && address !== null ? `${scheme}://127.0.0.1:${address.port}` : "";
  }

  /** Takes connections in another way from now on, and ends those that there are. */
  secure(tls: https.ServerOptions): void {
    if (this.#server instanceof https.Server) this.#server.setSecureContext(tls);
    this.#server.closeAllConnections();
  }

  /** Writes a kubeconfig; `user` is YAML, as are further fields of the cluster. */
  kubeconfig(user = "{token: secret-token}", name = "config", cluster = ""): string {
    const path = join(this.folder, name);
    const text = `
current-context: fake
contexts: [{name: fake, context: {cluster: fake, user: dev, namespace: web}}]
clusters: [{name: fake, cluster: {server: "${this.address}"${cluster && `, ${cluster}`}}}]
users: [{name: dev, user: ${user}}]
`;
    writeFileSync(path, text);
    return path;
  }

  set(path: string, object: FakeObject): void {
    const collection = this.#collections.get(path) ?? new Map<string, FakeObject>();
    this.#collections.set(path, collection);
    const type = collection.has(object.metadata.uid) ? "MODIFIED" : "ADDED";
    this.#tell(type, path, object, (versioned) => collection.set(object.metadata.uid, versioned));
  }

  /** What is no list: one object, or text. */
  document(path: string, content: unknown): void {
    this.#documents.set(path, typeof content === "string" ? content : JSON.stringify(content));
  }

  remove(path: string, uid: string): void {
    const object = this.#collections.get(path)?.get(uid);
    if (object !== undefined) this.#tell("DELETED", path, object, () => this.#collections.get(path)?.delete(uid));
  }

  bookmark(): void {
    this.version += 1;
    for (const { response } of this.#watchers)
      write(response, { type: "BOOKMARK", object: { metadata: { resourceVersion: `${this.version}` } } });
  }

  /** Versions up to now cannot be watched from any more. */
  forget(): void {
    this.#forgotten = this.version;
    this.#history = [];
  }

  /** The next requests are answered by this until it has done so. */
  answer(answerer: Answerer): void {
    this.#answerers.push(answerer);
  }

  /** So many requests whose path and query match are refused. */
  refuse(pattern: RegExp, status: number, times = 1, headers: http.OutgoingHttpHeaders = {}): void {
    let left = times;
    this.answer(({ path, query }, response) => {
      if (left === 0 || !pattern.test(`${path}?${new URLSearchParams(query)}`)) return false;
      left -= 1;
      response.writeHead(status, headers).end(JSON.stringify({ kind: "Status", code: status, reason: "Refused" }));
      return true;
    });
  }

  endWatches(): void {
    for (const { response } of this.#watchers.splice(0)) response.end();
  }

  get watchCount(): number {
    return this.#watchers.length;
  }

  requestsTo(pattern: RegExp): readonly FakeRequest[] {
    return this.requests.filter(({ path, query }) => pattern.test(`${path}?${new URLSearchParams(query)}`));
  }

  #tell(type: string, path: string, object: FakeObject, keep: (object: FakeObject) => void): void {
    this.version += 1;
    const metadata = { ...object.metadata, resourceVersion: `${this.version}` };
    const versioned = { ...object, metadata };
    keep(versioned);
    this.#history.push({ type, path, version: this.version, object: versioned });
    for (const watcher of this.#watchers)
      if (watcher.path === path) write(watcher.response, { type, object: versioned });
  }

  #serve(incoming: http.IncomingMessage, response: http.ServerResponse): void {
    const url = new URL(incoming.url ?? "", "http://api");
    const request: FakeRequest = {
      method: incoming.method ?? "",
      path: url.pathname,
      line: incoming.url ?? "",
      query: Object.fromEntries(url.searchParams),
      headers: incoming.headers,
    };
    if (request.query["sendInitialEvents"] === "true") {
      this.#stream(request, response);
      return;
    }
    this.requests.push(request);
    if (this.#answerers.some((answerer) => answerer(request, response))) return;
    const document = this.#documents.get(request.path);
    if (document !== undefined) response.end(document);
    else if (request.method === "POST") this.#review(incoming, response);
    else if (request.query["watch"] === "true") this.#watch(request, response);
    else this.#list(request, response);
  }

  #review(incoming: http.IncomingMessage, response: http.ServerResponse): void {
    let body = "";
    incoming.setEncoding("utf8").on("data", (part: string) => {
      body += part;
    });
    incoming.once("end", () =>
      response.writeHead(201).end(JSON.stringify({ status: { allowed: !this.denied.test(body) } })),
    );
  }

  #watch({ path, query }: FakeRequest, response: http.ServerResponse): void {
    const from = Number(query["resourceVersion"]);
    response.writeHead(200).flushHeaders();
    if (from < this.#forgotten) {
      write(response, { type: "ERROR", object: { kind: "Status", code: 410, reason: "Expired" } });
      response.end();
      return;
    }
    for (const change of this.#history)
      if (change.path === path && change.version > from) write(response, { type: change.type, object: change.object });
    const watcher = { path, response };
    this.#watchers.push(watcher);
    response.once("close", () => {
      this.#watchers = this.#watchers.filter((each) => each !== watcher);
    });
  }

  #stream(request: FakeRequest, response: http.ServerResponse): void {
    this.streamRequests.push(request);
    if (this.streams === "refused") {
      response.writeHead(422).end(JSON.stringify({ kind: "Status", code: 422, reason: "Invalid" }));
      return;
    }
    const isZipped = this.streams === "compressed";
    response.writeHead(200, isZipped ? { "content-encoding": "gzip" } : {}).flushHeaders();
    const annotations = { "k8s.io/initial-events-end": "true" };
    const end = { type: "BOOKMARK", object: { metadata: { resourceVersion: `${this.version}`, annotations } } };
    const objects = [...(this.#collections.get(request.path)?.values() ?? [])];
    const events = [...objects.map((object) => ({ type: "ADDED", object })), end];
    const text = this.streamText ?? events.map((event) => `${JSON.stringify(event)}\n`).join("");
    // The stream stays open, as that of a watch does.
    response.write(isZipped ? gzipSync(text, { finishFlush: constants.Z_SYNC_FLUSH }) : text);
  }

  #list({ path, query }: FakeRequest, response: http.ServerResponse): void {
    const collection = this.#collections.get(path);
    if (collection === undefined) {
      response.writeHead(404).end(JSON.stringify({ kind: "Status", code: 404, reason: "NotFound" }));
      return;
    }
    const all = [...collection.values()];
    const from = Number(query["continue"] ?? 0);
    const size = query["limit"] === undefined ? all.length : Math.min(Number(query["limit"]), this.pageSize);
    const next = from + size < all.length ? `${from + size}` : undefined;
    response.writeHead(200).end(
      JSON.stringify({
        metadata: { resourceVersion: `${this.version}`, continue: next },
        items: all.slice(from, from + size),
      }),
    );
  }
}

function write(response: http.ServerResponse, event: unknown): void {
  response.write(`${JSON.stringify(event)}\n`);
}

export const podsPath = "/api/v1/namespaces/web/pods";

export function fakePod(name: string, extra: Readonly<Record<string, unknown>> = {}): FakeObject {
  return {
    metadata: { uid: `uid-${name}`, name, namespace: "web" },
    spec: { containers: [{ name: "app" }] },
    ...extra,
  };
}

export { holds as eventually } from "../../../patience.ts";

export function names(objects: readonly unknown[]): readonly string[] {
  return objects.map((object) => {
    expect(object).toMatchObject({ metadata: { name: expect.any(String) } });
    return JSON.parse(JSON.stringify(object)).metadata.name;
  });
}
