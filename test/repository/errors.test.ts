import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));

it("every error that the extension shows leads to the log", () => {
  const files = globSync("client/**/*.ts", { cwd: root }).filter((file) => !/^client[/\\]log\.ts$/.test(file));
  expect(files.length).toBeGreaterThan(100);
  expect(files.filter((file) => readFileSync(`${root}/${file}`, "utf8").includes("showErrorMessage"))).toEqual([]);
});
