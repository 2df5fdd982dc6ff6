import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { checkSchema, forecastSchema } from "../pages/schemas.ts";
import { fixtures, runJson } from "../run-cli.ts";

// The SDK's own client speaks with the built server.

const cli = fileURLToPath(new URL("../../../dist/cli.js", import.meta.url));
const client = new Client({ name: "test", version: "1.0.0" });
beforeAll(() =>
  client.connect(new StdioClientTransport({ command: process.execPath, args: [cli, "mcp"], cwd: fixtures })),
);
afterAll(() => client.close());

async function call(name: string, args: Record<string, unknown>): Promise<Record<string, unknown>> {
  const { isError, structuredContent, content } = await client.callTool({ name, arguments: args });
  expect(isError, JSON.stringify(content)).not.toBe(true);
  expect(content).toEqual([{ type: "text", text: JSON.stringify(structuredContent) }]);
  return z.record(z.string(), z.unknown()).parse(structuredContent);
}

async function failure(name: string, args: Record<string, unknown>): Promise<string> {
  const { isError, content } = await client.callTool({ name, arguments: args });
  expect(isError).toBe(true);
  return z.tuple([z.object({ text: z.string() })]).parse(content)[0].text;
}

const manifest = `apiVersion: v1
kind: Pod
metadata: {name: web}
spec:
  containers:
  - name: app
    image: registry.example/app:1
    livenessProbe: {tcpSocket: {port: 80}, timeoutSeconds: 15}
`;

