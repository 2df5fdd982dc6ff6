import { spawnSync } from "node:child_process";
import { existsSync, globSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { pageFiles, rolloutPageFiles } from "../../client/simulator/page.ts";
import { repositoryAddress } from "../../shared/repository.ts";
import { filesOfZip } from "../package/zip.ts";

const root = path.resolve(import.meta.dirname, "../..");
const folder = mkdtempSync(path.join(tmpdir(), "pod-cadence-vsix-"));
afterAll(() => rmSync(folder, { recursive: true }));

const manifestShape = z.object({
  version: z.string(),
  icon: z.string(),
  homepage: z.string(),
  repository: z.object({ url: z.string() }),
  bugs: z.object({ url: z.string() }),
});

const extensionFolder = path.join(root, ".build/extension");
spawnSync(process.execPath, [path.join(root, "tools/extension-folder.mjs")], { stdio: "inherit" });
const [first, second] = [path.join(folder, "first.vsix"), path.join(folder, "second.vsix")];
const words = pack(first);
const files = filesOfZip(readFileSync(first));
const manifest = manifestShape.parse(JSON.parse(textOf("extension/package.json")));

describe("the packed extension", () => {
  it("is packed without a warning", () => {
    expect(words).toContain("Packaged:");
    expect(words).not.toMatch(/WARN/);
  });

  it("has the same bytes each time", () => {
    pack(second);
    expect(readFileSync(second).equals(readFileSync(first))).toBe(true);
  });

  it("has nothing but what .vscodeignore allows by name", () => {
    const folders = new Set([...files.keys()].map((file) => file.split("/").slice(0, 2).join("/")));
    expect([...folders].sort()).toEqual([
      "[Content_Types].xml",
      "extension.vsixmanifest",
      "extension/LICENSE.txt",
      "extension/changelog.md",
      "extension/dist",
      "extension/docs",
      "extension/examples",
      "extension/l10n",
      "extension/media",
      "extension/package.json",
      "extension/package.nls.json",
      "extension/readme.md",
      "extension/syntaxes",
    ]);
  });

  it("has the scripts and styles of the panels' pages", () => {
    const wanted = [...Object.values(pageFiles), ...Object.values(rolloutPageFiles)];
    expect(wanted.filter((file) => !files.has(`extension/dist/${file}`))).toEqual([]);
  });

  it("has of the command line what makes the report of a fleet, and nothing else", () => {
    const parts = [...files.keys()].filter((file) => file.startsWith("extension/dist/cli."));
    expect(parts).toEqual(["extension/dist/cli.main.cjs"]);
    expect([...files.keys()]).toContain("extension/dist/server/fleet.js");
  });

  it("has every sample", () => {
    const samples = readdirSync(path.join(root, "examples"), { recursive: true, encoding: "utf8" })
      .filter((file) => statSync(path.join(root, "examples", file)).isFile())
      .map((file) => `extension/examples/${file.replaceAll("\\", "/")}`);
    expect([...files.keys()].filter((file) => file.startsWith("extension/examples/")).sort()).toEqual(samples.sort());
  });

  it("has the page of every rule, and those of the walkthrough", () => {
    const pages = globSync(["docs/rules/*.md", "media/walkthrough/*.md"], { cwd: root }).map((file) =>
      file.replaceAll("\\", "/"),
    );
    expect(pages.filter((page) => !files.has(`extension/${page}`))).toEqual([]);
    const named = [...textOf("extension/package.json").matchAll(/"markdown": "([^"]+)"/g)].map(([, page = ""]) => page);
    expect(named).toHaveLength(6);
    expect(named.filter((page) => !pages.includes(page))).toEqual([]);
  });

  it("is no ES module, which VS Code for the web does not load", () => {
    expect(JSON.parse(textOf("extension/package.json"))).not.toHaveProperty("type");
    expect(textOf("extension/dist/client/browser.js")).not.toMatch(/^(?:import|export) /m);
  });

  it("has an icon of at least 256 pixels", () => {
    const icon = files.get(`extension/${manifest.icon}`) ?? Buffer.alloc(24);
    expect(icon.toString("latin1", 1, 4)).toBe("PNG");
    expect(Math.min(icon.readUInt32BE(16), icon.readUInt32BE(20))).toBeGreaterThanOrEqual(256);
  });

  it("has a page whose links and pictures are on the web, and in the repository", () => {
    const targets = [...textOf("extension/readme.md").matchAll(/\]\(([^)\s]+)/g)].map(([, target = ""]) => target);
    expect(targets.length).toBeGreaterThan(10);
    const own = `${repositoryAddress}/`;
    const missing = targets.filter((target) => {
      const [, inRepository] = target.startsWith(own)
        ? (/^(?:blob|raw)\/HEAD\/([^#]+)/.exec(target.slice(own.length)) ?? [])
        : [];
      return inRepository === undefined ? !target.startsWith("https://") : !existsSync(path.join(root, inRepository));
    });
    expect(missing).toEqual([]);
  });
});

it("the repository has one address", () => {
  expect([manifest.homepage, manifest.repository.url, manifest.bugs.url]).toEqual([
    `${repositoryAddress}#readme`,
    `git+${repositoryAddress}.git`,
    `${repositoryAddress}/issues`,
  ]);
});

it("the CHANGELOG has a dated section for the version", () => {
  const headings = readFileSync(path.join(root, "CHANGELOG.md"), "utf8").match(/^## .*$/gm) ?? [];
  expect(headings.find((heading) => heading.includes(`[${manifest.version}]`))).toMatch(/ - \d{4}-\d\d-\d\d$/);
});

/** Without a flag that hides what would be broken on its page. Gives what vsce wrote. */
function pack(out: string): string {
  const vsce = path.join(root, "test/release/node_modules/@vscode/vsce/vsce");
  const { status, stdout, stderr } = spawnSync(process.execPath, [vsce, "package", "--no-dependencies", "--out", out], {
    cwd: extensionFolder,
    env: { ...process.env, SOURCE_DATE_EPOCH: "1735689600" },
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`vsce package: ${stdout}${stderr}`);
  return stdout + stderr;
}

function textOf(file: string): string {
  return files.get(file)?.toString("utf8") ?? "";
}
