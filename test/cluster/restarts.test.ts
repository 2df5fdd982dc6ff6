import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { contradictions } from "../../shared/observation/index.ts";
import { startMeter } from "../machine-meter.ts";
import { until } from "../patience.ts";
import { figuresOf, isInside, isStartRight, knowledges } from "../truth/observation/figures.ts";
import { type Played, playInferred } from "../truth/observation/played.ts";
import { type Wait, waitsOf } from "../truth/observation/waits.ts";
import { Cluster } from "./harness/cluster.ts";
import { type RealRun, readRuns } from "./harness/journal.ts";
import { kubeconfigOf } from "./harness/kubeconfig.ts";
import { Observer } from "./harness/observer.ts";
import { instantsOf } from "./harness/predicted.ts";
import { podsOfJob } from "./harness/predicted-jobs.ts";
import { type SeenPod, seenPods } from "./harness/seen-pods.ts";
import { createWorkloads, readWorkloads } from "./harness/workloads.ts";
import { nodes } from "./setup.ts";

const cluster = new Cluster(inject("clusterDirectory"));
const workloads = readWorkloads(new URL("workloads.yaml", import.meta.url));
const namespace = "restarts";
let observer: Observer | undefined;
/** Sees the same pods, and nothing of their nodes. */
let stranger: Observer | undefined;
let pods: readonly SeenPod[] = [];
let contradictionsSeen: Readonly<Record<"observer" | "stranger", readonly Found[]>> = { observer: [], stranger: [] };

/** How far an instant may lie outside of what the engine can reach: as in test/truth/timelines, and a busy machine is late. */
let toleranceMs = 300;

/** The fifth run of a crash loop comes after 10, 20 and 40 s of back-off: by then all others have restarted often enough, too. */
const lastRun = 4;
/** Twice what it takes. */
const longestMs = 200_000;

beforeAll(async () => {
  const meter = startMeter();
  await cluster.admin.create({ apiVersion: "v1", kind: "Namespace", metadata: { name: namespace } });
  const namespaces = [namespace];
  // The kubelet tells of a back-off in the moment in which it ends, too: such a status is lost in a batch of the usual length.
  const timing = { batchMs: 1 };
  const watching = new Observer({ kubeconfig: kubeconfigOf(cluster, "viewer"), namespaces, timing, remembers: true });
  observer = watching;
  stranger = new Observer({ kubeconfig: kubeconfigOf(cluster, "no-nodes"), namespaces });
  await watching.reaches(/^live/);
  await stranger.reaches(/^live/);
  await createWorkloads(cluster.admin, namespace, workloads);
  const crashing = workloads.find(({ name }) => name === "crash-loop")?.copies ?? 0;
  const inFifthRun = () =>
    [...watching.live.all()].filter(({ look: { pod } }) => {
      return pod.name.startsWith("crash-loop-") && pod.containers.some(({ restartCount }) => restartCount === lastRun);
    });
  await until(
    () => `${inFifthRun().length} of ${crashing} crash loops came to their fifth run`,
    () => inFifthRun().length === crashing,
    longestMs,
  );
  // At once: the tests below keep this process from taking what comes.
  contradictionsSeen = { observer: contradictionsSeenBy(watching), stranger: contradictionsSeenBy(stranger) };
  pods = seenPods(watching, allRuns());
  toleranceMs *= meter.worst();
  meter.end();
});
afterAll(async () => {
  await observer?.close();
  await stranger?.close();
});

function allRuns(): readonly RealRun[] {
  return Object.keys(nodes).flatMap((node) => readRuns(cluster.directory, node));
}

function podsOf(workload: string): readonly SeenPod[] {
  return pods.filter(({ name }) => name.startsWith(`${workload}-`));
}

function waitsIn(seen: readonly SeenPod[], knowledge: (typeof knowledges)[number]) {
  return seen.flatMap((pod) => waitsOf(pod, knowledge).map((wait) => ({ ...wait, pod: pod.name, endMs: pod.endMs })));
}

function inWords({
  pod,
  container,
  number,
  window,
  startedMs = 0,
  realEarliestMs = 0,
}: Wait & { readonly pod: string }) {
  const [early, late] = [startedMs - window.earliestMs, window.latestMs - startedMs].map(Math.round);
  return `${pod} ${container}, after run ${number}: ${early} ms after its start, ${late} ms before its end; starts ${Math.round(window.earliestMs - realEarliestMs)} ms off`;
}

