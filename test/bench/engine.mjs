// The engine's numbers: the median of repeated runs after a warm-up, bundled and minified as it is delivered.

import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { installOwnPackages } from "../../tools/own-packages.mjs";

const folder = import.meta.dirname;
const root = path.join(folder, "../..");
const bundle = path.join(root, ".build/bench-engine.mjs");
await build({
  entryPoints: [path.join(folder, "engine-parts.ts")],
  outfile: bundle,
  bundle: true,
  minify: true,
  format: "esm",
  platform: "neutral",
  mainFields: ["module", "main"],
  logLevel: "warning",
});
const library = pathToFileURL(bundle).href;
const engine = await import(library);

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
const probe = { httpGet: { port: 8080 } };
const probes = { startupProbe: probe, livenessProbe: probe, readinessProbe: probe };

/** How the rows of `engineRows` came about. */
/** @returns {Promise<string[][]>} */
export async function engineRows() {
  const podDay = (/** @type {string} */ does) => median(() => play({ does, untilMs: dayMs }));
  const plain = { containers: [{ name: "app", image: "app:1" }] };
  const fast = { does: "crashes", spec: plain, maximumMs: 1000, untilMs: dayMs };
  const { counts, ended } = play(fast);
  const reached = `${counts.restarts.app.toLocaleString("en")} restarts${ended === "event-limit" ? ", then the limit of entries" : ""}`;
  const many = Array.from({ length: 50 }, (_, index) => ({ name: `app-${index}`, image: "app:1", ...probes }));
  const loop = { does: "crashes", spec: plain, untilMs: 30 * minuteMs };
  const envelope = () => {
    for (let seed = 1; seed <= 100; seed += 1) play({ ...loop, recording: "entries", seed });
  };
  const ours = await warmCpuMs(async (seed) => void play({ ...loop, recording: "statuses", seed }));
  const theirs = await webernetesMs(loop);
  return [
    ["a simulated pod-day, three probes, all well", ms(podDay("runs")), "≤ 2 ms"],
    ["a simulated pod-day that hangs every ten minutes", ms(podDay("hangs after 10m")), "≤ 5 ms"],
    [
      "a simulated pod-day in a crash loop, default curve",
      ms(median(() => play({ does: "crashes", spec: plain, untilMs: dayMs }))),
      "≤ 2 ms",
    ],
    [`a simulated pod-day at a maximum of 1s (${reached})`, ms(median(() => play(fast))), "≤ 500 ms"],
    ["… memory that it holds", difference(heldMegabytes(fast), (held) => `${held.toFixed(1)} MB`), "≤ 20 MB"],
    [
      "an hour of 50 containers with three probes each",
      ms(median(() => play({ spec: { containers: many }, untilMs: hourMs }))),
      "≤ 100 ms",
    ],
    ["30 minutes of a crash loop, 100 runs", ms(median(envelope)), "≤ 100 ms"],
    ["node load: 10,000 pods, four kinds, for an hour", ms(median(nodeLoad)), "≤ 2 s"],
    ["a rollout of 10,000 pods, one at a time, exact timing", ms(median(() => rollOut("ideal"))), "≤ 1 s"],
    ["… with jitter", ms(median(() => rollOut("kubelet"))), "≤ 5 s"],
    ["30 minutes of a crash loop, with all statuses: processor time after 20 runs", ms(ours), ""],
    ["… the same in @ngrok/webernetes, in virtual time", difference(theirs, ms), ""],
    [
      "… which takes longer by",
      difference(theirs / ours, (factor) => `${Math.round(factor).toLocaleString("en")} ×`),
      "",
    ],
  ];
}

/**
 * @typedef {{does?: string, spec?: {containers: object[]}, maximumMs?: number, untilMs: number, seed?: number, recording?: string}} Question
 * @param {Question} question
 */
function inputOf({
  does = "runs",
  spec = { containers: [{ name: "app", image: "app:1", ...probes }] },
  maximumMs,
  ...rest
}) {
  const usual = engine.defaultAssumptions();
  const kubeletConfiguration = { ...usual.node.kubeletConfiguration, maxContainerRestartPeriodMs: maximumMs };
  const assumptions = { ...usual, node: { ...usual.node, kubeletConfiguration } };
  const { pod } = engine.admit({ kind: "Pod", name: "pod", namespace: "default", spec }, assumptions);
  const texts = spec.containers.map((/** @type {any} */ { name }) => ({
    text: `${name}: ${does}`,
    container: undefined,
    source: "argument",
  }));
  const { scenario } = engine.parseScenario(texts, engine.allContainers(pod));
  return { pod, assumptions, scenario, seed: 1, recording: "counts", ...rest };
}

/** @param {Question} question */
function play(question) {
  return engine.simulate(inputOf(question));
}

