import type { RuleId } from "../../rule-ids/ids.ts";

/** The documentation of each rule, as Markdown. */
export type RulePages = Readonly<Record<RuleId, string>>;

/** They are a file of their own, because few calls show one and all would read them. */
export async function readRulePages(): Promise<RulePages> {
  return (await import("./rule-pages.data.ts")).rulePages;
}
