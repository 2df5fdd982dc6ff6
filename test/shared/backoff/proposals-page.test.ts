import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { renderProposalsPage } from "./proposals-page.ts";

const file = fileURLToPath(new URL("../../../docs/proposals.md", import.meta.url));

test("docs/proposals.md says what the tables say", () => {
  const page = renderProposalsPage();
  if (process.env["UPDATE_GOLDEN"] === "1") writeFileSync(file, page);
  expect(readFileSync(file, "utf8"), "UPDATE_GOLDEN=1 npx vitest run test/shared/backoff").toBe(page);
});
