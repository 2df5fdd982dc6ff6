// Adds a minor of Kubernetes: npm run add-version -- 1.38
//
// Writes the version where it is listed, and whatever is generated. What the release changed is the rest of CONTRIBUTING.md, "Add a
// Kubernetes version".

import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import process from "node:process";

const root = new URL("..", import.meta.url);
const [version] = process.argv.slice(2);
const minors = "shared/kubernetes/versions.ts";
const [, listed = ""] = /minorVersions = \[([^\]]*)\]/.exec(read(minors)) ?? [];
const versions = listed.split(",").map((each) => each.trim().replaceAll('"', ""));
const newest = versions.at(-1) ?? "";
const next = `1.${Number(newest.slice(2)) + 1}`;
if (version !== next) {
  console.error(`The next minor is ${next}: npm run add-version -- ${next}`);
  process.exit(2);
}

replace(minors, listed, `${listed}, "${version}"`);
replace("package.json", `              "${newest}",\n`, `              "${version}",\n              "${newest}",\n`);
replace("README.md", `Kubernetes ${versions[0]}–${newest}`, `Kubernetes ${versions[0]}–${version}`);
replace(
  "docs/compatibility.md",
  `${versions[0]} to ${newest}. The default is ${newest}`,
  `${versions[0]} to ${version}. The default is ${version}`,
);
replace("docs/settings.md", `| \`kubernetes\` | \`${newest}\` |`, `| \`kubernetes\` | \`${version}\` |`);
for (const what of ["api-types", "feature-gates", "kubelet-fields", "time-zones"]) {
  const { status } = spawnSync(process.execPath, [`tools/generate-${what}.mjs`], { cwd: root, stdio: "inherit" });
  if (status !== 0) process.exit(1);
}
console.log(`${version} is listed. UPDATE_GOLDEN=1 npm test writes it into the golden files.`);

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
