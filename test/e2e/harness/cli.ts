import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import { repository } from "./cases.ts";
import type { Workbench } from "./workbench.ts";

interface ForecastAnswer {
  readonly headline: string;
}

/** What the command line answers with for the only pod of a file of the workspace: what happens. */
export async function forecastAnswer({ workspace }: Workbench, file: string): Promise<ForecastAnswer> {
  const command = [path.join(repository, "dist/cli.js"), "forecast", "--format", "json", file];
  const { stdout } = await promisify(execFile)(process.execPath, command, { cwd: workspace });
  const [{ answer }] = JSON.parse(stdout).pods;
  return { headline: String(answer.headline) };
}
