import { describe, expect, test } from "vitest";
import { parseManifest } from "../../../server/manifest/documents/parse.ts";
import { problemsOf, readDocument, readValue } from "./read.ts";

test("a file of more than 20 MB is not read, and says so once", () => {
  const manifest = parseManifest("# ".padEnd(20_000_001, "x"));
  expect(manifest).toMatchObject({ documents: [], tooLarge: true });
  expect(manifest.problems.map(({ message }) => message)).toEqual([
    "The file is larger than 20 MB and is not read: split it into smaller files.",
  ]);
});

test("a binary file is not read, and says so once", () => {
  const manifest = parseManifest("kind: Pod\0\0");
  expect(manifest).toMatchObject({ documents: [], tooLarge: false });
  expect(manifest.problems.map(({ message }) => message)).toEqual([
    "The file is binary or not encoded in UTF-8, so it is not read.",
  ]);
});

test("what git-crypt has encrypted is nobody's mistake", () => {
  expect(parseManifest("\0GITCRYPT\0\u00b7`")).toMatchObject({ documents: [], problems: [], tooLarge: false });
});

describe("nesting without end", () => {
  const tooDeep = "The values are nested deeper than 200 levels: what is in here is not read.";
  test.each([
    ["brackets", "[".repeat(10_000)],
    ["braces", "{a: ".repeat(10_000)],
    ["brackets that close", "[".repeat(10_000) + "]".repeat(10_000)],
    ["dashes", "- ".repeat(10_000)],
    ["lines", Array.from({ length: 3_000 }, (_, depth) => `${" ".repeat(depth)}a:`).join("\n")],
    ["JSON", `${'{"a":'.repeat(10_000)}1${"}".repeat(10_000)}`],
  ])("of %s", (_title, text) => {
    expect(problemsOf(text).some((problem) => problem.endsWith(tooDeep))).toBe(true);
    expect(() => readValue(text)).not.toThrow();
  });

  test("what follows counts again", () => {
    expect(readValue(`a: ${"[".repeat(300)}${"]".repeat(300)}\nb: 1\n`)).toMatchObject({ b: 1 });
  });

  test("through a chain of aliases", () => {
    const links = Array.from(
      { length: 50 },
      (_, index) => `a${index + 1}: &a${index + 1} ${"[".repeat(20)}*a${index}${"]".repeat(20)}`,
    );
    const text = `a0: &a0 x\n${links.join("\n")}\n`;
    expect(problemsOf(text)[0]).toBe(
      "11: «*a9» Through this alias the values are nested deeper than 200 levels: it is not followed.",
    );
    expect(() => JSON.stringify(readValue(text))).not.toThrow();
  });
});

describe("an alias bomb", () => {
  const ten = (name: string) => Array.from({ length: 10 }, () => `*${name}`).join(", ");
  const bomb = `a: &a [x]\nb: &b [${ten("a")}]\nc: &c [${ten("b")}]\nd: &d [${ten("c")}]\ne: &e [${ten("d")}]\nf: &f [${ten("e")}]\ng: 1\n`;

  test("is told once, and what it would be stays small", () => {
    expect(problemsOf(bomb)).toEqual([
      "6: «*e» The aliases up to here make more than 100000 values of this document: this one and those below are not followed.",
    ]);
    expect(JSON.stringify(readValue(bomb)).length).toBeLessThan(1_000_000);
    expect(readValue(bomb)).toMatchObject({ g: 1 });
  });

  test("of merges", () => {
    const links = Array.from(
      { length: 1_000 },
      (_, index) => `a${index + 1}: &a${index + 1} {<<: [*a${index}, *a${index}], k${index}: 1}`,
    );
    expect(() => readValue(`a0: &a0 {x: 1}\n${links.join("\n")}\n`)).not.toThrow();
  });
});

test("a thousand quotes that are never closed", () => {
  const document = readDocument(`a:\n${"- 'x\n- \"y\n".repeat(1_500)}`);
  expect(document.problems.length).toBeGreaterThan(0);
  expect(document.problems.length).toBeLessThan(3_100);
});
