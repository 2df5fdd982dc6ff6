import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import * as z from "zod/mini";

const root = path.resolve(import.meta.dirname, "../../..");
const biome = path.join(root, "node_modules/@biomejs/biome/bin/biome");

const reportSchema = z.object({
  diagnostics: z.array(
    z.object({
      category: z.string(),
      message: z.string(),
      location: z.object({ path: z.string(), start: z.object({ line: z.number() }) }),
    }),
  ),
});

export interface Sample {
  readonly file: string;
  readonly lines: readonly string[];
}

/**
 * Lints the samples with the repository's biome.json, in a folder of their own and in one run.
 * `answersAt` gives the messages for a line (from 0) of a file; formatting is not looked at.
 */
export function lintTogether(samples: readonly Sample[]): {
  answersAt: (file: string, line: number) => readonly string[];
  dispose: () => void;
} {
  const folder = mkdtempSync(path.join(tmpdir(), "pod-cadence-lint-"));
  copyFileSync(path.join(root, "biome.json"), path.join(folder, "biome.json"));
  writeFileSync(path.join(folder, ".gitignore"), "node_modules/\n");
  for (const { file, lines } of samples) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), `${lines.join("\n")}\n`);
  }
  const options = ["lint", "--reporter=json", "--max-diagnostics=none", "."];
  const { stdout, stderr } = spawnSync(process.execPath, [biome, ...options], { cwd: folder, encoding: "utf8" });
  if (!stdout.startsWith("{")) throw new Error(`biome printed no report: ${stderr}`);
  const { diagnostics } = z.parse(reportSchema, JSON.parse(stdout));
  return {
    answersAt: (file, line) =>
      diagnostics.filter(({ location }) => location.path === file && location.start.line === line + 1).map(answerOf),
    dispose: () => rmSync(folder, { recursive: true, force: true }),
  };
}

function answerOf({ category, message }: { category: string; message: string }): string {
  return `${category}: ${message}`;
}
