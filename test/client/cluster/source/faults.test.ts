import type { ServerResponse } from "node:http";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Freshness } from "../../../../shared/protocol/cluster.ts";
import { Client, neverMs } from "./client.ts";
import { eventually, FakeApi, fakePod, podsPath } from "./fake-api.ts";

let api: FakeApi;
let client: Client | undefined;
beforeEach(async () => {
  api = await new FakeApi().start();
  api.set(podsPath, fakePod("a"));
});
afterEach(async () => {
  vi.useRealTimers();
  await client?.connection.close();
  await api.stop();
});

const watchesPods = /\/pods\?.*watch=true/;
const listsPods = /\/pods\?(?!.*watch=true)/;

/** Answers watches until it returns false. */
function answerWatches(answer: (response: ServerResponse) => boolean): void {
  api.answer(({ path, query }, response) => {
    if (path !== podsPath || query["watch"] !== "true") return false;
    return answer(response);
  });
}

function keepsBack(response: ServerResponse): true {
  response.writeHead(200).flushHeaders();
  return true;
}

/** Waits until it is told. */
async function hasFreshness(expected: object): Promise<void> {
  await eventually(() => expect(client?.changes.at(-1)?.freshness).toMatchObject(expected));
}

const lists = (reason: string | RegExp) => ({
  is: "live",
  lists: { everyMs: 100, reason: expect.stringMatching(reason) },
});

describe("where lists work and watches do not, pods are listed again and again", () => {
  it.each<[fault: string, answer: (response: ServerResponse) => void, reason: string]>([
    ["503", (response) => response.writeHead(503).end(), "failed to watch pods in namespace web (503)"],
    [
      "403",
      (response) => response.writeHead(403).end("{}"),
      "User dev is not allowed to watch pods in namespace web (403)",
    ],
    [
      "a page",
      (response) => response.end("<html>\nplease\nlog in\n</html>\n"),
      "did not respond like a Kubernetes API server",
    ],
    ["nothing", (response) => void response.writeHead(200).end(), "closed the connection"],
    ["no connection", (response) => response.socket?.destroy(), "closed the connection"],
  ])("%s", async (_, answer, reason) => {
    answerWatches((response) => {
      answer(response);
      return true;
    });
    client = new Client(api);
    await hasFreshness(lists(reason.replaceAll(/[()]/g, "\\$&")));
    api.set(podsPath, fakePod("b"));
    await client.hasPods("a", "b");
    api.remove(podsPath, "uid-a");
    await client.hasPods("b");
    expect(client.states.at(-1)).toMatchObject({ is: "live", podCount: 1 });
  });

  it("not where lists failed, too: an API server that was away is watched as before", async () => {
    let isAway = false;
    let isWatched = true;
    api.answer(({ path, query }, response) => {
      if (path !== podsPath || (query["watch"] === "true" ? isWatched : !isAway)) return false;
      response.socket?.destroy();
      return true;
    });
    client = new Client(api);
    await hasFreshness({ is: "live" });
    isWatched = false;
    isAway = true;
    api.endWatches();
    await hasFreshness({ is: "stale" });
    await eventually(() => expect(api.requestsTo(listsPods).length).toBeGreaterThan(4));
    isAway = false;
    isWatched = true;
    await hasFreshness({ is: "live" });
    const told = client.changes.map(({ freshness }) => freshness);
    expect(told.filter((freshness) => freshness?.is === "live" && freshness.lists !== undefined)).toEqual([]);
  });

  it("a watch whose words are kept back", async () => {
    answerWatches(keepsBack);
    client = new Client(api, { timing: { silenceMs: 20 } });
    let count = 0;
    await eventually(() => {
      count += 1;
      api.set(podsPath, fakePod(`b${count}`));
      expect(client?.changes.at(-1)?.freshness).toMatchObject(lists("reports no changes to a watch"));
    });
    await client.hasPods("a", ...Array.from({ length: count }, (_, n) => `b${n + 1}`).sort());
  });

  it("until a watch has said a word", async () => {
    let isMute = true;
    answerWatches((response) => isMute && keepsBack(response));
    client = new Client(api, { timing: { silenceMs: 20, pollMs: 1000 } });
    let count = 0;
    await eventually(() => {
      count += 1;
      api.set(podsPath, fakePod(`b${count}`));
      expect(client?.changes.at(-1)?.freshness).toMatchObject({ is: "live", lists: {} });
    });
    isMute = false;
    await eventually(() => expect(api.watchCount).toBe(1));
    api.bookmark();
    await eventually(() => expect(client?.changes.at(-1)?.freshness).toEqual({ is: "live" }));
  });
});

