import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { TimeLimits } from "../../client/cluster/source/main.ts";
import { startMeter } from "../machine-meter.ts";
import { eventually, until } from "../patience.ts";
import { readAudit, verbsOf } from "./harness/audit.ts";
import { type Cluster, startCluster } from "./harness/cluster.ts";
import { type Fault, FaultProxy, statusObject } from "./harness/fault-proxy.ts";
import { kubeconfigOf } from "./harness/kubeconfig.ts";
import { Observer } from "./harness/observer.ts";
import { createEvent, createPaperPod, deletePod, setRestarts } from "./harness/paper-pods.ts";
import { giveRights } from "./rights.ts";

// A cluster of their own, without a node: the API server is killed here.

let cluster: Cluster;
let proxy: FaultProxy;
let observer: Observer;
const namespace = "team-a";
const lists = /^GET \/api\/v1\/namespaces\/team-a\/pods\?(?!.*watch=)/;
const watches = /^GET \/api\/v1\/namespaces\/team-a\/pods\?.*watch=/;
const neverMs = 24 * 3_600_000;
/** Failures are over sooner; nothing is too slow but what a test makes slow. */
const timing: Partial<TimeLimits> = {
  ...{ firstWaitMs: 200, lastWaitMs: 1000 },
  ...{ requestMs: neverMs, listMs: neverMs, watchIdleMs: neverMs },
};

beforeAll(async () => {
  cluster = startCluster({ users: ["viewer"] });
  await giveRights(cluster);
  proxy = await FaultProxy.before(cluster);
  await Promise.all(["one", "two", "three"].map((name) => createPaperPod(cluster.admin, namespace, name)));
});
afterEach(async () => {
  proxy.clearFaults();
  proxy.distort({});
  await proxy.accept();
  await observer.close();
});
afterAll(async () => {
  await proxy.close();
  cluster.end();
});

function observe(more: Partial<TimeLimits> = {}): Observer {
  const kubeconfig = kubeconfigOf(cluster, "viewer", { server: proxy.server });
  observer = new Observer({ kubeconfig, namespaces: [namespace], timing: { ...timing, ...more } });
  return observer;
}

async function observeLive(more?: Partial<TimeLimits>): Promise<Observer> {
  const started = observe(more);
  await started.reaches(/^live/);
  await until("its pods", () => started.pods.size >= 3);
  await until("its watch", () => proxy.watches > 0);
  return started;
}

function restartsOf(name: string): number | undefined {
  return observer.pods.get(`${namespace}/${name}`)?.look.pod.containers[0]?.restartCount;
}

let written = 0;

/** Writes something new, and waits until it is shown. */
async function showsNews(): Promise<void> {
  written += 1;
  await setRestarts(cluster.admin, namespace, "one", written);
  await until(
    () => `restart ${written} of pod one, not ${restartsOf("one")}; ${observer.states.slice(-3).join(" | ")}`,
    () => restartsOf("one") === written,
  );
}

/** Waits until what is shown is called stale. */
async function staleSince(): Promise<number> {
  return await eventually("stale", () => (observer.freshness.is === "stale" ? observer.freshness.sinceMs : undefined));
}

describe("a watch", () => {
  it("that is closed goes on where it was, without a list", async () => {
    await observeLive();
    const sinceMs = Date.now();
    proxy.endWatches();
    await showsNews();
    expect(proxy.count(lists, sinceMs)).toBe(0);
    expect(observer.firstBatches).toBe(1);
    expect(observer.state).toMatch(/^live/);
  });

  it("that is too old (410 as its last event) is followed by a list; what is gone is gone", async () => {
    await createPaperPod(cluster.admin, namespace, "short-lived");
    await observeLive();
    await until("the pod", () => restartsOf("short-lived") === 0);
    proxy.fail({ matches: watches, times: 1, delayMs: 300, status: 410 });
    proxy.endWatches({ type: "ERROR", object: statusObject(410) });
    await deletePod(cluster.admin, namespace, "short-lived");
    await until("the pod to be gone", () => restartsOf("short-lived") === undefined);
    await showsNews();
    expect(observer.state).toMatch(/^live/);
  });

  it("whose first word is that it is too old, in one packet with its headers, is followed by a list", async () => {
    await observeLive();
    const sinceMs = Date.now();
    const body = { type: "ERROR", object: statusObject(410) };
    proxy.distort({ joinsMs: 50 });
    proxy.fail({ matches: watches, times: 2, status: 200, body });
    proxy.endWatches();
    await showsNews();
    expect(proxy.count(lists, sinceMs)).toBeGreaterThan(0);
    expect(observer.state).toMatch(/^live/);
  });

  it("that is refused as too old (410) is followed by a list", async () => {
    await observeLive();
    const sinceMs = Date.now();
    proxy.fail({ matches: watches, times: 1, status: 410 });
    proxy.endWatches();
    await showsNews();
    expect(proxy.count(lists, sinceMs)).toBeGreaterThan(0);
  });

  it("that goes silent, as behind a dead firewall, is noticed; what is shown is called out of date since it was heard last", async () => {
    await observeLive({ watchIdleMs: 1500 });
    await showsNews();
    const silentMs = Date.now();
    proxy.stallWatches();
    proxy.fail({ matches: watches, status: 503 });
    expect(await staleSince()).toBeLessThanOrEqual(silentMs);
    proxy.clearFaults();
    await observer.reaches(/^live/);
    await showsNews();
  });
});

