// `npm run test:cluster`: builds the cluster and runs its tests. Where it cannot run, a notice says why and nothing has failed,
// but for `-- --required`, as CI has it. Everything else goes to Vitest: `npm run test:cluster -- rights`.
import { spawnSync } from "node:child_process";
import { build, obstacle } from "./harness/program.ts";

const [required, others] = [
  process.argv.includes("--required"),
  process.argv.slice(2).filter((each) => each !== "--required"),
];
const reason = obstacle();
if (reason === undefined) {
  build();
  const vitest = ["node_modules/vitest/vitest.mjs", "run", "--config", "vitest.cluster.config.ts", ...others];
  process.exitCode = spawnSync(process.execPath, vitest, { stdio: "inherit" }).status ?? 1;
} else {
  console.log(
    `${required ? "The tests of the live cluster cannot run." : "The tests of the live cluster are left out."} ${reason}`,
  );
  process.exitCode = required ? 1 : 0;
}
