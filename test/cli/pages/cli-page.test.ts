import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { commandNames } from "../../../server/cli/arguments/options.ts";
import { groups, partsOf, renderCliPage } from "./cli-page.ts";

const file = fileURLToPath(new URL("../../../docs/cli.md", import.meta.url));

it("docs/cli.md has every command, its options, and its exit codes as the table of options has them", () => {
  const page = renderCliPage(readFileSync(file, "utf8"));
  if (process.env["UPDATE_GOLDEN"] === "1") writeFileSync(file, page);
  expect(readFileSync(file, "utf8"), "UPDATE_GOLDEN=1 npx vitest run test/cli/pages/cli-page.test.ts").toBe(page);
  expect(partsOf(page).toSorted()).toEqual([...commandNames, ...Object.keys(groups)].toSorted());
});
