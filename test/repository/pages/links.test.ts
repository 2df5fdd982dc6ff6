import { existsSync, globSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { repositoryAddress } from "../../../shared/repository.ts";
import { anchorsOf, linksOf } from "./markdown.ts";

const root = path.resolve(import.meta.dirname, "../../..");
const pages = globSync(["*.md", "docs/**/*.md"], { cwd: root }).map((file) => file.replaceAll("\\", "/"));

it("every link between pages and to files of the repository leads somewhere", () => {
  expect(pages.length).toBeGreaterThan(80);
  expect(pages.flatMap((page) => linksOf(textOf(page)).flatMap((target) => problemOf(page, target)))).toEqual([]);
});

it("every picture is used by a page", () => {
  const used = new Set(
    pages.flatMap((page) => linksOf(textOf(page)).map((target) => path.posix.join(path.posix.dirname(page), target))),
  );
  expect(globSync("docs/**/*.{png,svg,webp,gif}", { cwd: root }).filter((file) => !used.has(file))).toEqual([]);
});

it("the site leads to every page, and to the repository", () => {
  const config = textOf("docs/.vitepress/config.mjs");
  const own = globSync("docs/*.md", { cwd: root }).map((file) => path.basename(file, ".md"));
  expect(own.filter((name) => name !== "README" && !config.includes(`link: "/${name}"`))).toEqual([]);
  expect(own.filter((name) => name !== "README" && !textOf("docs/README.md").includes(`(${name}.md)`))).toEqual([]);
  expect(config).toContain(`"${repositoryAddress}"`);
});

it.each([
  ["README.md", "docs/nowhere.md"],
  ["docs/cli.md", "rules/README.md#nowhere"],
  ["docs/cli.md", `${repositoryAddress}/blob/main/nowhere.md`],
])("this would be found: a link from %s to %s", (page, target) => {
  expect(problemOf(page, target)).not.toEqual([]);
});

function problemOf(page: string, target: string): readonly string[] {
  const inRepository = target.startsWith(`${repositoryAddress}/blob/main/`);
  if (/^(?:https?:|mailto:|vscode:)/.test(target) && !inRepository) return [];
  const [name = "", anchor] = target.replace(`${repositoryAddress}/blob/main/`, "/").split("#");
  const file =
    name === "" ? page : name.startsWith("/") ? name.slice(1) : path.posix.join(path.posix.dirname(page), name);
  const full = path.join(root, file);
  if (!existsSync(full)) return [`${page}: ${target}`];
  if (anchor === undefined || statSync(full).isDirectory()) return [];
  return anchorsOf(textOf(file)).has(anchor) ? [] : [`${page}: ${target} has no such heading`];
}

function textOf(file: string): string {
  return readFileSync(path.join(root, file), "utf8");
}
