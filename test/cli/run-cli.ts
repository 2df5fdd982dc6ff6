import { type ChildProcess, fork, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import * as z from "zod/mini";

const cli = fileURLToPath(new URL("../../dist/cli.js", import.meta.url));
const warmCli = fileURLToPath(new URL("warm-cli.ts", import.meta.url));
export const fixtures = fileURLToPath(new URL("fixtures", import.meta.url));

const runSchema = z.object({ stdout: z.string(), stderr: z.string(), code: z.nullable(z.number()) });

export type Run = Readonly<z.infer<typeof runSchema>>;

export interface RunOptions {
  readonly stdin?: string;
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** The reader of standard output goes away at the first word, as `head` does. */
  readonly leaveEarly?: boolean;
}

/**
 * Runs the built CLI, in test/cli/fixtures unless told otherwise. Without standard input it runs in a process that earlier calls have
 * warmed (see warm-cli.ts), which takes a fifth of the time.
 */
export function runCli(args: readonly string[], options: RunOptions = {}): Promise<Run> {
  const { stdin, cwd = fixtures, env = {}, leaveEarly = false } = options;
  const call = { args, cwd, env: { ...process.env, NO_COLOR: "", COLUMNS: "", ...env } };
  return stdin === undefined && !leaveEarly ? warm.run(call) : runAlone(call, stdin ?? "", leaveEarly);
}

interface Call {
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
}

/** In a process of its own. */
function runAlone({ args, ...options }: Call, stdin: string, leaveEarly: boolean): Promise<Run> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [cli, ...args], options);
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
    child.stdin.on("error", () => undefined).end(stdin);
  });
}

/** One process of the worker that runs the tests, which takes one call after the other. */
class WarmCli {
  #child: ChildProcess | undefined;
  #last: Promise<unknown> = Promise.resolve();

  run(call: Call): Promise<Run> {
    const next = this.#last.then(() => this.#ask(call));
    this.#last = next.catch(() => undefined);
    return next;
  }

  #ask(call: Call): Promise<Run> {
    const child = this.#started();
    return new Promise((resolve, reject) => {
      const died = (code: number | null): void => reject(new Error(`the command line ended its process: exit ${code}`));
      child.once("exit", died).once("message", (message) => {
        child.off("exit", died);
        resolve(runSchema.parse(message));
      });
      child.send(call);
    });
  }

  #started(): ChildProcess {
    if (this.#child?.connected === true) return this.#child;
    const child = fork(warmCli, [], { stdio: ["ignore", "inherit", "inherit", "ipc"] });
    child.unref();
    child.channel?.unref();
    this.#child = child;
    return child;
  }
}

const warm = new WarmCli();

/** Runs the CLI and reads its JSON. */
export async function runJson(args: readonly string[], options?: RunOptions): Promise<unknown> {
  const { stdout } = await runCli([...args, "--format", "json"], options);
  return JSON.parse(stdout);
}
