import { checkExpressions, checkRefusals } from "./check-expressions.ts";
import { buildPromtool } from "./promtool.ts";

// `npm run test:promtool`: Prometheus' own evaluation against ours.

const promtool = buildPromtool();
const { cases, problems } = checkExpressions(promtool, Number(process.argv[2] ?? "5"));
const refusals = checkRefusals(promtool);
for (const problem of [...problems, ...refusals]) console.error(problem);
console.log(`${cases} values compared; ${problems.length + refusals.length} problems`);
process.exitCode = problems.length + refusals.length === 0 ? 0 : 1;
