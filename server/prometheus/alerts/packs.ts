import type { RuleGroup, RuleOfPrometheus } from "../../../shared/prometheus/alerts/model.ts";
import { promqlDurationMs } from "../promql/literals.ts";
import { parsePromql } from "../promql/parse.ts";
import { aksRules, mixinRules, type PackedRule } from "./packs.data.ts";

/** Rules that many clusters have. */
export const packNames = ["mixin", "aks"] as const;
export type PackName = (typeof packNames)[number];

interface Pack {
  readonly rules: readonly PackedRule[];
  /** Undefined means the server's. */
  readonly intervalMs: number | undefined;
}

const packs: Readonly<Record<PackName, Pack>> = {
  mixin: { rules: mixinRules, intervalMs: undefined },
  aks: { rules: aksRules, intervalMs: 60_000 },
};

export function isPackName(text: string): text is PackName {
  return packNames.some((name) => name === text);
}

/** The rules of a pack, also those that cannot be evaluated, because nothing that is simulated decides them. */
export function packRules(name: PackName): RuleGroup {
  const { rules, intervalMs } = packs[name];
  const read = rules.flatMap((rule): RuleOfPrometheus[] => {
    const parsed = parsePromql(rule.expr);
    const expression = "problem" in parsed ? parsed.unsupported : parsed.value;
    if (expression === undefined) return [];
    const forMs = promqlDurationMs(rule.for) ?? 0;
    const about = { name: rule.name, from: name, text: rule.expr, expression };
    return [{ is: "alert", ...about, forMs, keepFiringForMs: 0, labels: {} }];
  });
  return { name, intervalMs, rules: read };
}
