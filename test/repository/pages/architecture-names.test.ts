import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";

const pages = ["ARCHITECTURE.md", "CONTRIBUTING.md", "docs/evidence.md", "docs/where-we-differ.md"];
const tracked = execFileSync("git", ["ls-files"], { encoding: "utf8" }).split("\n");
const code = /\.(ts|mjs|cjs|js|json)$/;
/** Written by the build, or of another project. */
const made = /^(dist\/|\.build\/|cluster\.cjs$|cli\.\*$)/;

/** Folders that commands write. */
const leftBehind: ReadonlySet<string> = new Set(["test/e2e/output"]);

it.each(pages)("%s names only files that there are", (page) => {
  const files = namesIn(page).filter((name) => /^[\w./-]+\.(ts|mjs|txt|css|json|yaml)$/.test(name) && !made.test(name));
  expect(files.filter((name) => !tracked.some((file) => file === name || file.endsWith(`/${name}`)))).toEqual([]);
});

it.each(pages)("%s names only folders that there are", (page) => {
  const folders = namesIn(page).filter((name) => /^(shared|server|client|test|tools)(\/[\w-]+)+\/?$/.test(name));
  const missing = folders.filter((name) => !tracked.some((file) => file.startsWith(`${name.replace(/\/$/, "")}/`)));
  expect(missing.filter((name) => !leftBehind.has(name))).toEqual([]);
});

it.each(pages)("%s names only functions and types that there are", (page) => {
  const names = namesIn(page).filter((name) => /^[A-Za-z]+[a-z][A-Z]\w*$/.test(name));
  const sources = tracked.filter((file) => code.test(file) && !file.includes("golden/"));
  const words = new Set(sources.flatMap((file) => readFileSync(file, "utf8").match(/\w+/g) ?? []));
  expect(names.filter((name) => !words.has(name))).toEqual([]);
});

it("ARCHITECTURE.md has at most 3,500 words, with its tables", () => {
  const words = readFileSync("ARCHITECTURE.md", "utf8")
    .split(/\s+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word));
  expect(words.length).toBeLessThanOrEqual(3500);
});

/** What stands in code font in a page. */
function namesIn(page: string): readonly string[] {
  const text = readFileSync(page, "utf8").replace(/```[\s\S]*?```/g, "");
  return [...new Set(Array.from(text.matchAll(/`([^`\n]+)`/g), ([, name = ""]) => name))];
}
