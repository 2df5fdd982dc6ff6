import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import * as z from "zod/mini";
import { ruleIds } from "../../server/rule-ids/ids.ts";

import { expectGolden } from "../golden.ts";
import { runCli, runJson } from "./run-cli.ts";

const schema = z.strictObject({
  version: z.literal(1),
  rules: z.array(
    z.strictObject({
      id: z.string(),
      title: z.string(),
      level: z.enum(["hint", "info", "warning", "error"]),
      origin: z.string(),
      since: z.string(),
      docs: z.url(),
      page: z.optional(z.string()),
    }),
  ),
});

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
  const { rules } = schema.parse(await runJson(["rules"]));
  expect(rules.map(({ id }) => id)).toEqual(ruleIds);
  const [rule] = schema.parse(await runJson(["rules", "yaml-syntax"])).rules;
  expect(rule?.page).toContain("# yaml-syntax");
});
