import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { eventually } from "../../patience.ts";
import { type Cluster, startCluster } from "../harness/cluster.ts";
import { FaultProxy } from "../harness/fault-proxy.ts";
import { kubeconfigOf } from "../harness/kubeconfig.ts";
import { Observer } from "../harness/observer.ts";
import { createPaperPod, deletePod, inParallel, setRestarts } from "../harness/paper-pods.ts";
import { giveRights } from "../rights.ts";
import { answers, type Costs, type Question, type Restarts, type State } from "./questions.ts";

// 5,000 pods that no kubelet runs. What it costs to watch them is printed and not judged: this machine does other things, too.

const count = 5000;
const namespaces = ["team-a", "team-b", "shop", "bank", "mail"];
const updatesPerSecond = 50;
let cluster: Cluster;
let watcher: ChildProcess;

beforeAll(async () => {
  cluster = startCluster({ users: ["viewer"] });
  await giveRights(cluster);
  for (const name of namespaces.slice(2))
    await cluster.admin.create({ apiVersion: "v1", kind: "Namespace", metadata: { name } });
  await inParallel(count, 24, (index) => createPaperPod(cluster.admin, namespaceOf(index), nameOf(index)));
  watcher = fork(fileURLToPath(new URL("watcher.ts", import.meta.url)), {
    execArgv: ["--expose-gc", "--experimental-strip-types", "--no-warnings"],
  });
});
afterAll(() => {
  watcher.disconnect();
  cluster.end();
});

function namespaceOf(index: number): string {
  return namespaces[index % namespaces.length] ?? "";
}

function nameOf(index: number): string {
  return `web-${index}`;
}

async function ask(question: Question): Promise<unknown> {
  watcher.send(question);
  const [message]: readonly unknown[] = await once(watcher, "message");
  return message;
}

async function costs(): Promise<Costs> {
  return answers.costs.parse(await ask("costs"));
}

/** Asks the watcher until something is so. */
async function shows(what: string, isSo: (state: State) => boolean): Promise<void> {
  await eventually(what, async () => isSo(answers.state.parse(await ask("state"))) || undefined);
}

const listSchema = z.object({
  items: z.array(
    z.object({
      metadata: z.object({ name: z.string(), namespace: z.string() }),
      status: z.object({ containerStatuses: z.tuple([z.object({ restartCount: z.number() })]) }),
    }),
  ),
});

/** What the cluster has, in the form of a report. */
async function realRestarts(): Promise<Readonly<Record<string, number>>> {
  const { items } = listSchema.parse(await cluster.admin.get("/api/v1/pods"));
  return Object.fromEntries(
    items.map(({ metadata: { name, namespace }, status: { containerStatuses } }) => [
      `${namespace}/${name}`,
      containerStatuses[0].restartCount,
    ]),
  );
}

/** Waits until what is shown is what the cluster has, pod by pod. */
async function isRight(): Promise<void> {
  const real = await realRestarts();
  const size = Object.keys(real).length;
  await shows(`${size} rows`, ({ rows }) => rows === size);
  const shown = async () => answers.restarts.parse(await ask("restarts"));
  const isSame = (restarts: Restarts) => Object.entries(real).every(([name, count]) => restarts[name] === count);
  await eventually("every row to be right", async () => isSame(await shown()) || undefined).catch(() => undefined);
  expect(await shown()).toEqual(real);
}

/** Restarts pods, so many a second; each gets the number of the update as its count. */
async function update(updates: number): Promise<void> {
  const startedMs = performance.now();
  const running: Promise<void>[] = [];
  for (let index = 1; index <= updates; index += 1) {
    const pod = (index * 37) % count;
    running.push(setRestarts(cluster.admin, namespaceOf(pod), nameOf(pod), index));
    await pause(Math.max(0, startedMs + (index * 1000) / updatesPerSecond - performance.now()));
  }
  await Promise.all(running);
}

function told(what: string, { memoryMb, heapMb, longestDelayMs, usualDelayMs, cpuShare, spanMs }: Costs): void {
  const numbers = [
    `${memoryMb.toFixed(0)} MB more than before (heap ${heapMb.toFixed(0)} MB)`,
    `event loop late by ${usualDelayMs.toFixed(0)} ms (99 %), ${longestDelayMs.toFixed(0)} ms at most`,
    `CPU ${(cpuShare * 100).toFixed(1)} % of ${(spanMs / 1000).toFixed(1)} s`,
  ];
  console.log(`${what}: ${numbers.join("; ")}`);
}

function share(sorted: readonly number[], part: number): string {
  return `${Math.round(sorted[Math.floor((sorted.length - 1) * part)] ?? 0)} ms`;
}

describe(`${count} pods`, () => {
  it("are shown", async () => {
    const startedMs = performance.now();
    watcher.send(kubeconfigOf(cluster, "viewer"));
    await shows("all pods", ({ rows }) => rows === count);
    console.log(`${count} rows ${((performance.now() - startedMs) / 1000).toFixed(2)} s after connect`);
    told("connect", await costs());
    await isRight();
  });

  it("cost little while nothing happens", async () => {
    await costs();
    // The measured span, not a wait for something.
    await pause(5000);
    const idle = await costs();
    told("idle", idle);
    expect(idle.latenciesMs).toEqual([]);
  });

  it(`with ${updatesPerSecond} updates a second: every row is right at the end`, async () => {
    await costs();
    await update(15 * updatesPerSecond);
    const busy = await costs();
    told("updates", busy);
    const sorted = busy.latenciesMs.toSorted((one, other) => one - other);
    console.log(
      `from write to row: ${share(sorted, 0.5)} usually, ${share(sorted, 0.99)} (99 %), ${share(sorted, 1)} at most`,
    );
    await isRight();
  });

  it("over an API server that is killed while they change: stale, then live, and every row is right", async () => {
    cluster.stop("kube-apiserver");
    await shows("stale", ({ freshness }) => freshness === "stale");
    cluster.start("kube-apiserver");
    await cluster.isReady();
    await update(updatesPerSecond);
    await shows("live", ({ freshness, state }) => freshness === "live" && /^live/.test(state));
    await isRight();
  });

  it("of which some are deleted: their rows are gone", async () => {
    await inParallel(200, 24, (index) => deletePod(cluster.admin, namespaceOf(index), nameOf(index)));
    await isRight();
  });

  it("listed in pages, of which one has expired (410) and one is refused (429): all are there", async () => {
    const proxy = await FaultProxy.before(cluster);
    proxy.fail({ matches: /[?&]continue=/, times: 1, status: 410 });
    proxy.fail({ matches: /pods\?(?!.*watch=)(?!.*limit=)/, times: 1, status: 429, headers: { "retry-after": "1" } });
    const kubeconfig = kubeconfigOf(cluster, "viewer", { server: proxy.server });
    const observer = new Observer({ kubeconfig, namespaces: [] });
    try {
      await observer.reaches(/^live/);
      await eventually("all pods", () => (observer.pods.size === count - 200 ? true : undefined));
    } finally {
      await observer.close();
      await proxy.close();
    }
  });
});
