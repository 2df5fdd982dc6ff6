import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import * as z from "zod/mini";

// Calls the built CLI again and again in one process, which has read and compiled it after the first call. Each call begins with
// its own arguments, folder and environment, and has ended when the process has nothing more to do, as a process of its own has.

const requestSchema = z.object({
  args: z.array(z.string()),
  cwd: z.string(),
  env: z.record(z.string(), z.string()),
});

const program = fileURLToPath(new URL("../../dist/cli.js", import.meta.url));
const main = fileURLToPath(new URL("../../dist/cli.main.cjs", import.meta.url));
const load = createRequire(import.meta.url);
const printed = { stdout: "", stderr: "" };

for (const name of ["stdout", "stderr"] as const) {
  const write = (chunk: string | Uint8Array, ...rest: readonly unknown[]): boolean => {
    printed[name] += typeof chunk === "string" ? chunk : Buffer.from(chunk).toString("utf8");
    const written = rest.find((each) => typeof each === "function");
    if (typeof written === "function") process.nextTick(() => Reflect.apply(written, undefined, []));
    return true;
  };
  Object.assign(process[name], { write });
}

process.on("message", (message) => {
  const { args, cwd, env } = requestSchema.parse(message);
  process.channel?.unref();
  process.chdir(cwd);
  for (const name of Object.keys(process.env)) if (env[name] === undefined) delete process.env[name];
  Object.assign(process.env, env);
  process.argv = [process.execPath, program, ...args];
  process.exitCode = undefined;
  delete load.cache[main];
  load(main);
});

process.on("beforeExit", () => {
  const code = process.exitCode ?? 0;
  for (const atExit of process.listeners("exit").filter((each) => !own.has(each)))
    Reflect.apply(atExit, process, [code]);
  for (const event of ["exit", "SIGINT", "SIGTERM", "SIGHUP"]) forget(process, event);
  forget(process.stdout, "error");
  process.channel?.ref();
  process.send?.({ ...printed, code });
  printed.stdout = "";
  printed.stderr = "";
});

process.on("disconnect", () => process.exit());

/** What listened before the first call. */
const own = new Set<unknown>(process.listeners("exit"));

/** Takes the listeners of a call away. */
function forget(emitter: NodeJS.EventEmitter, event: string): void {
  for (const each of emitter.rawListeners(event))
    if (!own.has(each)) Reflect.apply(emitter.off, emitter, [event, each]);
}
