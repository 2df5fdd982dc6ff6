import { readFile } from "node:fs/promises";
import * as z from "zod/mini";
import { type RuleId, ruleIds } from "../../rule-ids/ids.ts";

/** The documentation of each rule, as Markdown. */
export type RulePages = Readonly<Record<RuleId, string>>;

const rulePages = z.record(z.enum(ruleIds), z.string());

/** The build writes them from docs/rules into a file of their own, because few calls show one and all would read them. */
export async function readRulePages(): Promise<RulePages> {
  return rulePages.parse(JSON.parse(await readFile(new URL("cli.pages.json", import.meta.url), "utf8")));
}
