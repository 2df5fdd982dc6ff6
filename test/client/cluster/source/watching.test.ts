import type { ServerResponse } from "node:http";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { ConnectionState } from "../../../../client/cluster/source/main.ts";
import { Client, neverMs } from "./client.ts";
import { eventually, FakeApi, fakePod, names, podsPath } from "./fake-api.ts";

let api: FakeApi;
let client: Client | undefined;
beforeEach(async () => {
  api = await new FakeApi().start();
  for (const name of ["a", "b", "c"]) api.set(podsPath, fakePod(name));
});
afterEach(async () => {
  vi.useRealTimers();
  await client?.connection.close();
  await api.stop();
});

const watchesPods = /\/pods\?.*watch=true/;
const listsPods = /\/pods\?(?!.*watch=true)/;

describe("pods", () => {
  it("are listed in pages, then watched from the version of the list", async () => {
    api.pageSize = 2;
    client = new Client(api);
    await client.hasPods("a", "b", "c");
    await client.reaches("live");
    expect(client.changes[0]).toMatchObject({ context: "fake", defaultNamespace: "web", isFirst: true });
    expect(client.changes.slice(1).every(({ isFirst }) => !isFirst)).toBe(true);
    await eventually(() => expect(api.watchCount).toBe(1));
    expect(api.requestsTo(listsPods).map(({ query }) => query)).toEqual([
      { limit: "200" },
      { limit: "200", continue: "2" },
    ]);
    expect(api.requestsTo(watchesPods)[0]?.query).toEqual({
      watch: "true",
      resourceVersion: "103",
      allowWatchBookmarks: "true",
      timeoutSeconds: "450",
    });
    expect(client.states).toEqual([{ is: "connecting" }, { is: "live", podCount: 3, missing: [] }]);
  });

  it("are told as they come, change and go", async () => {
    client = new Client(api);
    await client.hasPods("a", "b", "c");
    api.set(podsPath, fakePod("d"));
    api.remove(podsPath, "uid-a");
    await client.hasPods("b", "c", "d");
    api.set(podsPath, fakePod("b", { status: { phase: "Running" } }));
    // A change of something else may follow, without pods.
    const toldLast = () => client?.changes.flatMap(({ pods }) => pods).at(-1);
    await eventually(() => expect(toldLast()).toMatchObject({ status: { phase: "Running" } }));
    await eventually(() => expect(client?.states.at(-1)).toMatchObject({ podCount: 3 }));
  });

  it("are told by namespace, and by what selects them", async () => {
    api.set("/api/v1/namespaces/shop/pods", fakePod("z"));
    client = new Client(api, { namespaces: ["web", "shop"], labelSelector: "app=x", podName: "n" });
    await client.hasPods("a", "b", "c", "z");
    expect(api.requestsTo(listsPods)[0]?.query).toMatchObject({
      labelSelector: "app=x",
      fieldSelector: "metadata.name=n",
    });
  });

  it("of all namespaces are one list", async () => {
    api.set("/api/v1/pods", fakePod("y"));
    client = new Client(api, { namespaces: [] });
    await client.hasPods("y");
  });
});

