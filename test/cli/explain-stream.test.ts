import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { runCli } from "./run-cli.ts";

// What `explain -` makes of a stream: `kubectl get events -w | pod-cadence explain -`.

const cli = fileURLToPath(new URL("../../dist/cli.js", import.meta.url));

const watch = `LAST SEEN   TYPE      REASON      OBJECT       MESSAGE
10s         Normal    Killing     pod/loop-0   Container app failed liveness probe, will be restarted
0s          Normal    Killing     pod/loop-0   Container app failed liveness probe, will be restarted
`;

it("answers with what a watch printed when somebody interrupts it", async () => {
  const child = spawn(process.execPath, [cli, "explain", "-"], { env: { ...process.env, NO_COLOR: "1" } });
  child.stdin.write(watch);
  let [out, said] = ["", ""];
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    out += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    const isFirst = said === "";
    said += text;
    if (isFirst) child.kill("SIGINT");
  });
  const code = await new Promise((resolve) => {
    child.once("close", resolve);
  });
  expect({ code, said }).toEqual({
    code: 0,
    said: expect.stringContaining("reading standard input until it ends; Ctrl+C answers with what was read"),
  });
  expect(out).toContain("The liveness probe ended at least 2 runs of app.");
});

it("reads a log of megabytes line by line", async () => {
  const folder = mkdtempSync(join(tmpdir(), "stream-"));
  try {
    const line = (pod: string, verb: string, code: number, more = "", username = "alice") =>
      JSON.stringify({
        ...{ kind: "Event", apiVersion: "audit.k8s.io/v1", level: "Metadata", stage: "ResponseComplete", verb },
        user: { username },
        objectRef: { resource: "pods", namespace: "shop", name: pod, ...(more !== "" && { subresource: more }) },
        responseStatus: { code },
        requestReceivedTimestamp: "2025-10-23T10:00:05.000000Z",
        stageTimestamp: "2025-10-23T10:00:05.010000Z",
      });
    const others = Array.from({ length: 8000 }, (_, index) => line(`other-${index}`, "create", 201));
    const gone = [line("", "deletecollection", 200), line("b-0", "delete", 200, "", "system:node:n1")];
    const log = [...others, line("a-0", "create", 201, "eviction"), ...gone, ""].join("\n");
    const path = join(folder, "audit.log");
    writeFileSync(path, log);
    const piped = await runCli(["explain", "--pod", "a-0", "-"], { stdin: log });
    expect(piped.stdout).toContain("evicted by alice");
    const read = await runCli(["explain", "--pod", "a-0", path]);
    expect(piped).toEqual({ ...read, stderr: read.stderr.replace(path, "-") });
    const ofMany = await runCli(["explain", "--pod", "b-0", path]);
    expect(ofMany.stdout).toContain("deleted, with other pods of its namespace, by alice");
  } finally {
    rmSync(folder, { recursive: true });
  }
});

it("reads what PowerShell wrote into a file", async () => {
  const folder = mkdtempSync(join(tmpdir(), "utf16-"));
  try {
    const path = join(folder, "events.txt");
    const little = Buffer.from(`\ufeff${watch.replaceAll("\n", "\r\n")}`, "utf16le");
    const answers = [];
    for (const bytes of [little, Buffer.from(little).swap16(), Buffer.from(watch)]) {
      writeFileSync(path, bytes);
      answers.push((await runCli(["explain", path])).stdout);
    }
    expect(new Set(answers).size).toBe(1);
    expect(answers[0]).toContain("The liveness probe ended at least 2 runs of app.");
  } finally {
    rmSync(folder, { recursive: true });
  }
});
