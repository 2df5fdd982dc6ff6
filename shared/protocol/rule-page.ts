/** A command of the client: opens the page of the rule that its argument names. */
export const showRuleCommand = "podCadence.showRule";

/** Leads an editor with the command to the page of a rule, without a network. */
export function ruleCommandLink(rule: string): string {
  return `command:${showRuleCommand}?${encodeURIComponent(JSON.stringify([rule]))}`;
}
