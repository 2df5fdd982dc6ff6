/** Documents of the client: the documentation of the rules, without a network. */
export const rulePageScheme = "pod-cadence-rule";

/** Where an editor with these documents finds the page of a rule. (No command: VS Code 1.139 does not run those of problems.) */
export function rulePageAddress(rule: string): string {
  return `${rulePageScheme}:/${rule}.md`;
}
