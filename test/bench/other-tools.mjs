// Tools to compare with. Each is fetched once, into a cache that `npm ci` empties; who has no Go or no network has no tool.
// They are no dependencies of the package: whoever only builds or tests would install them for nothing.

import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { writeSchemas } from "./kubernetes-schemas.mjs";

const cache = path.join(import.meta.dirname, "../../node_modules/.cache/pod-cadence-bench");
const patienceMs = 5 * 60_000;

export const versions = { kubeconform: "v0.8.0", "yaml-language-server": "2.0.0", kubernetes: "v1.37.1" };

/** The program's file, or undefined. */
export function kubeconform() {
  const folder = fetched(`kubeconform-${versions.kubeconform}`, (target) => {
    run("go", ["install", `github.com/yannh/kubeconform/cmd/kubeconform@${versions.kubeconform}`], { GOBIN: target });
  });
  return folder && path.join(folder, process.platform === "win32" ? "kubeconform.exe" : "kubeconform");
}

/** The folder that has it in its node_modules, or undefined. */
export function yamlLanguageServer() {
  const version = versions["yaml-language-server"];
  return fetched(`yaml-language-server-${version}`, (target) => {
    // Without a package.json of its own, npm would take the one of Pod Cadence.
    writeFileSync(path.join(target, "package.json"), '{ "private": true }');
    const quiet = ["--no-save", "--no-audit", "--no-fund", "--ignore-scripts", "--loglevel=error", "--fetch-retries=0"];
    run("npm", ["install", "--prefix", target, ...quiet, `yaml-language-server@${version}`]);
  });
}

/** The folder of the schemas of pods and workloads, or undefined. Kubernetes' Go module is the one registry that has them. */
export function schemas() {
  return fetched(`schemas-${versions.kubernetes}`, (target) => {
    const { Dir } = JSON.parse(run("go", ["mod", "download", "-json", `k8s.io/kubernetes@${versions.kubernetes}`]));
    writeSchemas(path.join(Dir, "api/openapi-spec/swagger.json"), target);
  });
}

/** A folder that is made once; one that is not finished does not count. @param {string} name @param {(target: string) => void} make */
function fetched(name, make) {
  const folder = path.join(cache, name);
  if (existsSync(folder)) return folder;
  const target = `${folder}.part`;
  rmSync(target, { recursive: true, force: true });
  mkdirSync(target, { recursive: true });
  try {
    make(target);
  } catch (error) {
    console.error(`${name} is not there: ${error instanceof Error ? error.message : String(error)}`);
    rmSync(target, { recursive: true, force: true });
    return undefined;
  }
  renameSync(target, folder);
  return folder;
}

/** @param {string} command @param {string[]} args @param {Record<string, string>} variables */
function run(command, args, variables = {}) {
  const env = { ...process.env, ...variables };
  const shell = process.platform === "win32" && command === "npm";
  return execFileSync(command, args, { cwd: cache, encoding: "utf8", env, shell, stdio: "pipe", timeout: patienceMs });
}