describe("an API server that", () => {
  it("has too much to do (429) is asked again when it says, not before", async () => {
    proxy.fail({ matches: lists, times: 2, status: 429, headers: { "retry-after": "1" } });
    const sinceMs = Date.now();
    await observeLive();
    const asked = proxy.asked.filter(({ what, atMs }) => lists.test(what) && atMs >= sinceMs).map(({ atMs }) => atMs);
    expect(asked).toHaveLength(3);
    const waits = asked.slice(1).map((atMs, index) => atMs - (asked[index] ?? 0));
    expect(waits.filter((waitMs) => waitMs < 990)).toEqual([]);
    await showsNews();
  });

  it.each([500, 503])("fails (%i) is asked again, ever more seldom", async (status) => {
    proxy.fail({ matches: lists, times: 4, status });
    await observeLive();
    expect(observer.states.join("\n")).toMatch(new RegExp(`failed.*${status}`));
    await showsNews();
  });

  it("fails (500) while its watches go on to be closed: stale, and then live again", async () => {
    await observeLive();
    proxy.fail({ matches: watches, times: 3, status: 500 });
    proxy.endWatches();
    await observer.reaches(/^stale: .*500/);
    await showsNews();
    expect(observer.state).toMatch(/^live/);
  });

  it("is slow answers late, and all is there", async () => {
    proxy.fail({ matches: /^GET/, delayMs: 700 });
    await observeLive();
    expect(observer.states.filter((state) => /^(failed|stale)/.test(state))).toEqual([]);
    await showsNews();
  });

  it("is slower than anyone waits: it says so, and goes on trying", async () => {
    const limitMs = 400 * (await slowness());
    proxy.fail({ matches: lists, delayMs: 10 * limitMs });
    observe({ listMs: limitMs, requestMs: limitMs });
    expect(await observer.reaches(/^failed/)).toMatch(/did not respond for/);
    proxy.clearFaults();
    await observer.reaches(/^live/);
    await showsNews();
  });

  it("does not take the token any more: failed, what is shown is stale; and live when it does", async () => {
    await observeLive();
    proxy.fail({ matches: /^GET/, status: 401 });
    const sinceMs = Date.now();
    proxy.endWatches();
    expect(await observer.reaches(/^failed/)).toMatch(/rejected the credentials.*401/);
    expect(await staleSince()).toBeGreaterThanOrEqual(sinceMs - 50);
    expect(observer.pods.size).toBeGreaterThanOrEqual(3);
    proxy.clearFaults();
    await observer.reaches(/^live/);
    await showsNews();
  });

  it("cannot be reached for a while: stale, and then all that was missed is there", async () => {
    await createPaperPod(cluster.admin, namespace, "missed");
    await observeLive();
    await until("the pod", () => restartsOf("missed") === 0);
    await proxy.refuse();
    await observer.reaches(/^stale/);
    await deletePod(cluster.admin, namespace, "missed");
    await setRestarts(cluster.admin, namespace, "two", 7);
    expect(restartsOf("two")).not.toBe(7);
    await proxy.accept();
    await observer.reaches(/^live/);
    await until("what was missed", () => restartsOf("two") === 7 && restartsOf("missed") === undefined);
    expect(observer.freshness).toEqual({ is: "live" });
    await setRestarts(cluster.admin, namespace, "two", 0);
  });

  it("is killed and started again: stale, and then live", async () => {
    await observeLive();
    cluster.stop("kube-apiserver");
    await observer.reaches(/^stale/);
    expect(observer.pods.size).toBeGreaterThanOrEqual(3);
    cluster.start("kube-apiserver");
    await observer.reaches(/^live/);
    await cluster.isReady();
    await showsNews();
  });
});

