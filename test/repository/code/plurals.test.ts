import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

// One function knows the plural of a noun: `counted` of shared/basics. Texts that are translated have a whole sentence for each number.

const root = fileURLToPath(new URL("../../..", import.meta.url));
const files = globSync("{shared,http,server,client}/**/*.ts", { cwd: root });
const ending = /[!=]== 1 \? "(?:\w* )?(\w*)" : "(?:\w* )?\1e?s"/;

it("no text chooses between a noun and its plural by itself", () => {
  expect(files.length).toBeGreaterThan(500);
  expect(files.filter((file) => ending.test(readFileSync(`${root}/${file}`, "utf8")))).toEqual([]);
});

it.each(['count === 1 ? "" : "s"', 'count === 1 ? "loop" : "loops"', 'count === 1 ? "more box" : "more boxes"'])(
  "this would be found: %s",
  (line) => {
    expect(line).toMatch(ending);
  },
);
