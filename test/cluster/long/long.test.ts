import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as z from "zod/mini";
import {
  containerText,
  contradictions,
  type KubeletModel,
  type ObservedContainer,
  type ObservedRun,
  type PodSnapshot,
  restartsAllOf,
  runsOf,
  stopOf,
  stopsOf,
} from "../../../shared/observation/index.ts";
import { until } from "../../patience.ts";
import { figuresOf, isInside } from "../../truth/observation/figures.ts";
import { playInferred } from "../../truth/observation/played.ts";
import { waitsOf } from "../../truth/observation/waits.ts";
import { type Cluster, startCluster } from "../harness/cluster.ts";
import { FaultProxy } from "../harness/fault-proxy.ts";
import { type RealRun, readRuns } from "../harness/journal.ts";
import { kubeconfigOf } from "../harness/kubeconfig.ts";
import { Observer } from "../harness/observer.ts";
import { seenPods } from "../harness/seen-pods.ts";
import { createWorkloads, readWorkloads, type Workload } from "../harness/workloads.ts";
import { giveRights } from "../rights.ts";

// Twenty minutes of loops beside what is said of them: in the first minutes events tell everything, later next to nothing.

const endsSchema = z.looseObject({
  ends: z.record(z.string(), z.enum(["liveness", "startup", "crash", "reset"])),
});

const namespace = "team-a";
/** Pods of which one container crashes in a loop while another one restarts all of them. */
const beside = "restart-all-beside-crash";
/** No two lie ten minutes apart: a run in which nothing begins or ends for so long counts as hanging. */
const minutes = [2, 8, 13, 18] as const;
const workloads = readWorkloads(new URL("workloads.yaml", import.meta.url));

let cluster: Cluster;
let proxy: FaultProxy;
const observers = new Map<string, Observer>();
const startedMs: number[] = [];

beforeAll(async () => {
  cluster = startCluster({ users: ["viewer"] });
  await giveRights(cluster);
  cluster.startNode("default");
  await cluster.nodeIsReady("default");
  proxy = await FaultProxy.before(cluster);
  proxy.distort({ eventsMax: 25, joinsMs: 100 });
  const options = { namespaces: [namespace], remembers: true };
  observers.set("directly", new Observer({ ...options, kubeconfig: kubeconfigOf(cluster, "viewer") }));
  const lossy = kubeconfigOf(cluster, "viewer", { server: proxy.server });
  observers.set("with 25 events of each pod", new Observer({ ...options, kubeconfig: lossy }));
  for (const observer of observers.values()) await observer.reaches(/^live/);
  await createWorkloads(cluster.admin, namespace, workloads);
  startedMs.push(Date.now());
});
afterAll(async () => {
  for (const observer of observers.values()) await observer.close();
  await proxy.close();
  cluster.end();
});

describe.each([...minutes])("after %i minutes", (minute) => {
  let looked: readonly Looked[] = [];
  let real: readonly RealRun[] = [];

  beforeAll(async () => {
    await pause(Math.max(0, (startedMs[0] ?? 0) + minute * 60_000 - Date.now()));
    const pods = workloads.reduce((sum, { copies }) => sum + copies, 0);
    for (const observer of observers.values()) await until("all pods", () => observer.pods.size === pods);
    looked = [...observers].flatMap(([how, observer]) => lookedAt(how, observer));
    real = readRuns(cluster.directory, "default");
  });

  it("causes are right", () => {
    const causes = looked.flatMap((each) => causesOf(each));
    const wrong = causes.filter(({ told, expected }) => told !== expected);
    console.log(`minute ${minute}: ${causes.length - wrong.length} of ${causes.length} causes right`);
    expect(causes.length).toBeGreaterThan(40);
    // A crash in the second of a restart of all containers has their event.
    expect(1 - wrong.length / causes.length, wrong.map(({ text }) => text).join("\n")).toBeGreaterThanOrEqual(0.99);
    expect(wrong.filter(({ text }) => !text.includes(beside))).toEqual([]);
  });

  it("counts are those of the runtime, or say that they are at least so many", () => {
    const counted = looked.flatMap((each) => countsOf(each, real));
    expect(counted.length).toBeGreaterThan(40);
    expect(counted.filter(({ isRight }) => !isRight).map(({ text }) => text)).toEqual([]);
  });

  it("nothing is said to be impossible or overdue", () => {
    const against = looked.flatMap((each) => each.against);
    // A restart of all containers that no look showed is a wait that nothing explains.
    expect(against.filter((text) => !text.includes(beside))).toEqual([]);
    expect(against.length).toBeLessThanOrEqual(2 * observers.size);
  });

  it("who triggered restarts of all containers is known", () => {
    const told = looked.flatMap(({ name, kubelet, look }) => {
      const all = restartsAllOf(kubelet, look);
      return all === undefined ? [] : [{ name, triggers: all.triggers }];
    });
    expect(told.length).toBeGreaterThanOrEqual(minute > 2 ? 10 : 6);
    expect(told.filter(({ triggers }) => triggers.join() !== "trigger")).toEqual([]);
  });

  it.each(["directly", "with 25 events of each pod"])("nearly all restarts are in their windows, watched %s", (how) => {
    const observer = observers.get(how);
    const pods = observer === undefined ? [] : seenPods(observer, real);
    const waits = pods.flatMap((pod) =>
      waitsOf(pod, "all looks and events").map((wait) => ({ ...wait, pod: pod.name, endMs: pod.endMs })),
    );
    const restarted = waits.filter(({ startedMs: started }) => started !== undefined);
    const outside = restarted.filter((wait) => !isInside(wait));
    const { restarts, inside } = figuresOf(waits);
    console.log(`minute ${minute}, ${how}: ${inside} of ${restarts} restarts in their windows`);
    expect(restarts).toBeGreaterThan(20);
    expect(inside / restarts, outside.map(waitText).join("\n")).toBeGreaterThanOrEqual(0.99);
  });
});

