import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { ruleIds } from "../../server/rule-ids/ids.ts";

import { expectGolden } from "../golden.ts";
import { rulesSchema } from "./pages/schemas.ts";
import { runCli, runJson } from "./run-cli.ts";

it("rules writes the table", async () => {
  const { stdout, code } = await runCli(["rules"]);
  expectGolden("cli/rules", stdout);
  expect(code).toBe(0);
});

it("rules ID writes the page of docs/rules", async () => {
  const page = readFileSync(fileURLToPath(new URL("../../docs/rules/start-needs-luck.md", import.meta.url)), "utf8");
  expect(await runCli(["rules", "start-needs-luck"])).toEqual({ stdout: page, stderr: "", code: 0 });
});

it("rules --format json has every rule", async () => {
  const { rules } = rulesSchema.parse(await runJson(["rules"]));
  expect(rules.map(({ id }) => id)).toEqual(ruleIds);
  const [rule] = rulesSchema.parse(await runJson(["rules", "yaml-syntax"])).rules;
  expect(rule?.page).toContain("# yaml-syntax");
});
