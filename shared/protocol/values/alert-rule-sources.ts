/** Where alerts come from: kubernetes-mixin, the recommended alerts of AKS, or rule files of the workspace. */
export const alertRuleSources = ["mixin", "aks", "workspace"] as const;
export type AlertRuleSource = (typeof alertRuleSources)[number];
