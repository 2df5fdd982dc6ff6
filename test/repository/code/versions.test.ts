import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { patternsOfSource } from "./source-texts.ts";

// A pattern for versions says nothing about the next minor. `atLeast` does, for every version that is supported.

const root = fileURLToPath(new URL("../../..", import.meta.url));
const files = globSync("{shared,server,client}/**/*.ts", { cwd: root }).filter(
  (file) => file !== "shared/kubernetes/versions.ts" && !file.endsWith(".data.ts"),
);

it("versions of Kubernetes are compared by `atLeast`, never by a pattern or by their place in the list", () => {
  expect(files.length).toBeGreaterThan(500);
  expect(
    files.flatMap((file) => comparisonsIn(readFileSync(`${root}/${file}`, "utf8")).map((found) => [file, found])),
  ).toEqual([]);
});

it.each([
  "const isOld = /^v?1\\.(?:2\\d|3[01])\\b/.test(kubelet);",
  'const isOld = version.startsWith("1.2");',
  "const at = minorVersions.indexOf(version);",
  "const minor = Number(version.slice(2));",
])("this would be found: %s", (line) => {
  expect(comparisonsIn(line)).not.toEqual([]);
});

function comparisonsIn(source: string): readonly string[] {
  const patterns = patternsOfSource(source).map((pattern) => pattern.source);
  const calls =
    source.match(/\bminorVersions\.(?:indexOf|findIndex)\(|(?:startsWith|includes)\("v?1\.|\bversion\.slice\(/gi) ?? [];
  return [...patterns.filter((pattern) => pattern.includes("1\\.")), ...calls];
}