describe("a watch", () => {
  it("that ends goes on from the last bookmark, and nothing is listed again", async () => {
    client = new Client(api);
    await client.reaches("live");
    await eventually(() => expect(api.watchCount).toBe(1));
    api.set("/elsewhere", fakePod("other"));
    api.bookmark();
    api.endWatches();
    await eventually(() => expect(api.watchCount).toBe(1));
    api.set(podsPath, fakePod("e"));
    await client.hasPods("a", "b", "c", "e");
    expect(api.requestsTo(watchesPods).map(({ query }) => query["resourceVersion"])).toEqual(["103", "105"]);
    expect(api.requestsTo(listsPods)).toHaveLength(1);
    expect(client.states.map(({ is }) => is)).not.toContain("stale");
  });

  it("over a connection that was closed while it was idle is opened over another one, and nobody notices", async () => {
    client = new Client(api);
    await client.reaches("live");
    await client.connection.settled();
    await eventually(() => expect(api.watchCount).toBe(1));
    api.bookmark();
    let isFirst = true;
    api.answer(({ query }, response) => {
      if (!isFirst || query["watch"] !== "true") return false;
      isFirst = false;
      response.socket?.destroy();
      return true;
    });
    api.endWatches();
    await eventually(() => expect(api.watchCount).toBe(1));
    expect(api.requestsTo(watchesPods)).toHaveLength(3);
    api.set(podsPath, fakePod("d"));
    await client.hasPods("a", "b", "c", "d");
    expect(client.sentences).toEqual([]);
    expect(new Set(client.states.map(({ is }) => is))).toEqual(new Set(["connecting", "live"]));
  });

  it("whose version is forgotten (410) is followed by a list, which tells only what is new and what is gone", async () => {
    client = new Client(api);
    await client.hasPods("a", "b", "c");
    await eventually(() => expect(api.watchCount).toBe(1));
    const before = client.changes.length;
    api.refuse(watchesPods, 500, 2);
    api.endWatches();
    await eventually(() => expect(api.requestsTo(watchesPods).length).toBeGreaterThan(1));
    api.remove(podsPath, "uid-b");
    api.set(podsPath, fakePod("d"));
    api.forget();
    await client.hasPods("a", "c", "d");
    await client.reaches("live");
    const since = client.changes.slice(before);
    expect(since.flatMap(({ pods }) => pods)).toMatchObject([{ metadata: { name: "d" } }]);
    expect(since.flatMap(({ gone }) => gone)).toEqual(["uid-b"]);
  });

  it.each([
    ["and the connection stays", ["content-length: LENGTH"], (text: string) => text],
    ["and the connection ends", ["connection: close"], (text: string) => text],
    ["in a chunk that is not the last", ["transfer-encoding: chunked"], (text: string) => chunk(text)],
    ["in a whole answer of chunks", ["transfer-encoding: chunked"], (text: string) => `${chunk(text)}0\r\n\r\n`],
  ])(
    "whose version is forgotten is followed by a list where all words come in one packet, %s",
    async (_, headers, body) => {
      const words = `${JSON.stringify({ type: "ERROR", object: { kind: "Status", code: 410, reason: "Expired" } })}\n`;
      let left = 2;
      api.answer(({ query }, response) => {
        if (query["watch"] !== "true" || left === 0) return false;
        left -= 1;
        const head = ["HTTP/1.1 200 OK", ...headers, "", ""].join("\r\n").replace("LENGTH", `${words.length}`);
        response.socket?.write(head + body(words));
        if (headers.includes("connection: close")) response.socket?.end();
        return true;
      });
      client = new Client(api);
      await eventually(() => expect(api.requestsTo(listsPods)).toHaveLength(3));
      await client.reaches("live");
      await eventually(() => expect(api.watchCount).toBe(1));
      api.set(podsPath, fakePod("d"));
      await client.hasPods("a", "b", "c", "d");
    },
  );

  it("that says something that is no event is told as broken, and goes on where it was", async () => {
    let isFirst = true;
    api.answer(({ path, query }, response) => {
      if (!isFirst || path !== podsPath || query["watch"] !== "true") return false;
      isFirst = false;
      response.writeHead(200).write("<html>\n<p>Service temporarily unavailable</p>\n</html>\n");
      return true;
    });
    client = new Client(api);
    const told = "did not respond like a Kubernetes API server. Check the server of cluster fake";
    await eventually(() => expect(client?.sentences).toContainEqual(expect.stringContaining(told)));
    await client.reaches("live");
    api.set(podsPath, fakePod("d"));
    await client.hasPods("a", "b", "c", "d");
    expect(api.requestsTo(listsPods)).toHaveLength(1);
  });

  it("that is refused with 410 is followed by a list, too", async () => {
    client = new Client(api);
    await client.reaches("live");
    api.refuse(watchesPods, 410);
    api.endWatches();
    await eventually(() => expect(api.requestsTo(listsPods)).toHaveLength(2));
    await eventually(() => expect(api.watchCount).toBe(1));
  });

  it("that is always refused with 410 does not make a storm of lists", async () => {
    api.refuse(watchesPods, 410, 1000);
    client = new Client(api, { timing: { firstWaitMs: neverMs, lastWaitMs: neverMs, graceMs: 10 } });
    await client.reaches("stale");
    expect(client.reason).toMatch(/410/);
    expect(api.requestsTo(listsPods).length).toBeLessThanOrEqual(2);
  });

  it("that is forgotten a while after it was opened, again and again, is waited for longer and longer", async () => {
    let asked = 0;
    api.answer(({ query }, response) => {
      if (query["watch"] !== "true") return false;
      response.writeHead(200).flushHeaders();
      const last = { type: "ERROR", object: { kind: "Status", code: 410, reason: "Expired" } };
      setTimeout(() => response.end(`${JSON.stringify(last)}\n`), 300);
      return true;
    });
    const random = () => {
      asked += 1; // once for the length of a watch, once for that of a wait
      return 0.5;
    };
    client = new Client(api, { random, timing: { firstWaitMs: neverMs, lastWaitMs: neverMs, graceMs: 10 } });
    await eventually(() => expect(asked).toBeGreaterThanOrEqual(3));
    expect(api.requestsTo(watchesPods)).toHaveLength(2);
    expect(api.requestsTo(listsPods)).toHaveLength(2);
    await client.reaches("stale");
    expect(client.reason).toMatch(/410/);
  });

  it("with a line that has no end is ended, and told in words", async () => {
    api.answer(({ query }, response) => {
      if (query["watch"] !== "true") return false;
      pour(response, "x");
      return true;
    });
    client = new Client(api, { timing: { firstWaitMs: neverMs, lastWaitMs: neverMs } });
    await client.reaches("failed");
    expect(client.reason).toMatch(/^The line that http:\S+ gave for pods in namespace web has no end\./);
  });

  it("that is closed immediately, again and again, is waited for", async () => {
    api.answer(({ query }, response) => {
      if (query["watch"] !== "true") return false;
      response.writeHead(200).end();
      return true;
    });
    client = new Client(api, { timing: { firstWaitMs: neverMs, lastWaitMs: neverMs } });
    await client.reaches("stale");
    expect(client.reason).toMatch(/^The API server at http:\/\/127\.0\.0\.1:\d+ /);
    expect(api.requestsTo(watchesPods)).toHaveLength(1);
  });

  it("that went silent leaves behind what was true at its last word, not when the silence was noticed", async () => {
    const lastWordMs = Date.parse("2026-11-22T10:00:00Z");
    vi.useFakeTimers({ toFake: ["Date"], now: lastWordMs });
    api.answer(({ query }, response) => {
      if (query["watch"] !== "true") return false;
      const object = fakePod("d");
      response.writeHead(200).write(`${JSON.stringify({ type: "ADDED", object })}\n`);
      return true;
    });
    const states: ConnectionState[] = [];
    client = new Client(api, {
      timing: { watchIdleMs: 200, firstWaitMs: neverMs, lastWaitMs: neverMs },
      // What is told has been heard. An hour passes in silence.
      onChange: ({ pods }) => void (names(pods).includes("d") && vi.setSystemTime(lastWordMs + 3_600_000)),
      onState: (state) => states.push(state),
    });
    await eventually(() => expect(states.at(-1)).toMatchObject({ is: "stale", sinceMs: lastWordMs }));
  });

  it("that says nothing any more is noticed, and nothing is newer than the last word", async () => {
    client = new Client(api, { timing: { watchIdleMs: 60, firstWaitMs: neverMs, lastWaitMs: neverMs } });
    await client.reaches("live");
    await client.reaches("stale");
    expect(client.reason).toMatch(
      /^The API server at http:\/\/127\.0\.0\.1:\d+ did not respond for 1s\. Check the network/,
    );
    await eventually(() => expect(client?.changes.at(-1)?.freshness).toEqual(client?.states.at(-1)));
    client.connection.refresh();
    await client.reaches("live");
  });

  it("that cannot be had again is stale, says since when, and is live again by itself", async () => {
    client = new Client(api);
    await client.reaches("live");
    await eventually(() => expect(api.watchCount).toBe(1));
    const startedMs = Date.now();
    api.refuse(watchesPods, 500, 3);
    api.endWatches();
    await client.reaches("stale");
    await client.reaches("live");
    expect(client.sentences.at(-1)).toMatch(/^The API server failed to list pods in namespace web \(500\)/);
    await eventually(() => expect(client?.changes.at(-1)?.freshness).toEqual({ is: "live" }));
    const told = client.changes.map(({ freshness }) => freshness);
    const since = told.flatMap((freshness) => (freshness.is === "stale" ? [freshness.sinceMs] : []));
    expect(new Set(since).size).toBe(1);
    expect(since[0]).toBeGreaterThanOrEqual(startedMs);
  });
});

