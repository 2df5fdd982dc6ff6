import { nearest } from "../../shared/basics/nearest.ts";
import type { RuleLevel } from "../rule-ids/ids.ts";
import { isRejection, isRuleId, ruleIds } from "../rule-ids/ids.ts";
import type { ValueProblem } from "./files/lenient.ts";

type Levels = Readonly<Record<string, RuleLevel>>;

/** The levels of rules that exist. Problems are those of the others, at their place below `rules`. */
export function knownRuleLevels(written: Levels | undefined): {
  levels: Levels | undefined;
  problems: readonly ValueProblem[];
} {
  const problems = Object.entries(written ?? {}).flatMap(([id, level]) => problemOf(id, level) ?? []);
  const wrong = new Set(problems.map(({ path }) => path.at(-1)));
  const known = Object.entries(written ?? {}).filter(([id]) => !wrong.has(id));
  return { levels: written && Object.fromEntries(known), problems };
}

function problemOf(id: string, level: RuleLevel): ValueProblem | undefined {
  const path = ["rules", id];
  if (!isRuleId(id)) {
    const meant = nearest(id, ruleIds);
    const hint = meant === undefined ? 'Run "pod-cadence rules" for a list.' : `Did you mean "${meant}"?`;
    return { path, on: "key", message: `Unknown rule "${id}". ${hint}`, meant };
  }
  if (!isRejection(id) || level === "off" || level === "error") return undefined;
  return { path, on: "value", message: `"${id}" reports what Kubernetes rejects. Set it to error or off.` };
}
