// `npm run test:fresh`: records pods that nobody has seen on real kubelets, some of which are stopped, and replays them in the engine.
//   -- --seed N       of the pods (default: by chance, printed)
//   -- --pods 40      how many
//   -- --stops 50     percent of them on a node whose kubelet is stopped one to three times
//   -- --out FOLDER   keeps the recordings, with what was recorded
//   -- --judge FOLDER replays recordings that were kept, in place of new ones
// Record on a machine that does nothing else: a kubelet that waits for a processor does what no kubelet should.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { stringify } from "yaml";
import { build, obstacle, runProgram } from "../../cluster/harness/program.ts";
import { judge } from "./judge.ts";
import { recipeOf } from "./scenarios.ts";

/** Workers of a kubelet that is new to a probe sleep for a part of its period: by then none is. */
const warmUp = "20s";

const { values } = parseArgs({
  options: {
    seed: { type: "string", default: String(Math.floor(Math.random() * 2 ** 32)) },
    pods: { type: "string", default: "40" },
    stops: { type: "string", default: "50" },
    out: { type: "string" },
    judge: { type: "string" },
  },
});

const folder = values.judge ?? values.out ?? mkdtempSync(path.join(os.tmpdir(), "pod-cadence-fresh-"));
const timelines = path.join(folder, "timelines");
const reason = values.judge === undefined ? obstacle() : undefined;
if (reason !== undefined) console.log(`No pods can be recorded here. ${reason}`);
else {
  if (values.judge === undefined) record();
  report();
}
if (values.out === undefined && values.judge === undefined) rmSync(folder, { recursive: true });

function record(): void {
  build();
  const { nodes, scenarios } = recipeOf(Number(values.seed), Number(values.pods), Number(values.stops));
  mkdirSync(timelines, { recursive: true });
  const nodesFile = path.join(folder, "nodes.yaml");
  const scenariosFile = path.join(folder, "scenarios.yaml");
  writeFileSync(nodesFile, stringify(nodes));
  writeFileSync(scenariosFile, scenarios.map((scenario) => stringify(scenario, { lineWidth: 0 })).join("---\n"));
  const cluster = mkdtempSync(path.join(os.tmpdir(), "pod-cadence-cluster-"));
  console.log(`Records ${scenarios.length} pods of seed ${values.seed}, for three minutes.`);
  try {
    runProgram(["up", "--dir", cluster]);
    const files = ["--nodes", nodesFile, "--out", timelines];
    runProgram(["record", "--dir", cluster, ...files, "--warm-up", warmUp, scenariosFile]);
  } finally {
    runProgram(["down", "--dir", cluster]);
    rmSync(cluster, { recursive: true });
  }
}

function report(): void {
  const counts = { calm: [0, 0], stopped: [0, 0] };
  for (const { name, hasStops, problem, tries } of judge(timelines)) {
    const count = hasStops ? counts.stopped : counts.calm;
    count[0] = (count[0] ?? 0) + (problem === undefined ? 1 : 0);
    count[1] = (count[1] ?? 0) + 1;
    console.log(`${name}: ${problem === undefined ? `explained (${tries} paths)` : `NOT EXPLAINED\n  ${problem}`}`);
  }
  console.log(
    `Explained: ${counts.calm.join(" of ")} pods, and ${counts.stopped.join(" of ")} whose kubelet was stopped.`,
  );
}