/** Writes as fast as it is read, and never ends. */
function pour(response: ServerResponse, letter: string): void {
  const text = letter.repeat(1_000_000);
  const write = (): void => {
    while (!response.destroyed && response.write(text));
  };
  response.on("drain", write).on("error", () => undefined);
  write();
}

function chunk(text: string): string {
  return `${text.length.toString(16)}\r\n${text}\r\n`;
}

describe("a list", () => {
  it("whose pages expire is asked for at once", async () => {
    api.pageSize = 2;
    api.refuse(/continue=/, 410);
    client = new Client(api);
    await client.hasPods("a", "b", "c");
    await client.reaches("live");
    expect(api.requestsTo(listsPods).map(({ query }) => query)).toEqual([
      { limit: "200" },
      { limit: "200", continue: "2" },
      {},
    ]);
  });

  it.each([429, 503])("that is refused with %i waits as long as the API server says", async (status) => {
    api.refuse(listsPods, status, 1, { "retry-after": "1" });
    client = new Client(api);
    const startedMs = Date.now();
    await client.reaches("live");
    expect(Date.now() - startedMs).toBeGreaterThanOrEqual(1000);
    expect(client.states.map(({ is }) => is)).toEqual(["connecting", "live"]);
  });

  it("that is refused for weeks is a failure, and says when it is tried again", async () => {
    api.refuse(listsPods, 429, 1000, { "retry-after": `${60 * 24 * 3600}` });
    client = new Client(api);
    await client.reaches("failed");
    expect(client.reason).toBe(
      "The API server is too busy (429). Try again later. The next attempt is in 10m. It asked for a longer pause.",
    );
    expect(api.requestsTo(listsPods)).toHaveLength(1);
  });

  it.each([
    ["the same next page again and again", () => "more"],
    ["always another next page", (page: number) => `more-${page}`],
  ])("that names %s is ended, and told in words", async (_, token) => {
    let page = 0;
    api.answer(({ path, query }, response) => {
      if (path !== podsPath || query["watch"] === "true") return false;
      page += 1;
      response.end(JSON.stringify({ metadata: { resourceVersion: "1", continue: token(page) }, items: [] }));
      return true;
    });
    client = new Client(api, { timing: { firstWaitMs: neverMs, lastWaitMs: neverMs } });
    await client.reaches("failed");
    expect(client.reason).toMatch(/^The list that http:\S+ gave for pods in namespace web has no end\./);
    expect(page).toBeLessThanOrEqual(1000);
  });

  it("that is refused with words that have no end is refused", async () => {
    api.answer(({ path }, response) => {
      if (path !== podsPath) return false;
      response.writeHead(500);
      pour(response, "x");
      return true;
    });
    client = new Client(api);
    await client.reaches("failed");
    expect(client.reason).toMatch(/\(500\)/);
  });

  it("that fails three times in a row is a failed connection, which is tried further", async () => {
    api.refuse(listsPods, 500, 3);
    client = new Client(api);
    await client.reaches("live");
    expect(client.states.map(({ is }) => is)).toEqual(["connecting", "failed", "live"]);
    expect(client.sentences).toEqual(["The API server failed to list pods in namespace web (500). Check its log."]);
  });

  it.each([
    ["no JSON", "<html>Sign in</html>"],
    ["another document", '{"kind":"Hello"}'],
    ["a broken document", '{"items":['],
  ])("that is %s is told in words", async (_, text) => {
    api.answer((_request, response) => {
      response.end(text);
      return true;
    });
    client = new Client(api);
    await client.reaches("failed");
    expect(client.reason).toMatch(/did not respond like a Kubernetes API server/);
  });

  it("that breaks off in the middle is asked for again", async () => {
    let isFirst = true;
    api.answer(({ path }, response) => {
      if (!isFirst || path !== podsPath) return false;
      isFirst = false;
      response.writeHead(200, { "content-length": 1000 }).write('{"items":[');
      response.destroy();
      return true;
    });
    client = new Client(api);
    await client.hasPods("a", "b", "c");
  });

  it("that takes too long is told in words", async () => {
    api.answer(() => true);
    client = new Client(api, { timing: { listMs: 30, firstWaitMs: neverMs, lastWaitMs: neverMs } });
    await client.reaches("failed");
    expect(client.reason).toMatch(/did not respond for/);
    expect(api.requestsTo(listsPods).length, "one failure is enough").toBeLessThanOrEqual(1);
  });
});

