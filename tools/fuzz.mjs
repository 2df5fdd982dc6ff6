// npm run fuzz [-- --minutes M --seed N --file NAME --mutant N]: breaks manifests in random places and looks whether Pod Cadence
// throws, hangs, points out of the text or offers a quick fix that breaks it. The same seed makes the same mutants.
import { existsSync, globSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { Worker } from "node:worker_threads";
import { gunzipSync } from "node:zlib";
import { build } from "esbuild";
import { steps } from "../test/fuzz/questions.ts";
import { afterMachineTime } from "../test/patience.ts";
import { createChance, mutate } from "./fuzz-mutations.mjs";

/** @typedef {import("../test/fuzz/questions.ts").Answer} Answer */
/** @typedef {import("../test/fuzz/questions.ts").Failure} Failure */
/** @typedef {{ name: string, text: string }} Source */
/** @typedef {Source & { mutant: number, before: string }} Mutant */

const root = fileURLToPath(new URL("..", import.meta.url));
const corpus = process.env["POD_CADENCE_CORPUS"] ?? join(root, "../shared/corpus");
/** A step that takes longer, in machine time, is given up; one that comes to its end is measured by the thread. */
const patienceMs = 10_000;
const watchEveryMs = 250;
const shrinkMs = 15_000;
const failuresMax = 50;
/** Larger files are a matter of `npm run bench`. */
const lengthMax = 200_000;

const { values: flags } = parseArgs({
  options: {
    minutes: { type: "string", default: "10" },
    seed: { type: "string", default: String(Math.floor(Math.random() * 1e6)) },
    file: { type: "string" },
    mutant: { type: "string" },
  },
});
const output = mkdtempSync(join(tmpdir(), "pod-cadence-fuzz-"));
const progress = new Int32Array(new SharedArrayBuffer(8));
const bundle = await bundleThread();
/** @type {Worker | undefined} */
let worker;
process.exitCode = await main();
await worker?.terminate();

async function main() {
  const seed = Number(flags.seed);
  const sources = flags.file === undefined ? groups() : [[sourceOf(flags.file)]];
  console.log(`seed ${seed}, ${sources.flat().length} files`);
  const [startedMs, runMs] = [Date.now(), Number(flags.minutes) * 60_000];
  const sum = { mutants: 0, pods: 0, findings: 0, fixes: 0 };
  /** @type {Map<string, { times: number }>} */
  const known = new Map();
  const only = flags.mutant === undefined ? undefined : Number(flags.mutant);
  for (let mutant = only ?? 1; only === undefined || mutant === only; mutant += 1) {
    if (only === undefined && (Date.now() - startedMs > runMs || known.size >= failuresMax)) break;
    const made = makeMutant(seed, mutant, sources);
    const answer = await ask(made);
    sum.mutants += 1;
    for (const count of /** @type {const} */ (["pods", "findings", "fixes"])) sum[count] += answer[count];
    for (const failure of answer.failures) await tell(failure, made, seed, known);
  }
  const seconds = (Date.now() - startedMs) / 1000;
  const { mutants, pods, findings, fixes } = sum;
  console.log(
    `seed ${seed}: ${mutants} mutants in ${seconds.toFixed(0)} s, ${(mutants / seconds).toFixed(1)} a second; ${pods} pods, ${findings} findings, ${fixes} quick fixes`,
  );
  for (const [signature, { times }] of known) console.log(`  ${times} times  ${signature}`);
  console.log(known.size === 0 ? "nothing failed" : `${known.size} kinds of failures`);
  return known.size === 0 ? 0 : 1;
}

/** Mutant 0 is the file as it is. @param {number} seed @param {number} mutant @param {readonly Source[][]} sources @returns {Mutant} */
function makeMutant(seed, mutant, sources) {
  const chooses = createChance(seed * 7919 + mutant);
  const group = sources[chooses(sources.length)] ?? [];
  const source = group[chooses(group.length)];
  if (source === undefined) throw new Error("there are no files");
  // A chance of its own, so that `--file` makes the same mutant of its file.
  const text = mutant === 0 ? source.text : mutate(source.text, createChance(seed * 104_729 + mutant));
  return { name: source.name, before: source.text, text, mutant };
}

/** Small hand-written files, cases of the API server and the kubelet, and the world; each as likely as the others. */
function groups() {
  const own = ["examples/**/*.yaml", "test/fixtures/**/*.yaml"].flatMap((pattern) => globSync(pattern, { cwd: root }));
  const names = own.toSorted().map((name) => sourceOf(join(root, name), name));
  const inCorpus = existsSync(join(corpus, "files"))
    ? globSync("**/*.{yaml,yml,json}", { cwd: join(corpus, "files") }).toSorted()
    : [];
  const world = inCorpus.map((name) => sourceOf(join(corpus, "files", name), name));
  return [names, casesOf("pods"), casesOf("kubelet"), world, world]
    .map((group) => group.filter(({ text }) => text.length < lengthMax))
    .filter((group) => group.length > 0);
}

/** @param {string} what @returns {Source[]} */
function casesOf(what) {
  const file = join(root, `test/fixtures/validation/${what}.1.37.1.jsonl.gz`);
  const lines = gunzipSync(readFileSync(file)).toString("utf8").trimEnd().split("\n");
  return lines.flatMap((line) => {
    const { id, text } = JSON.parse(line);
    return typeof text === "string" ? [{ name: String(id), text }] : [];
  });
}

/** @param {string} name A path, or a name that a failure was told with. @param {string} [shown] @returns {Source} */
function sourceOf(name, shown = name) {
  const path = [name, join(root, name), join(corpus, "files", name)].find((each) => existsSync(each));
  if (path !== undefined) return { name: shown, text: readFileSync(path, "utf8") };
  const found = [...casesOf("pods"), ...casesOf("kubelet")].find((each) => each.name === name);
  if (found === undefined) throw new Error(`there is no file ${name}`);
  return found;
}

/** @param {Mutant} mutant @returns {Promise<Answer>} */
function ask({ text, before }) {
  worker ??= new Worker(bundle, { workerData: progress.buffer, execArgv: ["--enable-source-maps"] });
  const asked = worker;
  return new Promise((resolve) => {
    let begun = Atomics.load(progress, 0);
    const hang = () => void giveUp("hangs: no answer", "");
    let callOff = afterMachineTime(patienceMs, hang);
    /** @param {string} message @param {string} stack */
    const giveUp = async (message, stack) => {
      finish();
      worker = undefined;
      await asked.terminate();
      const step = steps[Atomics.load(progress, 1)] ?? "read";
      resolve({ failures: [{ step, message, stack }], pods: 0, findings: 0, fixes: 0 });
    };
    const watch = setInterval(() => {
      const now = Atomics.load(progress, 0);
      if (now === begun) return;
      callOff();
      [begun, callOff] = [now, afterMachineTime(patienceMs, hang)];
    }, watchEveryMs);
    const finish = () => {
      clearInterval(watch);
      callOff();
      asked.removeAllListeners("message");
      asked.removeAllListeners("error");
    };
    asked.once("message", (answer) => {
      finish();
      resolve(answer);
    });
    asked.once("error", (error) =>
      giveUp(`the thread died: ${error}`, error instanceof Error ? (error.stack ?? "") : ""),
    );
    asked.postMessage({ text, before });
  });
}

/** @param {Failure} failure @param {Mutant} mutant @param {number} seed @param {Map<string, { times: number }>} known */
async function tell(failure, mutant, seed, known) {
  const signature = signatureOf(failure);
  const before = known.get(signature);
  if (before !== undefined) {
    before.times += 1;
    return;
  }
  known.set(signature, { times: 1 });
  const small = await shrink(mutant, signature);
  const path = join(output, `${known.size}.yaml`);
  writeFileSync(path, small);
  console.log(`\nFAILED  ${failure.step}: ${failure.message}\n${failure.stack}`);
  console.log(`  mutant:  npm run fuzz -- --seed ${seed} --file '${mutant.name}' --mutant ${mutant.mutant}`);
  console.log(`  smaller: npm run fuzz -- --file ${path} --mutant 0`);
  if (small.length < 1500) console.log(small.replaceAll(/^/gm, "  | "));
}

/** Failures of one cause have one: where it threw, or what is wrong without its numbers. @param {Failure} failure */
function signatureOf({ step, message, stack }) {
  const frame = /at [^\n]*\.ts:\d+/.exec(stack)?.[0] ?? "";
  const words = message.replaceAll(/"[^"]*"/g, '"…"').replaceAll(/\d+/g, "…");
  return `${step}: ${words.slice(0, 120)} ${frame}`.trim();
}

/** Leaves out lines for as long as the same fails. @param {Mutant} mutant @param {string} signature */
async function shrink(mutant, signature) {
  const endMs = Date.now() + shrinkMs;
  let lines = mutant.text.split("\n");
  for (let size = Math.ceil(lines.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let at = 0; at < lines.length && Date.now() < endMs; ) {
      const fewer = lines.toSpliced(at, size);
      const { failures } = await ask({ ...mutant, text: fewer.join("\n") });
      if (failures.some((each) => signatureOf(each) === signature)) lines = fewer;
      else at += size;
    }
  }
  return lines.join("\n");
}

/** A thread cannot run the sources on every Node, the bundle can. */
async function bundleThread() {
  const outfile = join(output, "thread.mjs");
  await build({
    entryPoints: [join(root, "test/fuzz/thread.ts")],
    outfile,
    bundle: true,
    sourcemap: "inline",
    platform: "node",
    format: "esm",
    mainFields: ["module", "main"],
    banner: { js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);' },
    logLevel: "error",
  });
  return outfile;
}
