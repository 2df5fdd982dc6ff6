import { readFileSync } from "node:fs";
import { expect, it } from "vitest";

const page = readFileSync("docs/compatibility.md", "utf8");

/** The minors that a table of changes names, each with a row on the page for users. */
it.each(["shared/simulation/world/changes.ts", "shared/controllers/objects/changes.ts"])(
  "each minor in which %s has a change is on the page",
  (file) => {
    const minors = new Set(Array.from(readFileSync(file, "utf8").matchAll(/": "(1\.\d+)",$/gm), ([, minor]) => minor));
    expect(minors.size).toBeGreaterThan(3);
    expect([...minors].filter((minor) => !page.includes(`\n| ${minor} |`))).toEqual([]);
  },
);
