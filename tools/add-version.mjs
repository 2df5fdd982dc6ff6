// Adds a minor of Kubernetes: npm run add-version -- 1.39 [--preview]
//
// Writes the version where it is listed, and whatever is generated. With `--preview` it can be chosen and is not the default; the same
// call without it, later, makes of the preview the newest released version. What the release changed is the rest of CONTRIBUTING.md,
// "Add a Kubernetes version".

import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import process from "node:process";
import { fileURLToPath } from "node:url";

const root = new URL("..", import.meta.url);
const [version = "", option] = process.argv.slice(2);
const isPreview = option === "--preview";
const minors = "shared/kubernetes/versions.ts";
const versions = listIn("minorVersions = ");
const [preview] = listIn("previews: readonly MinorVersion[] = ");
const last = versions.at(-1) ?? "";
const released = versions.findLast((each) => each !== preview) ?? "";
const next = preview === undefined ? `1.${Number(last.slice(2)) + 1}` : preview;
if (version !== next || (isPreview && preview !== undefined)) {
  const what = preview === undefined ? "The next minor is" : "The preview has to be released first:";
  console.error(`${what} ${next}: npm run add-version -- ${next}`);
  process.exit(2);
}

if (preview === undefined) {
  const [oldest = ""] = versions;
  writeList("minorVersions = ", [...versions, version]);
  replace("package.json", `              "${last}",\n`, `              "${version}",\n              "${last}",\n`);
  if (isPreview) {
    writeList("previews: readonly MinorVersion[] = ", [version]);
    replace(
      "package.json",
      `              "%setting.kubernetesVersion.default%"\n`,
      `              "%setting.kubernetesVersion.default%",\n              "${version} (preview)"\n`,
    );
    replace("README.md", `Kubernetes ${oldest}–${last}.`, `Kubernetes ${oldest}–${last} and ${version} (preview).`);
    replace(
      "docs/compatibility.md",
      `${oldest} to ${last}. The default is`,
      `${oldest} to ${last}, and ${version} as a preview, from its code before the release. The default is`,
    );
  } else {
    replace("README.md", `Kubernetes ${oldest}–${last}.`, `Kubernetes ${oldest}–${version}.`);
    replace("docs/compatibility.md", `${oldest} to ${last}. The default is`, `${oldest} to ${version}. The default is`);
  }
} else {
  const [oldest = ""] = versions;
  writeList("previews: readonly MinorVersion[] = ", []);
  replace(
    "package.json",
    `              "%setting.kubernetesVersion.default%",\n              "${version} (preview)"\n`,
    `              "%setting.kubernetesVersion.default%"\n`,
  );
  replace(
    "README.md",
    `Kubernetes ${oldest}–${released} and ${version} (preview).`,
    `Kubernetes ${oldest}–${version}.`,
  );
  replace(
    "docs/compatibility.md",
    `${oldest} to ${released}, and ${version} as a preview, from its code before the release. The default is`,
    `${oldest} to ${version}. The default is`,
  );
}
if (!isPreview) {
  replace("docs/compatibility.md", `The default is ${released}.`, `The default is ${version}.`);
  replace("docs/settings.md", `| \`kubernetes\` | \`${released}\` |`, `| \`kubernetes\` | \`${version}\` |`);
}
for (const what of ["api-types", "feature-gates", "kubelet-fields", "time-zones"]) run(`tools/generate-${what}.mjs`);
run("node_modules/@biomejs/biome/bin/biome", "format", "--write", minors);
console.log(`${version} is listed. UPDATE_GOLDEN=1 npm test writes it into the golden files.`);

/** @param {string} script @param {readonly string[]} args */
function run(script, ...args) {
  const { status } = spawnSync(process.execPath, [fileURLToPath(new URL(script, root)), ...args], {
    cwd: root,
    stdio: "inherit",
  });
  if (status !== 0) process.exit(1);
}

/** @param {string} before @returns {readonly string[]} */
function listIn(before) {
  const source = read(minors);
  const from = source.indexOf(before) + before.length;
  return source.slice(from, source.indexOf("]", from)).match(/1\.\d+/g) ?? [];
}

/** @param {string} before @param {readonly string[]} list */
function writeList(before, list) {
  const source = read(minors);
  const from = source.indexOf(before) + before.length;
  const written = source.slice(from, source.indexOf("]", from) + 1);
  replace(minors, before + written, `${before}[${list.map((each) => `"${each}"`).join(", ")}]`);
}

/** @param {string} file */
function read(file) {
  return readFileSync(new URL(file, root), "utf8");
}

/** @param {string} file @param {string} text @param {string} instead */
function replace(file, text, instead) {
  const before = read(file);
  if (before.split(text).length !== 2) {
    console.error(`${file} does not contain exactly once: ${text}`);
    process.exit(1);
  }
  writeFileSync(
    new URL(file, root),
    before.replace(text, () => instead),
  );
}
