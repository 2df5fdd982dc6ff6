import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const server = fileURLToPath(new URL("../../dist/server.node.cjs", import.meta.url));

async function run(args: readonly string[]): Promise<{ code: number | null; complaints: string }> {
  const child = spawn(process.execPath, [server, ...args], { stdio: ["pipe", "ignore", "pipe"] });
  let complaints = "";
  child.stderr.on("data", (chunk: Buffer) => {
    complaints += chunk.toString();
  });
  child.stdin.end();
  const code = await new Promise<number | null>((resolve) => child.on("exit", resolve));
  return { code, complaints };
}

test("without a way to talk it says which there are", async () => {
  expect(await run([])).toEqual({
    code: 2,
    complaints: "The Pod Cadence language server requires --stdio, --node-ipc, --pipe=NAME, or --socket=PORT.\n",
  });
});

test("it ends when the editor is gone", async () => {
  expect(await run(["--stdio"])).toMatchObject({ complaints: "" });
});
