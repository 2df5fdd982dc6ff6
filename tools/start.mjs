// `npm start`: the extension with the sample manifests in a real VS Code workbench in the browser, all from npm packages.
// `npm start -- --check` starts it, asks for what a browser asks for first, and ends.
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { addressOfFile, host, portIfFree, serveWorkbench } from "./web-workbench.mjs";

const root = path.resolve(import.meta.dirname, "..");
const preferredPort = 3000;
const samplesFolder = path.join(root, "examples");
const firstFile = "crash-loop.yaml";

const checking = process.argv.includes("--check");
const port = (!checking && (await portIfFree(preferredPort))) || (await portIfFree(0));
if (port === undefined) throw new Error(`no free port on ${host}`);
const server = await serveWorkbench(port, samplesFolder);

if (checking) {
  const failures = await check(`http://${host}:${port}`);
  for (const failure of failures) console.error(failure);
  if (failures.length === 0) console.log(`VS Code with Pod Cadence serves on port ${port}: checked, stopped`);
  stop(failures.length === 0 ? 0 : 1);
} else {
  console.log(
    `\nOpen VS Code with Pod Cadence and its sample manifests in a browser:\n\n  ${addressOfFile(port, firstFile)}\n`,
  );
  console.log("Changes to the samples stay in the browser's memory. Press Ctrl+C to stop.");
  for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => stop(0));
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
    if (served !== readFileSync(path.join(samplesFolder, sample), "utf8"))
      failures.push(`${url} does not answer with the sample`);
  }
  return failures;
}

/** Every sample, and the project files beside them, which say what node the samples are for. */
function samples() {
  const files = readdirSync(samplesFolder, { recursive: true, encoding: "utf8" });
  return files.filter((file) => file.endsWith(".yaml")).map((file) => file.replaceAll("\\", "/"));
}

/** @param {number} code */
function stop(code) {
  server.dispose();
  process.exit(code);
}
