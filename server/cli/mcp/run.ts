import { spawn } from "node:child_process";
import type { ToolCall } from "./model.ts";

interface Printed {
  readonly stdout: string;
  /** Lines of standard error, without the program's name. */
  readonly notes: readonly string[];
  /** Undefined if it was ended. */
  readonly code: number | undefined;
}

/** A simulation of seven days takes seconds. */
const limitMs = 60_000;
/** Looking at a cluster may wait for it. */
const slowLimitMs = 120_000;
const charactersMax = 32 * 1024 * 1024;

/** Runs this program in a process of its own: whatever the input is, the server goes on, and a call that nobody waits for any more is ended. */
export function runProgram({ args, stdin, isSlow = false }: ToolCall, signal: AbortSignal): Promise<Printed> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [process.argv[1] ?? "", ...args], {
      signal,
      timeout: isSlow ? slowLimitMs : limitMs,
      stdio: ["pipe", "pipe", "pipe"],
      env: { ...process.env, NO_COLOR: "1" },
    });
    let stdout = "";
    let stderr = "";
    child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
      stdout += chunk;
      if (stdout.length > charactersMax) child.kill();
    });
    child.stderr.setEncoding("utf8").on("data", (chunk: string) => {
      stderr = `${stderr}${chunk}`.slice(0, charactersMax);
    });
    // The abort of a call also comes as an error; `close` follows.
    child.on("error", () => undefined);
    child.stdin.on("error", () => undefined).end(stdin);
    child.once("close", (code) => {
      const lines = stderr.split("\n").filter((line) => line !== "");
      resolve({ stdout, notes: lines.map((line) => line.replace(/^pod-cadence: /, "")), code: code ?? undefined });
    });
  });
}
