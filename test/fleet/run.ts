import { spawnSync } from "node:child_process";
import { parseArgs } from "node:util";
import { buildPromtool } from "../promtool/promtool.ts";
import { checkStore } from "./check-store.ts";
import { buildPrometheus } from "./prometheus.ts";
import { buildBlocks } from "./store.ts";

// `npm run test:fleet`: a simulated fleet whose truth is known, in a real Prometheus. Without Go it says so and ends well; with `--required` it does not.

const { values } = parseArgs({ options: { required: { type: "boolean", default: false } } });

if (spawnSync("go", ["version"]).status !== 0) {
  console.error("Prometheus can't be built: there is no Go.");
  process.exit(values.required ? 1 : 0);
}
const programs = { blocks: buildBlocks(), promtool: buildPromtool(), prometheus: buildPrometheus() };
const store = await checkStore(programs);
console.log(`${store.samples} samples of blocks, beside those that promtool writes`);
const { problems } = store;
for (const problem of problems) console.error(problem);
console.log(problems.length === 0 ? "all equal" : `${problems.length} problems`);
process.exitCode = problems.length === 0 ? 0 : 1;