describe.each(knowledges)("the window of the next try, known: %s", (knowledge) => {
  it("opens within 1.5 s of the real end of the back-off, wherever one delay is left", () => {
    const sure = waitsIn(pods, knowledge).filter(
      ({ delaysMs, realEarliestMs }) => delaysMs.length === 1 && realEarliestMs !== undefined,
    );
    expect(sure.length).toBeGreaterThan(100);
    expect(sure.filter((wait) => !isStartRight(wait)).map(inWords)).toEqual([]);
  });

  it("holds at least 99 % of the real restarts", () => {
    const waits = waitsIn(pods, knowledge);
    const restarted = waits.filter(({ startedMs }) => startedMs !== undefined);
    const outside = restarted.filter((wait) => !isInside(wait));
    const { statuses, restarts, inside, startRight, compared } = figuresOf(waits);
    console.log(
      `${knowledge}: ${statuses} looks, ${inside} of ${restarts} restarts inside, ${startRight} of ${compared} starts right`,
    );
    expect(restarts).toBeGreaterThan(200);
    expect(inside / restarts, outside.map(inWords).join("\n")).toBeGreaterThanOrEqual(0.99);
  });
});

describe.each(workloads)("$name", (workload) => {
  it("does what was predicted, when it was predicted", () => {
    const seen = podsOf(workload.name);
    expect(seen.length).toBeGreaterThanOrEqual(workload.copies);
    const instants = seen.flatMap((pod) => instantsOf(pod, workload.spec, toleranceMs));
    expect(instants.length).toBeGreaterThanOrEqual(seen.length);
    expect(instants.filter(({ isInside: inside }) => !inside).map(({ text }) => text)).toEqual([]);
  });
});

it("a Job replaces its failed pods when it was predicted", () => {
  const workload = workloads.find(({ name }) => name === "replacing-job");
  if (workload === undefined) throw new Error("workloads.yaml has no replacing-job");
  for (let copy = 1; copy <= workload.copies; copy += 1) {
    const name = `${workload.name}-${copy}`;
    const instants = podsOfJob(name, podsOf(name), workload, toleranceMs);
    expect(instants.length, name).toBeGreaterThanOrEqual(2);
    expect(instants.filter(({ isInside: inside }) => !inside).map(({ text }) => text)).toEqual([]);
  }
});

it("nothing that was observed contradicts the prediction", () => {
  expect(contradictionsSeen.observer.map(({ text }) => text)).toEqual([]);
});

it("who knows nothing of the nodes sees that the node with other back-offs contradicts the prediction for a default one", () => {
  const seen = contradictionsSeen.stranger;
  const names = workloads.filter(({ node }) => node === "capped").map(({ name }) => name);
  for (const name of names) expect(seen.map(({ text }) => text).join("\n")).toContain(`${name}-1`);
  expect(seen.filter(({ pod }) => !names.some((name) => pod.startsWith(name))).map(({ text }) => text)).toEqual([]);
});

it.each(workloads)("what $name does is inferred from what was observed", ({ name }) => {
  const played = podsOf(name).flatMap((pod) => playInferred(pod));
  expect(played.length).toBeGreaterThan(0);
  expect(
    played.filter((each) => !isAlike(each)).map(({ container, line, real }) => ({ container, line, real })),
  ).toEqual([]);
});

/** Ends as it really did, and about as often: of each run the API tells the length to a second only. */
function isAlike({ real, realRestarts, played }: Played): boolean {
  const isInOrder = played.some(({ exits }) => exits.every((exit, index) => exit === (real[index] ?? exit)));
  const slack = 1 + realRestarts / 4;
  return isInOrder && played.some(({ restarts }) => Math.abs(restarts - realRestarts) <= slack);
}

interface Found {
  readonly pod: string;
  readonly text: string;
}

function contradictionsSeenBy(by: Observer): readonly Found[] {
  return [...by.live.all()].flatMap(({ look, kubelet }) => {
    const known = kubelet();
    const found = known === undefined ? [] : contradictions(known, look, Date.now());
    return found.map(({ kind, message }) => ({ pod: look.pod.name, text: `${look.pod.name}: ${kind}: ${message}` }));
  });
}