describe("the tools for agents", () => {
  it("give no numbers of a pod that the API server rejects", async () => {
    const rejected = manifest.replace("timeoutSeconds: 15", "timeoutSeconds: -1");
    const { pods } = await call("forecast", { manifest: rejected });
    expect(pods).toEqual([expect.objectContaining({ outlook: "rejected", containers: [] })]);
    expect(pods).not.toEqual([expect.objectContaining({ readyAfter: expect.anything() })]);
  });

  it("say what they take, what they give, and that they only read", async () => {
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual([
      "check",
      "forecast",
      "simulate",
      "diff",
      "explain_rule",
      "observe",
      "explain",
      "learn",
    ]);
    for (const { description, inputSchema, outputSchema, annotations } of tools) {
      expect(description).toMatch(/^[A-Z].*\.$/s);
      expect(inputSchema["type"]).toBe("object");
      expect(outputSchema?.["type"]).toBe("object");
      expect(annotations?.readOnlyHint).toBe(true);
    }
  });

  it("explain names who ended the runs of a described pod, and how sure that is", async () => {
    const text = readFileSync(new URL("../../fixtures/incidents/describe-startup-exit0.txt", import.meta.url), "utf8");
    const answer = await call("explain", { text });
    expect(answer).toMatchObject({
      pods: [
        {
          pod: "Pod/api-6d5f7c9b4-abcde in shop",
          causes: [{ certainty: "told", shown: "told: Killing x6" }],
          next: [expect.stringContaining("app: start 10:03:14–10:03:4")],
          scenario: [expect.stringContaining("app: fails startup")],
          fit: { judged: 1, inside: 1 },
          whatIf: [expect.objectContaining({ avoids: "no restarts instead of 5", if: "if app starts within 5s" })],
        },
      ],
    });
    expect(JSON.stringify(answer)).not.toContain("correct-horse");
  });

  it("check says what the command says, with lines and field paths", async () => {
    const answer = await call("check", { paths: ["shop"] });
    const { files, summary } = checkSchema.parse(await runJson(["check", "shop"]));
    const all = files.flatMap(({ path, diagnostics }) =>
      diagnostics.map(({ rule, severity, message, fieldPath, range }) => ({
        path,
        line: range.start.line + 1,
        severity,
        rule,
        fieldPath,
        message,
      })),
    );
    expect(answer).toMatchObject({ errors: summary.error, warnings: summary.warning, problems: all, more: 0 });
  });

  it("forecast and simulate take the text of a manifest", async () => {
    const answer = await call("forecast", { manifest, until: "1h", kubernetes: "1.36" });
    expect(answer["pods"]).toMatchObject([
      { pod: "Pod/web in default", outlook: "healthy", containers: [{ name: "app", fieldPath: "spec.containers[0]" }] },
    ]);
    const { pods } = forecastSchema.parse(
      await runJson(["forecast", "--until", "1h", "--kubernetes", "1.36", "-"], { stdin: manifest }),
    );
    expect(answer["pods"]).toMatchObject([{ answer: pods[0]?.summary }]);
    const run = await call("simulate", {
      manifest,
      scenario: ["app: crashes after 5s"],
      events: ["2m pod is deleted"],
      until: "3m",
    });
    expect(run).toMatchObject({ pod: "Pod/web", seed: 1, until: "3m" });
    expect(JSON.stringify(run["happened"])).toContain("exit");
  });

  it("forecast says what an outage of the scenario costs", async () => {
    const scenario = ["at 5m database is away for 4m", "app: needs database"];
    const { pods } = await call("forecast", { manifest, scenario });
    expect(pods).toMatchObject([{ outage: expect.stringMatching(/^ready .* after database is back at 9m \(/) }]);
  });

  it("learn gives a comment and its evidence, and contacts no cluster", async () => {
    const text = readFileSync(new URL("../../fixtures/incidents/watch-dump.json", import.meta.url), "utf8");
    const answer = await call("learn", { text });
    expect(answer).toMatchObject({
      containers: [
        { pods: 1, comment: expect.stringMatching(/^main: crashes after .* — /), proposals: [], unknown: [] },
      ],
      more: 0,
    });
    const { isError, content } = await client.callTool({ name: "learn", arguments: { paths: ["deploy/web"] } });
    expect(isError).toBe(true);
    expect(JSON.stringify(content)).toContain("deploy/web: no such file");
  });

  it("diff, explain_rule", async () => {
    expect(await call("diff", { base: "pod.yaml", head: "pod.yaml" })).toMatchObject({ worst: "none", changes: [] });
    expect(await call("diff", { from: "1.34", to: "1.37", paths: ["pod.yaml"] })).toMatchObject({ worst: "none" });
    const { page } = await call("explain_rule", { rule: "liveness-kills-start" });
    expect(page).toMatch(/^# liveness-kills-start\n/);
  });

  it.each([
    ["check", {}, "give either manifest or paths"],
    ["check", { manifest, paths: ["pod.yaml"] }, "give either manifest or paths"],
    ["check", { paths: ["--output=stolen.yaml"] }, "--output=stolen.yaml: no such file or directory"],
    ["forecast", { manifest, until: "soon" }, /^invalid value soon for --until/],
    ["simulate", { manifest, scenario: ["--output=x"] }, /^--scenario "--output=x": /],
    ["diff", { base: "--output=x", head: "." }, "--output=x is not a git ref, a directory, or a file"],
    ["diff", { base: "pod.yaml", to: "1.37" }, "give either base and head, or from and to"],
    ["diff", { base: "pod.yaml" }, "give either base and head, or from and to"],
    ["diff", { base: "pod.yaml", head: "pod.yaml", helm: "web" }, /a file has no charts/],
    ["explain_rule", { rule: "none" }, /^unknown rule none/],
    ["observe", { context: "nowhere" }, /nowhere|kubeconfig/],
  ])("%s %j is answered with a sentence", async (name, args, expected) => {
    const text = await failure(name, args);
    if (typeof expected === "string") expect(text).toBe(expected);
    else expect(text).toMatch(expected);
  });

  it("goes on after input of a wrong shape and after text that is no manifest", async () => {
    const wrong = await client
      .callTool({ name: "check", arguments: { manifest: 1 } })
      .catch((error: unknown) => ({ isError: true, error }));
    expect(wrong.isError).toBe(true);
    expect(await call("check", { manifest: "\0: [".repeat(1000) })).toHaveProperty("errors");
  });
});
