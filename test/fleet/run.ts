import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { obstacle } from "../cluster/harness/program.ts";
import { buildPromtool, promtoolFolder } from "../promtool/promtool.ts";
import { type Asked, askFleet } from "./ask-fleet.ts";
import { type Checked, checkAnswers, checkWhatIf } from "./check-answers.ts";
import { checkStore } from "./check-store.ts";
import { simulateFleet } from "./fleet.ts";
import { checkLive } from "./live.ts";
import { buildPrometheus, startPrometheus } from "./prometheus.ts";
import { buildBlocks, writeBlocks } from "./store.ts";

// `npm run test:fleet`: a simulated fleet whose truth is known, in a real Prometheus, and what `pod-cadence fleet` says of it.
// `-- --large` is one of 100,000 pods in seven days (10 minutes, 5 GB of disk, 8 GB of memory), `--pods N --days N --loops SHARE` any other one, `-- --live` looks at a real cluster for some minutes. Without Go it says so and ends well; with `--required` it does not.

const { values } = parseArgs({
  options: {
    required: { type: "boolean", default: false },
    large: { type: "boolean", default: false },
    pods: { type: "string" },
    days: { type: "string" },
    /** Share of pods that loop; as many more restart once. */
    loops: { type: "string" },
    seed: { type: "string", default: "1" },
    /** In place of the others: a real cluster, scraped for some minutes. */
    live: { type: "boolean", default: false },
    minutes: { type: "string", default: "6" },
    /** Only how much the server has to do for one report. */
    work: { type: "boolean", default: false },
    /** Builds what it needs, and ends. */
    build: { type: "boolean", default: false },
  },
});

if (spawnSync("go", ["version"]).status !== 0) {
  console.error("Prometheus can't be built: there is no Go.");
  process.exit(values.required ? 1 : 0);
}
const programs = { blocks: buildBlocks(), promtool: buildPromtool(), prometheus: buildPrometheus() };
if (values.build) process.exit(0);
const problems: string[] = [];
/** What a report may take, however large the fleet. A time would depend on what else the machine does. */
const memoryMbMax = 500;

if (values.live) await live();
else await simulated();

const shownMax = 40;
for (const problem of problems.slice(0, shownMax)) console.error(problem);
console.log(problems.length === 0 ? "all as the truth" : `${problems.length} problems`);
process.exitCode = problems.length === 0 ? 0 : 1;

async function live(): Promise<void> {
  const reason = obstacle();
  if (reason === undefined) {
    const { lines, problems: found } = await checkLive(programs.prometheus, Number(values.minutes));
    for (const line of lines) console.log(line);
    problems.push(...found);
  } else if (values.required) problems.push(reason);
  else console.log(`The live run is left out. ${reason}`);
}

async function simulated(): Promise<void> {
  const store = await checkStore(programs);
  console.log(`${store.samples} samples of blocks, beside those that promtool writes`);
  problems.push(...store.problems);

  const size = values.large ? { pods: 100_000, days: 7, loops: 0.01 } : { pods: 500, days: 2, loops: 0.1 };
  const pods = Number(values.pods ?? size.pods);
  const days = Number(values.days ?? size.days);
  /** Of pods that never restart, a large store has few series. */
  const leanFrom = 5000;
  const nowMs = Math.floor(Date.now() / 1000) * 1000;
  const fleet = simulateFleet({
    pods,
    loopShare: Number(values.loops ?? size.loops),
    days,
    stepMs: 30_000,
    seed: Number(values.seed),
    nowMs,
  });
  const dir = join(promtoolFolder, "fleet");
  const written = await writeBlocks(programs.blocks, dir, fleet, pods > leanFrom);
  console.log(`${fleet.pods.length} pods, ${written.series} series, ${written.samples} samples`);
  const server = await startPrometheus(programs.prometheus, dir);
  try {
    const until = ["--until", new Date(nowMs).toISOString()];
    const range = ["--since", `${days * 24}h`, ...until];
    const before = await server.work();
    const plain = await askFleet(server.url, range);
    const after = await server.work();
    show("as it is", plain, checkAnswers(fleet, plain.report));
    const [requests, samples] = [after.requests - before.requests, after.samples - before.samples];
    console.log(`  ${requests} requests, ${samples} samples looked at, for ${plain.report.totals.loops} loops`);
    if (values.work) return;
    // The last of them is longer than the store.
    for (const since of ["40m", "5h", `${days * 24 + 10}h`]) {
      const short = await askFleet(server.url, ["--since", since, ...until]);
      show(`since ${since}`, short, checkAnswers(fleet, short.report));
    }
    for (const maximumMs of [30_000, 120_000]) {
      const whatIf = ["--what-if", `maxContainerRestartPeriod=${maximumMs / 1000}s`];
      const asked = await askFleet(server.url, [...range, ...whatIf]);
      show("what if", asked, checkWhatIf(fleet, asked.report, maximumMs));
    }
    const { cpuSeconds, peakMb } = server.usage();
    console.log(`Prometheus: ${cpuSeconds.toFixed(1)} s of CPU, ${peakMb.toFixed(0)} MB`);
  } finally {
    await server.stop();
  }
}

function show(name: string, { wallSeconds, cpuSeconds, peakMb }: Asked, { lines, problems: found }: Checked): void {
  if (peakMb > memoryMbMax) problems.push(`${name}: ${peakMb.toFixed(0)} MB of memory, more than ${memoryMbMax} MB`);
  console.log(`${name}: ${wallSeconds.toFixed(1)} s, ${cpuSeconds.toFixed(1)} s of CPU, ${peakMb.toFixed(0)} MB`);
  for (const line of lines) console.log(`  ${line}`);
  problems.push(...found.map((problem) => `${name}: ${problem}`));
}
