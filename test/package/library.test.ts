import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import vm from "node:vm";
import { build } from "esbuild";
import { afterAll, describe, expect, it } from "vitest";
import { codeBlocks } from "../repository/pages/markdown.ts";

// The programs of docs/library.md as people would write them: with the built package in node_modules, and nothing else of ours.

const root = path.resolve(import.meta.dirname, "../..");
const page = path.join(root, "docs/library.md");
const text = readFileSync(page, "utf8");
const blocks = codeBlocks(text);
const programs = blocks.flatMap((block, index) =>
  block.language === "ts" ? [{ line: block.line, program: block.text, output: blocks[index + 1]?.text ?? "" }] : [],
);

const folder = mkdtempSync(path.join(tmpdir(), "pod-cadence-library-"));
afterAll(() => rmSync(folder, { recursive: true }));
const installed = path.join(folder, "node_modules/pod-cadence");
mkdirSync(path.join(installed, "dist"), { recursive: true });
symlinkSync(path.join(root, "dist/index.js"), path.join(installed, "dist/index.js"));
run(path.join(root, "tools/library-types.mjs"), path.join(installed, "dist/index.d.ts"));
const exported = { types: "./dist/index.d.ts", default: "./dist/index.js" };
writeFileSync(path.join(installed, "package.json"), JSON.stringify({ type: "module", exports: { ".": exported } }));
writeFileSync(path.join(folder, "package.json"), JSON.stringify({ type: "module" }));
const declarations = readFileSync(path.join(installed, "dist/index.d.ts"), "utf8");

describe("the declarations", () => {
  it("export the fifteen names of the page, and import nothing", () => {
    const names = [...declarations.matchAll(/^export (?:declare )?(?:interface|type|function|const) (\w+)/gm)].map(
      ([, name]) => name,
    );
    const listed = [...text.matchAll(/^\| `(\w+)/gm)].map(([, name]) => name);
    expect(names.sort()).toEqual(listed.sort());
    expect(names).toHaveLength(15);
    expect(declarations).not.toMatch(/\bimport\b/);
  });

  it("say of each name what it is", () => {
    expect(declarations).not.toMatch(/(?<!\*\/\n)^export (?!\{)/m);
  });
});

describe("the programs of docs/library.md", () => {
  it("are four", () => expect(programs).toHaveLength(4));

  it.each(programs)("line $line under strict TypeScript", ({ line, program }) => {
    const file = path.join(folder, `strict-${line}.ts`);
    writeFileSync(file, program);
    const strict = [
      "--ignoreConfig",
      "--strict",
      "--noUncheckedIndexedAccess",
      "--exactOptionalPropertyTypes",
      "--noEmit",
    ];
    const language = ["--target", "es2023", "--module", "nodenext", "--lib", "es2023,dom", "--types", ""];
    run(path.join(root, "node_modules/typescript/bin/tsc"), ...strict, ...language, file);
  });

  it.each(programs)("line $line on Node", ({ line, program, output }) => {
    const file = path.join(folder, `node-${line}.ts`);
    writeFileSync(file, program);
    const written = run(file);
    if (process.env["UPDATE_GOLDEN"] === "1") updateOutput(program, written);
    else expect(written).toBe(output);
  });

  it.each(programs)("line $line in a browser", async ({ line, program, output }) => {
    const file = path.join(folder, `browser-${line}.ts`);
    writeFileSync(file, program);
    const { outputFiles } = await build({
      entryPoints: [file],
      bundle: true,
      platform: "browser",
      format: "iife",
      write: false,
    });
    const lines: string[] = [];
    const page = { console: { log: (value: unknown) => lines.push(String(value)) } };
    vm.runInNewContext(outputFiles[0]?.text ?? "", page);
    expect(`${lines.join("\n")}\n`).toBe(output);
  });
});

/** Runs a script with this Node, and gives what it wrote. */
function run(...args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: folder,
    encoding: "utf8",
    env: { ...process.env, NO_COLOR: "1" },
  });
  if (status !== 0) throw new Error(`${args.join(" ")}: ${stdout}${stderr}`);
  return stdout;
}

/** Writes what a program wrote into the block behind it. */
function updateOutput(program: string, written: string): void {
  const now = readFileSync(page, "utf8");
  const end = now.indexOf(program) + program.length;
  const rest = now.slice(end).replace(/```text\n[\s\S]*?^```$/m, () => `\`\`\`text\n${written}\`\`\``);
  writeFileSync(page, now.slice(0, end) + rest);
}
