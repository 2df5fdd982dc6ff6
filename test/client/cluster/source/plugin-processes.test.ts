import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createCredentialsReader } from "../../../../client/cluster/source/access/credentials.ts";
import { type PluginCall, runExecPlugin } from "../../../../client/cluster/source/access/exec-plugin.ts";
import { eventually } from "./fake-api.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "pod-cadence-plugin-"));
});
afterEach(() => {
  vi.useRealTimers();
  rmSync(folder, { recursive: true });
});

/** A plugin that does what some JavaScript does. */
function execOf(script: string): PluginCall["plugin"] {
  const file = join(folder, "plugin.cjs");
  writeFileSync(file, script);
  return { apiVersion: "client.authentication.k8s.io/v1", command: process.execPath, args: [file] };
}

it.each<[beforeEndMs: number, runs: number]>([
  [60_000, 1],
  [5001, 1],
  [5000, 2],
  [1, 2],
])("a token that expires in %i ms has been asked for %i times", async (beforeEndMs, runs) => {
  const endMs = Date.parse("2100-01-01T00:00:00Z");
  const log = join(folder, "runs");
  const exec = execOf(`
    require("node:fs").appendFileSync(${JSON.stringify(log)}, "x");
    const status = { token: "t", expirationTimestamp: "2100-01-01T00:00:00Z" };
    console.log(JSON.stringify({ kind: "ExecCredential", status }));`);
  const cluster = { server: "https://api.example", folder };
  const target = { contextName: "c", context: { cluster: "c", user: "dev" }, cluster, user: { exec, folder } };
  const reader = createCredentialsReader(target, { environment: {} });
  vi.useFakeTimers({ toFake: ["Date"], now: endMs - 600_000 });
  await reader.read();
  vi.setSystemTime(endMs - beforeEndMs);
  expect(await reader.read()).toMatchObject({ value: { headers: { authorization: "Bearer t" } } });
  expect(readFileSync(log, "utf8")).toHaveLength(runs);
});

it("what a credential plugin has started ends with it when it hangs", async () => {
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    open.add(socket.on("error", () => undefined).once("close", () => open.delete(socket)));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  const stays = `require("node:net").connect(${port}, "127.0.0.1").on("close", () => process.exit()); setInterval(() => {}, 1000);`;
  const plugin = execOf(`
    require("node:child_process").spawn(process.execPath, ["-e", ${JSON.stringify(stays)}], { stdio: "ignore" });
    ${stays}`);
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const cluster = { server: "https://api.example", folder };
  const running = runExecPlugin({ plugin, userName: "dev", folder, cluster, environment: {}, limitMs: 60_000 });
  try {
    await eventually(() => expect(open.size, "plugin and child run").toBe(2));
    vi.advanceTimersByTime(60_000);
    expect(await running).toMatchObject({ problem: expect.stringContaining("did not answer within 1m") });
    await eventually(() => expect(open.size, "both have ended").toBe(0));
  } finally {
    for (const socket of open) socket.destroy();
    server.close();
  }
});
