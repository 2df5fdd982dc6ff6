import { appendFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { seedByChance } from "../seed.ts";
import { testedRules } from "./alert-rules.ts";
import { checkAlerts } from "./check-alerts.ts";
import { checkExpressions, checkRefusals } from "./check-expressions.ts";
import { checkMetrics } from "./check-metrics.ts";
import { checkRandomRules } from "./check-random-rules.ts";
import { buildSamples } from "./kube-state-metrics.ts";
import { buildPromtool } from "./promtool.ts";

// `npm run test:promtool`: Prometheus and kube-state-metrics themselves against our PromQL, metrics, and alerts.
// Where they cannot be built it says so and ends well; with `--required` it does not.

const { values } = parseArgs({
  options: {
    seeds: { type: "string", default: "3" },
    recordings: { type: "string", default: "30" },
    random: { type: "string" },
    required: { type: "boolean", default: false },
  },
});
const programs = build();
if ("problem" in programs) {
  console.log(`${values.required ? "Prometheus cannot be asked." : "Prometheus is left out."} ${programs.problem}`);
  process.exitCode = values.required ? 1 : 0;
} else compare(programs);

interface Programs {
  readonly promtool: string;
  readonly samples: string;
}

function build(): Programs | { readonly problem: string } {
  try {
    return { promtool: buildPromtool(), samples: buildSamples() };
  } catch (error) {
    return { problem: String(error) };
  }
}

function compare({ promtool, samples }: Programs): void {
  const expressions = checkExpressions(promtool, Number(values.seeds));
  const refusals = checkRefusals(promtool);
  const metrics = checkMetrics(samples);
  const alerts = checkAlerts({ promtool, samples }, Number(values.recordings));
  const seed = Number(values.random ?? seedByChance() % 1_000_000);
  const random = checkRandomRules(promtool, { recordings: Number(values.recordings), seed });
  const parts = [expressions.problems, refusals, metrics.problems, alerts.problems, random.problems];
  const problems = parts.flat();
  for (const problem of problems) console.error(problem);
  console.log(`${expressions.cases} values of expressions, ${metrics.cases} samples of metrics`);
  console.log(`${testedRules.length} rules × ${values.recordings} recordings, at each evaluation`);
  console.log(`${random.cases} states of alerts of random rules (--random ${seed})`);
  console.log(problems.length === 0 ? "all equal" : `${problems.length} problems`);
  process.exitCode = problems.length === 0 ? 0 : 1;
  const failed = parts.filter((part) => part.length > 0).length;
  const totals = process.env["POD_CADENCE_TOTALS"];
  const failures = problems.slice(0, 20).map((problem) => `- promtool: ${problem.split("\n")[0]?.slice(0, 200)}\n`);
  if (totals !== undefined) appendFileSync(totals, `${parts.length - failed} ${failed}\n${failures.join("")}`);
}
