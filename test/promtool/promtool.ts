import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const folder = fileURLToPath(new URL("../../.build/promtool/", import.meta.url));
const version = "v0.316.0";

/** Builds promtool from its Go module, once. `PROMTOOL` names one that is already built. */
export function buildPromtool(): string {
  const given = process.env["PROMTOOL"];
  if (given !== undefined) return given;
  const program = join(folder, "promtool");
  if (existsSync(program)) return program;
  mkdirSync(folder, { recursive: true });
  const built = spawnSync(
    "go",
    ["install", "-tags", "netgo,remove_all_sd", `github.com/prometheus/prometheus/cmd/promtool@${version}`],
    { env: { ...process.env, GOBIN: folder }, encoding: "utf8" },
  );
  if (built.status !== 0) throw new Error(`promtool cannot be built:\n${built.stderr}`);
  return program;
}

/** Runs `promtool test rules` on a file with this text; gives what it complains of, or undefined. */
export function testRules(promtool: string, name: string, text: string): string | undefined {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${name}.yaml`);
  writeFileSync(file, text);
  const { status, stdout, stderr } = spawnSync(promtool, ["test", "rules", file], {
    encoding: "utf8",
    maxBuffer: 1 << 28,
    cwd: folder,
  });
  return status === 0 ? undefined : `${stdout}${stderr}`;
}

export { folder as promtoolFolder };