describe("lines of a watch that are broken", () => {
  it.each([
    ["no JSON", "hello"],
    ["no object", '{"type":"ADDED","object":3}'],
    ["an object without a UID", '{"type":"MODIFIED","object":{"metadata":{}}}'],
    ["an event of a new kind", '{"type":"RENAMED","object":{"metadata":{"uid":"x"}}}'],
    ["nothing", ""],
    ["a carriage return, as proxies send to keep a connection", "\r\n\r"],
  ])("are passed over: %s", async (_, line) => {
    let isFirst = true;
    api.answer(({ query }, response) => {
      if (!isFirst || query["watch"] !== "true") return false;
      isFirst = false;
      response.writeHead(200).write(`${line}\n`);
      response.end(`${JSON.stringify({ type: "ADDED", object: fakePod("d") })}\n`);
      return true;
    });
    client = new Client(api);
    await client.hasPods("a", "b", "c", "d");
  });
});

describe("a refresh", () => {
  it("tells everything anew", async () => {
    client = new Client(api);
    await client.hasPods("a", "b", "c");
    const before = client.changes.length;
    client.connection.refresh();
    await eventually(() => expect(client?.changes.slice(before).some(({ isFirst }) => isFirst)).toBe(true));
    await client.hasPods("a", "b", "c");
  });
});

describe("closing", () => {
  it("ends watches, tells nothing more, and can be done twice", async () => {
    client = new Client(api);
    await client.reaches("live");
    await eventually(() => expect(api.watchCount).toBe(1));
    await client.connection.close();
    await client.connection.close();
    const { length } = client.changes;
    api.set(podsPath, fakePod("d"));
    await eventually(() => expect(api.watchCount).toBe(0));
    expect(client.changes).toHaveLength(length);
    expect(client.states.at(-1)).toEqual({ is: "closed" });
  });
});