describe("a cluster whose clock", () => {
  it.each([
    [40_000, "s ahead of the clock of this machine."],
    [-90_000, "s behind the clock of this machine."],
  ])("is %i ms ahead is counted by its own clock, and people are told", async (dateShiftMs, words) => {
    proxy.distort({ dateShiftMs });
    await observeLive();
    await until("the clock", () => Math.abs(observer.live.clockAheadMs - dateShiftMs) <= 1500);
    await until("a sentence", () => observer.told().some((text) => /^The clock of the API server is/.test(text)));
    const told = observer.told().find((text) => text.startsWith("The clock of the API server"));
    expect(told).toMatch(/Times are counted by the API server's clock\.$/);
    expect(told).toContain(words);
    await showsNews();
  });

  it("is right is not told of", async () => {
    await observeLive();
    expect(Math.abs(observer.live.clockAheadMs)).toBeLessThan(1500);
    expect(observer.told().filter((text) => text.startsWith("The clock"))).toEqual([]);
  });
});

it("events that the API has lost are missed, and nothing else", async () => {
  proxy.distort({ eventsMax: 25 });
  const pods = await observeLive();
  const live = pods.pods.get(`${namespace}/one`);
  const uid = live?.uid ?? "";
  pods.connection.followEvents([{ namespace, name: "one", uid }]);
  for (let count = 1; count <= 30; count += 1) await createEvent(cluster.admin, namespace, { name: "one", uid, count });
  await showsNews();
  await until("25 events", () => (pods.live.get(uid)?.look.events.length ?? 0) >= 25);
  await showsNews();
  expect(pods.live.get(uid)?.look.events.map(({ message }) => message)).toContain("event 25");
  expect(pods.live.get(uid)?.look.events).toHaveLength(25);
});

it("nothing that is shown is older than it says, whatever breaks", async () => {
  await observeLive();
  const writes: { readonly value: number; readonly ackedMs: number }[] = [];
  const stale: string[] = [];
  let isOver = false;
  let turnedMs = Date.now();
  let wasLive = true;
  const check = (): void => {
    const nowMs = Date.now();
    const { freshness } = observer;
    if (wasLive !== (freshness.is === "live")) turnedMs = nowMs;
    wasLive = freshness.is === "live";
    const slow = meter.factor();
    if (wasLive && nowMs - turnedMs < slow * catchUpMs) return;
    // Where it says that it lists now and then, that is how old it may be.
    const listsMs = freshness.is === "live" ? (freshness.lists?.everyMs ?? 0) : 0;
    const knownUntilMs =
      freshness.is === "live" ? nowMs - listsMs - slow * graceMs : freshness.sinceMs - slow * deliveryMs;
    const due = writes.findLast(({ ackedMs }) => ackedMs < knownUntilMs)?.value ?? 0;
    const shown = restartsOf("three") ?? 0;
    if (shown < due) stale.push(`${freshness.is}: shows ${shown} when ${due} was due`);
  };
  const sampler = setInterval(check, 20);
  const meter = startMeter();
  const writer = (async () => {
    for (let value = 1; !isOver; value += 1) {
      await setRestarts(cluster.admin, namespace, "three", value);
      writes.push({ value, ackedMs: Date.now() });
    }
  })();
  const breaks = async (fault: Fault | undefined, lastEvent?: unknown): Promise<void> => {
    await until("a watch that is known to work", () => proxy.watches > 0 && isWatched());
    if (fault !== undefined) proxy.fail(fault);
    proxy.endWatches(lastEvent);
  };
  const catchesUp = async (): Promise<void> => {
    const { length } = writes;
    await until("what was written", () => (restartsOf("three") ?? 0) >= length);
  };
  try {
    for (let round = 0; round < 2; round += 1) {
      await breaks(undefined);
      await catchesUp();
      await breaks({ matches: watches, times: 3, status: 500 });
      await observer.reaches(/^stale/);
      await catchesUp();
      await breaks({ matches: watches, times: 1, status: 410 }, { type: "ERROR", object: statusObject(410) });
      await catchesUp();
      await until("a watch that is known to work", isWatched);
      await proxy.refuse();
      await observer.reaches(/^stale/);
      // So long that what is shown is too old to be called live.
      await until("news that are missed", () => {
        const [missed] = writes.filter(({ value }) => value > (restartsOf("three") ?? 0));
        return missed !== undefined && missed.ackedMs < Date.now() - 1.5 * graceMs * meter.factor();
      });
      await proxy.accept();
      await catchesUp();
    }
  } finally {
    // What goes on after a failure would fail where no test waits for it.
    isOver = true;
    clearInterval(sampler);
    meter.end();
    await writer;
  }
  expect(writes.length).toBeGreaterThan(50);
  expect(stale).toEqual([]);
});

/** Changes are shown as they come. */
function isWatched(): boolean {
  const { freshness } = observer;
  return freshness.is === "live" && freshness.lists === undefined;
}

/** How many times slower than an idle machine this one is now. */
async function slowness(): Promise<number> {
  const meter = startMeter();
  try {
    return await eventually("a measurement", () => (Number.isFinite(meter.factor()) ? meter.factor() : undefined));
  } finally {
    meter.end();
  }
}

// On an idle machine; a busy one gets more.

/** A watch that ended may be missing for a second before that counts; a batch and a busy machine need the rest. */
const graceMs = 2500;
/** What was missed comes one by one, and nothing tells which of it is the last. */
const catchUpMs = 1000;
/** From the answer to a write to the event of a watch, on a busy machine. */
const deliveryMs = 500;

it("by the audit log nothing but reading was done", () => {
  const verbs = verbsOf(readAudit(cluster.directory, "viewer"));
  expect(verbs.filter((verb) => !/^(get|list|watch) |^create selfsubjectaccessreviews$/.test(verb))).toEqual([]);
});
