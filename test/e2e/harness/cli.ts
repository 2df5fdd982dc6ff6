import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import { extension } from "./cases.ts";
import type { Workbench } from "./workbench.ts";

/** The sentence that the command line answers with for the only pod of a file of the workspace. */
export async function forecastSentence({ workspace }: Workbench, file: string): Promise<string> {
  const command = [path.join(extension, "dist/cli.js"), "forecast", "--format", "json", file];
  const { stdout } = await promisify(execFile)(process.execPath, command, { cwd: workspace });
  return String(JSON.parse(stdout).pods[0].summary).replaceAll("`", "");
}
