import type { RuleGroup } from "../../shared/alerts/model.ts";
import { parseManifest } from "../manifest/parse.ts";
import { createPositions } from "../manifest/positions.ts";
import { groupsIn, readGroup, readRule } from "./read-groups.ts";

export interface ReadRules {
  readonly groups: readonly RuleGroup[];
  /** One sentence each. The rules that they are about are left out. */
  readonly problems: readonly string[];
}

/** The most rules that are read. */
const rulesMax = 2000;

/** Reads rule files of Prometheus and PrometheusRule objects, also in lists. `from`: the file's name. */
export function readRules(text: string, from: string): ReadRules {
  const manifest = parseManifest(text, undefined, { all: true });
  const position = createPositions(text);
  const broken = [
    ...manifest.problems,
    ...manifest.documents.flatMap(({ document, startOffset }) =>
      document.problems.map(({ start, message }) => ({ start: startOffset + start, message })),
    ),
  ].map(({ start, message }) => {
    const { line, character } = position(start);
    return `${from}:${line + 1}:${character + 1}: ${message}`;
  });
  if (broken.length > 0) return { groups: [], problems: broken };
  const problems: string[] = [];
  const report = (place: string, message: string): void => void problems.push(`${from}: ${place}: ${message}`);
  const found = manifest.documents.flatMap(({ document }) => groupsIn(document.value()));
  const groups = found.map(({ value }, index): RuleGroup => {
    const { name, intervalMs, rules } = readGroup(value, index, report);
    const read = rules.map((rule, position) => {
      return readRule(rule, { from, place: `${name}, rule ${position + 1}` }, report);
    });
    return { name, intervalMs, rules: read.filter((rule) => rule !== undefined) };
  });
  const count = groups.reduce((sum, { rules }) => sum + rules.length, 0);
  if (count > rulesMax) return { groups: [], problems: [`${from}: more than ${rulesMax} rules`] };
  const isEmpty = count === 0 && problems.length === 0;
  const empty = isEmpty ? [`${from}: no rules found: use a rule file of Prometheus or a PrometheusRule`] : [];
  return { groups, problems: [...problems, ...empty] };
}
