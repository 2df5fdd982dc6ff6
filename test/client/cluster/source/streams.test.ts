import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Client } from "./client.ts";
import { eventually, FakeApi, fakePod, podsPath } from "./fake-api.ts";

// Large lists as one stream (WatchList of Kubernetes).

let api: FakeApi;
let client: Client | undefined;
beforeEach(async () => {
  api = await new FakeApi().start();
  api.pageSize = 2;
  for (const name of ["a", "b", "c", "d", "e"]) api.set(podsPath, fakePod(name));
});
afterEach(async () => {
  await client?.connection.close();
  await api.stop();
});

const listsPods = /\/pods\?(?!.*watch=true)/;
const pages = () => api.requestsTo(listsPods).map(({ query }) => query["continue"] ?? "first");

describe("a list of several pages", () => {
  it.each([
    ["refused", ["first", "2", "4"]],
    ["plain", ["first", "2", "4"]],
    ["compressed", ["first"]],
  ] as const)("is one stream where that is compressed, and else pages: %s", async (streams, expected) => {
    api.streams = streams;
    client = new Client(api);
    await client.reaches("live");
    await client.hasPods("a", "b", "c", "d", "e");
    expect(pages()).toEqual(expected);
    expect(api.streamRequests.map(({ query }) => query)).toEqual([
      { watch: "true", sendInitialEvents: "true", resourceVersionMatch: "NotOlderThan", allowWatchBookmarks: "true" },
    ]);
    await eventually(() => expect(api.watchCount).toBe(1));
    api.set(podsPath, fakePod("f"));
    api.remove(podsPath, "uid-a");
    await client.hasPods("b", "c", "d", "e", "f");
    expect(client.states.map(({ is }) => is).filter((is) => is !== "live")).toEqual(["connecting"]);
  });

  it("that was a stream is one again after a 410, and what has gone meanwhile is gone", async () => {
    api.streams = "compressed";
    client = new Client(api);
    await client.hasPods("a", "b", "c", "d", "e");
    await eventually(() => expect(api.watchCount).toBe(1));
    api.refuse(/\/pods\?.*watch=true/, 410, 1);
    api.endWatches();
    api.remove(podsPath, "uid-a");
    api.remove(podsPath, "uid-e");
    await client.hasPods("b", "c", "d");
    await eventually(() => expect(api.streamRequests).toHaveLength(2));
  });

  it("of which one page is all is no stream", async () => {
    api.streams = "compressed";
    api.pageSize = 500;
    client = new Client(api);
    await client.hasPods("a", "b", "c", "d", "e");
    expect(api.streamRequests).toEqual([]);
  });
});

describe("a stream that does not end as it should", () => {
  const pod = (name: string) => `${JSON.stringify({ type: "ADDED", object: fakePod(name) })}\n`;
  it.each([
    ["says nothing", ""],
    ["never says that this was all", pod("x")],
    ["is refused in the middle", `${pod("x")}{"type":"ERROR","object":{"kind":"Status","code":500}}\n`],
    ["is no stream of events", "<html>\n"],
  ])("is followed by the other pages where it %s, and what it had is not shown", async (_, text) => {
    api.streams = "compressed";
    api.streamText = text;
    client = new Client(api, { timing: { silenceMs: 200 } });
    await eventually(() => expect(pages()).toEqual(["first", "2", "4"]));
    await client.hasPods("a", "b", "c", "d", "e");
    await client.reaches("live");
  });
});
