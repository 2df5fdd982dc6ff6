import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

const cli = fileURLToPath(new URL("../../dist/cli.js", import.meta.url));
export const fixtures = fileURLToPath(new URL("fixtures", import.meta.url));

export interface Run {
  readonly stdout: string;
  readonly stderr: string;
  readonly code: number | null;
}

export interface RunOptions {
  readonly stdin?: string;
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** The reader of standard output goes away at the first word, as `head` does. */
  readonly leaveEarly?: boolean;
}

/** Runs the built CLI as a process, in test/cli/fixtures unless told otherwise. */
export function runCli(
  args: readonly string[],
  { stdin, cwd = fixtures, env = {}, leaveEarly = false }: RunOptions = {},
): Promise<Run> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [cli, ...args], {
      cwd,
      env: { ...process.env, NO_COLOR: "", COLUMNS: "", ...env },
    });
    const out: string[] = [];
    const err: string[] = [];
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      out.push(text);
      if (leaveEarly) child.stdout.destroy();
    });
    child.stderr.setEncoding("utf8").on("data", (text: string) => err.push(text));
    child.once("error", reject);
    child.once("close", (code) => resolve({ stdout: out.join(""), stderr: err.join(""), code }));
    // A call that reads nothing may have ended by now.
    child.stdin.on("error", () => undefined).end(stdin ?? "");
  });
}

/** Runs the CLI and reads its JSON. */
export async function runJson(args: readonly string[], options?: RunOptions): Promise<unknown> {
  const { stdout } = await runCli([...args, "--format", "json"], options);
  return JSON.parse(stdout);
}
