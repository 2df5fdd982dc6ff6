import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { findInputs } from "../../../../server/cli/files/inputs.ts";
import type { FileAccess } from "../../../../server/schema/files/file-access.ts";
import { nodeFiles } from "../../../../server/schema/files/node-files.ts";
import { manifestsBelow } from "../../../../server/schema/files/workspace-files.ts";

/** A folder with these files: name → text. */
function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(path.join(tmpdir(), "pod-cadence-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), text);
  }
  return folder;
}

async function walked(root: string, files: FileAccess = nodeFiles): Promise<string[]> {
  const rootUri = pathToFileURL(root).href;
  const found: string[] = [];
  for await (const uri of manifestsBelow(rootUri, files)) found.push(decodeURIComponent(uri.slice(rootUri.length + 1)));
  return found;
}

const tree = {
  ".git/HEAD": "",
  ".gitignore": "*.tmp.yaml\n/out\nsecret?/\n",
  "a b/c%20d.yaml": "",
  "a b/é.yml": "",
  "out/x.yaml": "",
  "sub/.gitignore": "!keep.tmp.yaml\n/local.yaml\n",
  "sub/keep.tmp.yaml": "",
  "sub/local.yaml": "",
  "sub/deeper/local.yaml": "",
  "sub/deeper/lost.tmp.yaml": "",
  "sub/out/x.json": "",
  "secrets/x.yaml": "",
  "node_modules/x.yaml": "",
  "readme.md": "",
  "X.YAML": "",
};

test("an editor walks the same files as the command line, in the same order", async () => {
  const root = folderWith(tree);
  symlinkSync(root, path.join(root, "circle"));
  symlinkSync(path.join(root, "X.YAML"), path.join(root, "link.yaml"));
  const { value } = await findInputs([root]);
  const byCommandLine = value.map((input) => path.relative(root, input.path).split(path.sep).join("/"));
  expect(await walked(root)).toEqual(byCommandLine);
  expect(byCommandLine).toEqual([
    "X.YAML",
    "a b/c%20d.yaml",
    "a b/é.yml",
    "link.yaml",
    "sub/deeper/local.yaml",
    "sub/keep.tmp.yaml",
    "sub/out/x.json",
  ]);
});

test("a pattern that would take minutes, or that is no regular expression, ignores nothing", async () => {
  const deep = Array.from({ length: 30 }, () => "a").join("/");
  const patterns = [`${"**/a/".repeat(12)}b`, `${" ".repeat(50_000)}x`, "[", "\\", "*.tmp.yaml"];
  const root = folderWith({ ".gitignore": patterns.join("\n"), [`${deep}/c.yaml`]: "", "x.tmp.yaml": "" });
  expect(await walked(root)).toEqual([`${deep}/c.yaml`]);
});

test("the project file is looked at, too", async () => {
  expect(await walked(folderWith({ ".pod-cadence.yaml": "", "pod.yaml": "" }))).toEqual([
    ".pod-cadence.yaml",
    "pod.yaml",
  ]);
});

test("below the root of a repository its ignores count, and nothing above it", async () => {
  const root = folderWith({ ...tree, ".gitignore": "" });
  writeFileSync(path.join(root, "sub/.gitignore"), "deeper/local.yaml\n");
  expect(await walked(path.join(root, "sub/deeper"))).toEqual(["lost.tmp.yaml"]);
  const outer = folderWith({
    ".gitignore": "*.yaml",
    "inner/.git/HEAD": "",
    "inner/pod.yaml": "",
    "other/pod.yaml": "",
  });
  expect(await walked(path.join(outer, "inner"))).toEqual(["pod.yaml"]);
  expect(await walked(path.join(outer, "other"))).toEqual(["pod.yaml"]);
});

test("a folder that cannot be listed, or a machine without folders, holds nothing", async () => {
  expect(await walked(path.join(tmpdir(), "not-there"))).toEqual([]);
  expect(await walked(folderWith(tree), { read: nodeFiles.read })).toEqual([]);
});