/** A hundred nodes of a hundred pods. */
function nodeLoad() {
  const groups = [
    [60, "runs"],
    [25, "exits 0 after 10s"],
    [10, "crashes"],
    [5, "hangs after 10m"],
  ].map(([count, does]) => ({ count, ...inputOf({ does: String(does), untilMs: hourMs }) }));
  const { assumptions } = inputOf({ untilMs: hourMs });
  const load = engine.forecastLoad({ groups, nodes: 100, assumptions, untilMs: hourMs, samples: 30 });
  if (load.pods * 100 !== 10_000) throw new Error("not 10,000 pods");
}

/** Half of the pods are old, half new. @param {"ideal" | "kubelet"} timing */
function rollOut(timing) {
  const { pod, assumptions, scenario } = inputOf({ untilMs: hourMs });
  const strategy = { rollingUpdate: { maxSurge: 1, maxUnavailable: 0 } };
  const spec = engine.readWorkloadSpec("Deployment", { replicas: 5000, strategy }, assumptions.apiServer);
  const about = { name: "web", spec, pod, scenario, nodes: ["node-1", "node-2", "node-3"], services: [], budgets: [] };
  const events = [{ kind: "rollout", atMs: 0, revision: engine.newRevision }];
  const { completes } = engine.playRollout(about, { ...assumptions, timing }, { seed: 1, lives: 4, events });
  if (completes === undefined) throw new Error("the rollout does not complete");
}

/** What a run keeps alive at most, looked at 24 times, in a process of its own. @param {Question} question */
function heldMegabytes(question) {
  const script = `
    import * as engine from ${JSON.stringify(library)};
    const simulation = engine.createSimulation(JSON.parse(process.argv[1]));
    const held = () => { globalThis.gc(); return process.memoryUsage().heapUsed; };
    const before = held();
    let most = before;
    for (let hour = 1; hour <= 24; hour += 1) { simulation.runUntil(hour * ${hourMs}); most = Math.max(most, held()); }
    simulation.timeline();
    console.log(most - before);`;
  const options = ["--expose-gc", "--input-type=module", "--eval", script, JSON.stringify(inputOf(question))];
  return Number(execFileSync(process.execPath, options, { encoding: "utf8" })) / 1e6;
}

/** Webernetes is as warm as we are; the time of its cluster's start does not count. @param {Question} question */
async function webernetesMs(question) {
  const temporary = mkdtempSync(path.join(os.tmpdir(), "bench-"));
  const outfile = path.join(temporary, "webernetes.mjs");
  installOwnPackages("test/release");
  const entryPoints = [path.join(root, "test/release/webernetes/cluster.ts")];
  await build({ entryPoints, outfile, bundle: true, format: "esm", platform: "node", logLevel: "warning" });
  const { playInWebernetes } = await import(pathToFileURL(outfile).href);
  rmSync(temporary, { recursive: true });
  const { pod, scenario, untilMs } = inputOf(question);
  /** @param {number} lastMs */
  const playedUntil = (lastMs) => warmCpuMs((seed) => playInWebernetes({ pod, scenario, untilMs: lastMs, seed }));
  const startMs = await playedUntil(0);
  return (await playedUntil(untilMs)) - startMs;
}

const warmRuns = 20;
const measuredRuns = 20;

/**
 * Processor time of a run after as many others, whoever plays it.
 * @param {(seed: number) => Promise<unknown>} run
 */
async function warmCpuMs(run) {
  for (let seed = 1; seed <= warmRuns; seed += 1) await run(seed);
  const before = process.cpuUsage();
  for (let seed = 1; seed <= measuredRuns; seed += 1) await run(warmRuns + seed);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / measuredRuns;
}

/** @param {() => unknown} work */
function median(work) {
  const warmUntil = performance.now() + 400;
  do work();
  while (performance.now() < warmUntil);
  /** @type {number[]} */
  const times = [];
  const until = performance.now() + 1000;
  while (times.length < 5 || (performance.now() < until && times.length < 500)) {
    const start = performance.now();
    work();
    times.push(performance.now() - start);
  }
  return middleOf(times);
}

/** @param {number[]} times */
export function middleOf(times) {
  return times.sort((one, other) => one - other)[Math.floor(times.length / 2)] ?? 0;
}

/**
 * What a difference of two measurements says: nothing, where the noise is larger than it.
 * @param {number} value @param {(value: number) => string} words
 */
export function difference(value, words) {
  return value > 0 ? words(value) : "too little to measure";
}

/** @param {number} value */
export function ms(value) {
  if (value < 1) return `${value.toFixed(2)} ms`;
  return value < 10 ? `${value.toFixed(1)} ms` : `${Math.round(value).toLocaleString("en")} ms`;
}