describe("a quiet watch that works", () => {
  it("is trusted more and more, and no list takes its place", async () => {
    client = new Client(api, { timing: { silenceMs: 5 } });
    await eventually(() => expect(api.requestsTo(listsPods).length).toBeGreaterThanOrEqual(3));
    expect(client.changes.at(-1)?.freshness).toEqual({ is: "live" });
    await eventually(() => expect(api.watchCount).toBe(1));
    api.bookmark();
  });
});

describe("a server that goes away while lists are relied on", () => {
  it("is noticed when the watch breaks off, not at the next list", async () => {
    let watches = 0;
    api.answer(({ path, query }, response) => {
      if (!path.endsWith("/pods")) return false;
      if (query["watch"] === "true") watches += 1;
      else if (watches < 2) return false;
      // The first one makes lists be relied on.
      if (watches === 1) response.writeHead(405).end();
      else response.socket?.destroy();
      return true;
    });
    client = new Client(api);
    await eventually(() => expect(api.requestsTo(/limit=1(?!\d)/).length).toBeGreaterThan(0));
    await hasFreshness({ is: "stale" });
  });

  it("is asked for one object before its lists are trusted", async () => {
    answerWatches((response) => {
      response.socket?.destroy();
      return true;
    });
    client = new Client(api, { timing: { pollMs: neverMs } });
    await hasFreshness({ is: "live", lists: {} });
    await eventually(() => expect(api.requestsTo(/limit=1(?!\d)/).length).toBeGreaterThan(0));
    expect(client.states.at(-1)).toMatchObject({ is: "live" });
  });
});

describe("an API server that says nothing", () => {
  it("has words for that long before it is given up, and they go with the first answer", async () => {
    const held: ServerResponse[] = [];
    api.answer(({ path }, response) => {
      if (!path.endsWith("/pods") || held.length > 0) return false;
      held.push(response);
      return true;
    });
    client = new Client(api, { timing: { wordsMs: 20 } });
    await eventually(() => expect(client?.reason).toContain("has not responded for"));
    await eventually(() => expect(held).toHaveLength(1));
    expect(client.states.at(-1)?.is).toBe("connecting");
    held[0]?.end(JSON.stringify({ kind: "PodList", metadata: { resourceVersion: "1" }, items: [] }));
    await client.reaches("live");
  });
});

describe("what answers in place of the API server", () => {
  it.each<[answer: string, status: number, body: string, reason: string]>([
    ["a page of a firewall", 403, "\n<html>blocked</html>", "responded with a web page (403)"],
    ["a redirect", 302, "", "redirects to another address (302)"],
    ["a page of a gateway", 503, "<html>no backend</html>", "A gateway or proxy before"],
    ["a gateway", 504, "upstream timed out", "A gateway or proxy before"],
    ["a proxy that nobody asked for", 407, "log in", "A proxy before"],
    ["a network that wants a login", 511, "{}", "requires a login (511)"],
  ])("is told as such: %s", async (_, status, body, reason) => {
    api.answer(({ path }, response) => {
      if (!path.endsWith("/pods")) return false;
      response.writeHead(status, { location: "https://login.example/?token=x" }).end(body);
      return true;
    });
    client = new Client(api);
    await client.reaches("failed");
    expect(client.reason).toContain(reason);
    expect(client.reason).not.toMatch(/allowed|login\.example/);
  });
});

