import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

// A page shows what an action changes a moment later: on a busy machine, who reads once reads what was there before. `expect.poll` reads until it is so.

const root = fileURLToPath(new URL("../../..", import.meta.url));
const files = globSync("test/panel/**/*.ts", { cwd: root }).map((file) => file.replaceAll("\\", "/"));

/** What is asserted is read once: an `await` before the matcher. */
const singleRead = /\bexpect\((?:(?!\)\.)[^;]){0,300}?\bawait\b/;

it("no test of the panel asserts what it reads once", () => {
  expect(files.length).toBeGreaterThan(20);
  expect(files.filter((file) => singleRead.test(readFileSync(`${root}/${file}`, "utf8")))).toEqual([]);
});

it.each([
  'expect(await textOf(".answer")).toBe("Restarts");',
  "expect((await lanes()).slice(0, 5)).toEqual([]);",
  "expect(\n  [await clock(), await time()],\n).toEqual([]);",
])("this would be found: %s", (line) => {
  expect(singleRead.test(line)).toBe(true);
});

it.each(["await expect.poll(focused).toBe(await selected());", "expect(before).toBe(await clock());"])(
  "this would not: %s",
  (line) => {
    expect(singleRead.test(line)).toBe(false);
  },
);
