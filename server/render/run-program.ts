import { formatRecorded } from "../../shared/basics/span-words.ts";
import type { RenderOptions } from "./model.ts";

type Output =
  | { readonly is: "done"; readonly text: string }
  /** It ran and said no; in its own words. */
  | { readonly is: "failed"; readonly reason: string }
  | { readonly is: "missing" };

/** More than the largest manifest that is read. */
const outputBytesMax = 64 * 1024 * 1024;
const reasonLinesMax = 12;
const reasonLengthMax = 2000;

/** Runs a program of the person's PATH, without a shell. Never rejects. */
export async function runProgram(
  program: string,
  args: readonly string[],
  { cwd, env, timeLimitMs }: Pick<RenderOptions, "cwd" | "env" | "timeLimitMs">,
): Promise<Output> {
  // Few calls render anything, and all would load it.
  const { spawn } = await import("node:child_process");
  return new Promise((resolve) => {
    const child = spawn(program, args, { cwd, env: { ...env }, stdio: ["ignore", "pipe", "pipe"], windowsHide: true });
    const out: Buffer[] = [];
    const err: Buffer[] = [];
    let bytes = 0;
    let ended: string | undefined;
    const end = (reason: string): void => {
      ended ??= reason;
      child.kill("SIGKILL");
    };
    const timer = setTimeout(() => end(`it did not finish within ${formatRecorded(timeLimitMs)}`), timeLimitMs);
    child.stdout.on("data", (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > outputBytesMax) end("it printed more than 64 MB");
      else out.push(chunk);
    });
    child.stderr.on("data", (chunk: Buffer) => {
      if (err.length < 1000) err.push(chunk);
    });
    child.once("error", (error: NodeJS.ErrnoException) => {
      clearTimeout(timer);
      resolve(error.code === "ENOENT" ? { is: "missing" } : { is: "failed", reason: error.message });
    });
    child.once("close", (code) => {
      clearTimeout(timer);
      const said = reasonOf(Buffer.concat(err).toString("utf8"));
      if (ended !== undefined) resolve({ is: "failed", reason: ended });
      else if (code === 0) resolve({ is: "done", text: Buffer.concat(out).toString("utf8") });
      else resolve({ is: "failed", reason: said === "" ? `exit code ${code ?? "unknown"}` : said });
    });
  });
}

/** What the program said, without the word that we say ourselves. */
function reasonOf(text: string): string {
  const lines = text
    .trim()
    .split("\n")
    .map((line) => line.trimEnd())
    .filter((line) => line !== "" && !/^(?:WARNING|# Warning|level=WARN)/.test(line));
  return lines
    .slice(0, reasonLinesMax)
    .join("\n  ")
    .slice(0, reasonLengthMax)
    .replace(/^[Ee]rror: /, "")
    .replace(/^[EF]\d{4} [\d:.]+ +\d+ [\w.]+:\d+\] "command failed" err="(.*)"$/, unquoted);
}

/** kubectl logs its own failure like a component of the cluster: the sentence is what it is about. */
function unquoted(_: string, written: string): string {
  return written.replace(/\\(["\\])/g, "$1");
}
