import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { exportRun } from "../../server/exports/export.ts";
import { parseManifest } from "../../server/manifest/documents/parse.ts";
import type { ExportFormat, PlayParams } from "../../shared/protocol/panel/export.ts";
import { assumed, edited, webPlay, withMaximum } from "../server/exports/play-params.ts";
import { fixtures, runCli } from "./run-cli.ts";

const cli = fileURLToPath(new URL("../../dist/cli.js", import.meta.url));

/** What the panel would send for the first pod of a fixture. */
function playOf(file: string, changes: Partial<PlayParams> = {}): PlayParams {
  const [located] = parseManifest(readFileSync(join(fixtures, file), "utf8")).documents.flatMap(
    ({ document }) => document.pods,
  );
  if (located === undefined) throw new Error(`${file} has no pod`);
  const { kind, name, namespace, spec } = located;
  return { ...webPlay, written: { kind, name, namespace, spec }, file, ...changes };
}

async function exported(format: ExportFormat, play: PlayParams, runs?: number): Promise<string> {
  const answer = await exportRun({ format, play, runs }, async () => undefined);
  return answer?.text ?? "nothing";
}

/** Types a command into bash, but for the program, which is the one that was built here. */
function typed(command: string): Promise<{ readonly stdout: string; readonly stderr: string }> {
  const program = `'${process.execPath}' '${cli}'`;
  return new Promise((resolve, reject) => {
    const child = spawn("bash", ["-c", command.replace("npx pod-cadence", program)], { cwd: fixtures });
    const [out, err]: [string[], string[]] = [[], []];
    child.stdout.setEncoding("utf8").on("data", (text: string) => out.push(text));
    child.stderr.setEncoding("utf8").on("data", (text: string) => err.push(text));
    child.once("error", reject);
    child.once("close", () => resolve({ stdout: out.join(""), stderr: err.join("") }));
    child.stdin.end();
  });
}

const story = {
  scenarioTexts: [
    { text: "crashes after 2s x2, then hangs liveness after 1m", container: "cache", source: "comment" },
    { text: "expect restarts <= 1 within 10m", container: "cache", source: "comment" },
  ],
} as const;

const slowStart = {
  scenarioTexts: [
    { text: "starts in 40s", container: "app", source: "comment" },
    { text: "expect ready within 90s", container: "app", source: "comment" },
  ],
} as const;

const limited = {
  kubernetes: "1.36",
  featureGates: { KubeletCrashLoopBackOffMax: true },
  ...withMaximum(40_000, 20_000),
} as const;

describe("what the panel exports is what the command line writes", () => {
  it.each([
    ["json", []],
    ["svg", []],
    ["markdown", []],
    ["kubectl", []],
    ["json", ["--runs", "3"]],
    ["svg", ["--runs", "3"]],
  ] as const)("%s %j", async (format, options) => {
    const play = playOf("story.yaml", { ...story, untilMs: 300_000 });
    const { stdout } = await runCli(["simulate", "story.yaml", "--until", "5m", "--format", format, ...options]);
    expect(await exported(format, play, options.length === 0 ? undefined : 3)).toBe(stdout);
  });
});

describe("the exported command, typed into bash, plays the same", () => {
  it.each<readonly [string, string, Partial<PlayParams>]>([
    ["a manifest as it is", "story.yaml", story],
    ["in another object", "shop/deploy.yaml", { ...slowStart, untilMs: 60_000 }],
    ["another seed and horizon", "story.yaml", { ...story, seed: 12, untilMs: 90_500 }],
    ["another version and kubelet", "story.yaml", { ...story, assumptions: assumed(limited) }],
    [
      "a kubelet with a gate of its own",
      "story.yaml",
      {
        ...story,
        assumptions: {
          ...assumed({ featureGates: { ReduceDefaultCrashLoopBackOffDecay: true } }),
          apiServer: webPlay.assumptions.apiServer,
        },
      },
    ],
    [
      "ideal timing, as the proposals say",
      "story.yaml",
      { ...story, assumptions: assumed({}, { timing: "ideal", semantics: "kep" }) },
    ],
    [
      "a scenario of the panel's",
      "story.yaml",
      edited(
        "cache: exits 3 after 5s x3, then starts in 10s",
        "exporter: hangs after 2m, ignores SIGTERM",
        "at 5m kubelet restarts",
        "expect restarts <= 5 within 10m",
        "cache: expect ready within 2m",
      ),
    ],
    ["a scenario that says nothing", "story.yaml", edited()],
  ])("%s", async (_, file, changes) => {
    const play = playOf(file, changes);
    const { stdout, stderr } = await typed(`${(await exported("cli", play)).trimEnd()} --format json`);
    expect(stderr).toBe("");
    expect(JSON.parse(stdout)).toEqual(JSON.parse(await exported("json", play)));
  });
});
