import { parseArgs } from "node:util";
import { testedRules } from "./alert-rules.ts";
import { checkAlerts } from "./check-alerts.ts";
import { checkExpressions, checkRefusals } from "./check-expressions.ts";
import { checkMetrics } from "./check-metrics.ts";
import { buildSamples } from "./kube-state-metrics.ts";
import { buildPromtool } from "./promtool.ts";

// `npm run test:promtool`: Prometheus and kube-state-metrics themselves against our PromQL, metrics, and alerts.

const { values } = parseArgs({
  options: { seeds: { type: "string", default: "3" }, recordings: { type: "string", default: "30" } },
});
const promtool = buildPromtool();
const samples = buildSamples();
const expressions = checkExpressions(promtool, Number(values.seeds));
const refusals = checkRefusals(promtool);
const metrics = checkMetrics(samples);
const alerts = checkAlerts({ promtool, samples }, Number(values.recordings));
const problems = [...expressions.problems, ...refusals, ...metrics.problems, ...alerts.problems];
for (const problem of problems) console.error(problem);
console.log(`${expressions.cases} values of expressions, ${metrics.cases} samples of metrics`);
console.log(`${testedRules.length} rules × ${values.recordings} recordings, at each evaluation`);
console.log(problems.length === 0 ? "all equal" : `${problems.length} problems`);
process.exitCode = problems.length === 0 ? 0 : 1;