describe("what is out of date", () => {
  it("says why now, not why at first, and when it is tried again", async () => {
    client = new Client(api, { timing: { firstWaitMs: 200, lastWaitMs: 200 } });
    await client.reaches("live");
    await eventually(() => expect(api.watchCount).toBe(1));
    let status = 502;
    api.answer(({ path }, response) => {
      if (!path.endsWith("/pods")) return false;
      response.writeHead(status).end("{}");
      return true;
    });
    api.endWatches();
    await hasFreshness({ is: "stale", reason: expect.stringContaining("(502)"), nextTryMs: expect.any(Number) });
    const first = client.changes.at(-1)?.freshness;
    status = 401;
    await hasFreshness({ is: "stale", reason: expect.stringContaining("(401)"), sinceMs: sinceOf(first) });
    expect(client.states.at(-1)).toMatchObject({ is: "failed", nextTryMs: expect.any(Number) });
    expect([...client.pods.values()]).toEqual(["a"]);
  });

  it("is tried again immediately where somebody asks for it, and what is known stays", async () => {
    let isDown = false;
    api.answer(({ path }, response) => {
      if (!isDown || !path.endsWith("/pods")) return false;
      response.writeHead(401).end("{}");
      return true;
    });
    client = new Client(api, { timing: { firstWaitMs: neverMs, lastWaitMs: neverMs } });
    await client.reaches("live");
    await eventually(() => expect(api.watchCount).toBe(1));
    isDown = true;
    api.bookmark();
    api.endWatches();
    await client.reaches("failed");
    const before = client.changes.length;
    isDown = false;
    client.connection.retry();
    await client.reaches("live");
    expect(client.changes.slice(before).filter(({ isFirst }) => isFirst)).toEqual([]);
    expect([...client.pods.values()]).toEqual(["a"]);
  });
});

describe("a watch that gives bookmarks and then an error", () => {
  it("is opened more and more seldom", async () => {
    answerWatches((response) => {
      const bookmark = { type: "BOOKMARK", object: { metadata: { resourceVersion: "101" } } };
      const error = { type: "ERROR", object: { kind: "Status", code: 500 } };
      response.writeHead(200).end(`${JSON.stringify(bookmark)}\n${JSON.stringify(error)}\n`);
      return true;
    });
    client = new Client(api, { timing: { firstWaitMs: 1, lastWaitMs: neverMs } });
    await hasFreshness({ is: "stale", reason: expect.stringContaining("(500)") });
    await eventually(() => {
      const { freshness } = client?.changes.at(-1) ?? {};
      const leftMs = freshness?.is === "stale" ? (freshness.nextTryMs ?? 0) - Date.now() : 0;
      expect(leftMs).toBeGreaterThan(400);
    });
    expect(api.requestsTo(watchesPods).length).toBeLessThan(20);
  });
});

describe("a server that is too busy for a watch", () => {
  it("is not asked for lists in its place, and the watch goes on where it was", async () => {
    client = new Client(api);
    await client.reaches("live");
    await eventually(() => expect(api.watchCount).toBe(1));
    api.refuse(watchesPods, 429, 4);
    api.bookmark();
    api.endWatches();
    await hasFreshness({ is: "stale", reason: expect.stringContaining("(429)"), nextTryMs: expect.any(Number) });
    await hasFreshness({ is: "live" });
    expect(api.requestsTo(listsPods)).toHaveLength(1);
    expect(client.changes.filter(({ freshness }) => freshness.is === "live" && freshness.lists !== undefined)).toEqual(
      [],
    );
  });
});

describe("a computer that was asleep", () => {
  const asleepMs = Date.parse("2026-11-22T02:00:00Z");
  const awakeMs = Date.parse("2026-11-22T08:00:00Z");
  const isOfThatNight = ({ sinceMs }: { readonly sinceMs: number }) => sinceMs >= asleepMs && sinceMs < awakeMs;

  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: asleepMs });
    client = new Client(api, { timing: { awakeMs: 10, graceMs: 1, firstWaitMs: 50, lastWaitMs: 50 } });
    await client.reaches("live");
    await eventually(() => expect(api.watchCount).toBe(1));
  });

  it("watches anew from where it was, and lists nothing", async () => {
    const before = api.requestsTo(watchesPods).length;
    vi.setSystemTime(awakeMs);
    await eventually(() => expect(api.requestsTo(watchesPods).length).toBeGreaterThan(before));
    api.set(podsPath, fakePod("b"));
    await client?.hasPods("a", "b");
    await hasFreshness({ is: "live" });
    expect(api.requestsTo(listsPods)).toHaveLength(1);
  });

  it("is out of date since it fell asleep, where the cluster is not reached when it wakes", async () => {
    let isAway = true;
    api.answer(({ path }, response) => {
      if (!isAway || path !== podsPath) return false;
      response.socket?.destroy();
      return true;
    });
    vi.setSystemTime(awakeMs);
    await hasFreshness({ is: "stale", reason: expect.stringContaining("closed the connection") });
    const { freshness } = client?.changes.at(-1) ?? {};
    expect(freshness).toSatisfy(isOfThatNight);
    isAway = false;
    await hasFreshness({ is: "live" });
  });
});

function sinceOf(freshness: Freshness | undefined): number {
  return freshness?.is === "stale" ? freshness.sinceMs : Number.NaN;
}
