import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

/**
 * Writes dist/third-party-notices.txt: name, version and licence text of every package that a bundle holds.
 * @param {string} root folder of the repository
 * @param {readonly string[]} inputs files of the bundles, relative to root, as esbuild's metafile has them
 */
export function writeNotices(root, inputs) {
  const folders = new Set(inputs.map(packageFolder).filter((folder) => folder !== undefined));
  const notices = [...folders].sort().map((folder) => noticeOf(path.join(root, folder)));
  writeFileSync(path.join(root, "dist/third-party-notices.txt"), notices.join(`\n${"-".repeat(80)}\n\n`));
}

/** @param {string} input */
function packageFolder(input) {
  return /^.*node_modules\/(@[^/]+\/)?[^/]+/.exec(input)?.[0];
}

/** @param {string} folder */
function noticeOf(folder) {
  const { name, version, license } = JSON.parse(readFileSync(path.join(folder, "package.json"), "utf8"));
  const files = readdirSync(folder).filter((entry) => /^(licen[cs]e|copying)/i.test(entry));
  if (files.length === 0) throw new Error(`${name} ${version} has no licence file`);
  const texts = files.map((file) => readFileSync(path.join(folder, file), "utf8").trim());
  return `${name} ${version} (${license})\n\n${texts.join("\n\n")}\n`;
}