it("what is inferred from eighteen minutes does what was observed", () => {
  const observer = observers.get("directly");
  const pods = observer === undefined ? [] : seenPods(observer, readRuns(cluster.directory, "default"));
  const played = pods.flatMap((pod) => playInferred(pod).map((each) => ({ pod: pod.name, ...each })));
  const other = played.filter(({ realRestarts, played: runs }) => {
    const slack = 2 + realRestarts / 4;
    return !runs.some(({ restarts }) => Math.abs(restarts - realRestarts) <= slack);
  });
  const words = other.map(({ pod, container, line, realRestarts, played: runs }) => {
    return `${pod} ${container}: ${line}: ${realRestarts} restarts, played ${runs.map(({ restarts }) => restarts)}`;
  });
  expect(played.length).toBeGreaterThan(20);
  expect(words).toEqual([]);
});

interface Looked {
  readonly how: string;
  readonly name: string;
  readonly ends: Readonly<Record<string, string>>;
  readonly kubelet: KubeletModel;
  readonly look: PodSnapshot;
  readonly atMs: number;
  readonly against: readonly string[];
}

function lookedAt(how: string, { live }: Observer): readonly Looked[] {
  const atMs = Date.now();
  return [...live.all()].flatMap(({ look, kubelet }) => {
    const known = kubelet();
    const { name } = look.pod;
    const workload = workloads.find((each) => name.replace(/-\d+$/, "") === each.name);
    if (known === undefined || workload === undefined) return [];
    const against = contradictions(known, look, atMs).map(({ message }) => `${how}: ${name}: ${message}`);
    return [{ how, name, ends: endsOf(workload), kubelet: known, look, atMs, against }];
  });
}

function endsOf(workload: Workload): Readonly<Record<string, string>> {
  return endsSchema.parse(workload).ends;
}

/** What is said to have ended each run that is known, beside what did. */
function causesOf({ how, name, ends, kubelet, look }: Looked) {
  return look.pod.containers.flatMap((container) => {
    const expected = ends[container.name];
    const { runs } = runsOf(look, container);
    const stops = stopsOf(look.events, container.name);
    const evidence = { container: container.name, runs, stops, events: look.events, pod: look.pod };
    const ended = runs.filter(({ end, isReset }) => end !== undefined && !isReset);
    if (expected === undefined || expected === "reset") return [];
    return ended.map((run) => {
      const stop = stopOf(kubelet, evidence, run);
      const told = stop?.by ?? "crash";
      const text = `${how}: ${name} ${container.name} ${runWords(run)}: ${told} by ${stop?.evidence}, not ${expected}`;
      return { told, expected, text };
    });
  });
}

function runWords({ number, lengthMs, end }: ObservedRun): string {
  return `run ${number + 1} of ${lengthMs?.nominalMs} ms with exit ${end?.exitCode}`;
}

/** Restarts, and kills in words, beside the runtime's own journal. */
function countsOf({ how, name, ends, kubelet, look, atMs }: Looked, real: readonly RealRun[]) {
  return look.pod.containers.map((container: ObservedContainer) => {
    const mine = real.filter((run) => run.pod === `${namespace}/${name}` && run.container === container.name);
    const restarts = mine.filter((run) => run.startedMs <= atMs).length - 1;
    const exits = mine.filter(({ exitedMs = Number.POSITIVE_INFINITY }) => exitedMs <= atMs).length;
    const words = containerText(kubelet, look, container, atMs);
    const kills = [...words.matchAll(/killed by (\w+) (at least )?(?:once|(\d+) times)/g)];
    const isKillRight = kills.every(([, by, atLeast, times = "1"]) => {
      const isCount = atLeast === undefined ? Math.abs(Number(times) - exits) <= 1 : Number(times) <= exits + 1;
      return by === ends[container.name] && isCount;
    });
    // The status of this moment may be on its way.
    const isRight = Math.abs(container.restartCount - Math.max(0, restarts)) <= 1 && isKillRight;
    return { isRight, text: `${how}: ${name} ${container.name}: ${container.restartCount} of ${restarts}; ${words}` };
  });
}

function waitText({
  pod,
  container,
  number,
  window,
  startedMs: started = 0,
}: ReturnType<typeof waitsOf>[number] & { readonly pod: string }) {
  const [early, late] = [started - window.earliestMs, window.latestMs - started].map(Math.round);
  return `${pod} ${container}, after run ${number}: ${early} ms after its start, ${late} ms before its end`;
}
