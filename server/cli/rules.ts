import { prettyJson } from "../exports/pretty-json.ts";
import type { RulesJson } from "../exports/schemas/rules.ts";
import { alignColumns } from "../exports/table.ts";
import { isRuleId, ruleIds } from "../rule-ids/ids.ts";
import type { Rule } from "../rules/core/model.ts";
import { allRules, docsOf } from "../rules/index.ts";
import { sinceOf } from "../rules/support/since.ts";

import { type CommandLine, optionOf, unknown } from "./arguments/command-line.ts";
import { type RulePages, readRulePages } from "./reports/rule-pages.ts";
import { createStyle } from "./terminal/style.ts";
import { type ExitCode, fail, wantsColor, writeResult } from "./terminal/terminal.ts";

/** `pod-cadence rules`: the table, or the page of one rule. */
export async function listRules(line: CommandLine): Promise<ExitCode> {
  const [id] = line.operands;
  if (id !== undefined && !isRuleId(id)) return fail([unknown("rule", id, ruleIds, "pod-cadence rules")]);
  const pages = id === undefined ? undefined : await readRulePages();
  const isJson = optionOf(line, "format") === "json";
  const shown = id === undefined ? allRules : allRules.filter((rule) => rule.id === id);
  if (isJson) return writeResult(line, prettyJson({ version: 1, rules: shown.map((rule) => ruleJson(rule, pages)) }));
  return writeResult(line, id === undefined || pages === undefined ? tableOf(wantsColor(line)) : pages[id]);
}

function ruleJson(rule: Rule, pages: RulePages | undefined): RulesJson["rules"][number] {
  const { id, title, level, origin } = rule;
  return { id, title, level, origin, since: sinceOf(rule), docs: docsOf(id), ...(pages && { page: pages[id] }) };
}

function tableOf(color: boolean): string {
  const style = createStyle(color);
  const [head = "", ...rows] = alignColumns([
    ["RULE", "LEVEL", "ORIGIN", "SINCE", "DESCRIPTION"],
    ...allRules.map((rule) => [rule.id, rule.level, rule.origin, sinceOf(rule), rule.title]),
  ]);
  return `${[style.bold(head), ...rows].join("\n")}\n\nUse pod-cadence rules <rule> for the documentation of a rule.\n`;
}
