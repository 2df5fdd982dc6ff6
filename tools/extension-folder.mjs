// The folder from which vsce packs the extension: what .vscodeignore lets through, and a package.json for editors.
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";

const root = path.resolve(import.meta.dirname, "..");
const extensionFolder = path.join(root, ".build/extension");

const parts = [
  ...[".vscodeignore", "README.md", "LICENSE", "CHANGELOG.md", "package.nls.json"],
  ...["dist", "docs/rules", "examples", "l10n", "media", "syntaxes"],
];

/**
 * Lays the folder out anew. Its package.json has no `type`: this repository's scripts are ES modules, and a newer VS Code for the
 * web (1.139) takes the entry of an extension with that type for one, and does not load it.
 */
export function layOutExtension() {
  rmSync(extensionFolder, { recursive: true, force: true });
  mkdirSync(extensionFolder, { recursive: true });
  for (const part of parts)
    cpSync(path.join(root, part), path.join(extensionFolder, part), {
      recursive: true,
      filter: (file) => !file.startsWith(path.join(root, "dist/npm")) && !/\.(vsix|tgz|map)$/.test(file),
    });
  const { type: _, ...manifest } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8"));
  writeFileSync(path.join(extensionFolder, "package.json"), `${JSON.stringify(manifest, undefined, 2)}\n`);
  return extensionFolder;
}

if (import.meta.main) layOutExtension();
