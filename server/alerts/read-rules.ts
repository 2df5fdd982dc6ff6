import type { Rule, RuleGroup } from "../../shared/alerts/model.ts";
import type { Labels } from "../../shared/promql/model.ts";
import { parseManifest } from "../manifest/parse.ts";
import { createPositions } from "../manifest/positions.ts";
import { promqlDurationMs } from "../promql/literals.ts";
import { parsePromql } from "../promql/parse.ts";
import { groupSchema, listSchema, prometheusRuleSchema, ruleFileSchema, ruleSchema } from "./rule-schema.ts";

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
  const found = manifest.documents.flatMap(({ document }) => groupsIn(document.value()));
  const reader = new RuleReader(from);
  const groups = found.map((group, index) => reader.group(group, index));
  const count = groups.reduce((sum, { rules }) => sum + rules.length, 0);
  if (count > rulesMax) return { groups: [], problems: [`${from}: more than ${rulesMax} rules`] };
  const isEmpty = count === 0 && reader.problems.length === 0;
  const empty = isEmpty ? [`${from}: no rules found: use a rule file of Prometheus or a PrometheusRule`] : [];
  return { groups, problems: [...reader.problems, ...empty] };
}

function groupsIn(value: unknown): readonly unknown[] {
  const items = listSchema().safeParse(value).data?.items;
  if (items !== undefined) return items.flatMap(groupsIn);
  const object = prometheusRuleSchema().safeParse(value).data?.spec;
  return (object ?? ruleFileSchema().safeParse(value).data)?.groups ?? [];
}

class RuleReader {
  readonly problems: string[] = [];
  readonly #from: string;

  constructor(from: string) {
    this.#from = from;
  }

  group(value: unknown, index: number): RuleGroup {
    const { data } = groupSchema().safeParse(value);
    const name = data?.name ?? `group ${index + 1}`;
    if (data === undefined) this.#report(`group ${index + 1}`, "must be a mapping with name and rules");
    const rules = (data?.rules ?? []).flatMap((rule, position) => this.#rule(rule, `${name}, rule ${position + 1}`));
    return { name, intervalMs: this.#duration(data?.interval, `${name}, interval`), rules };
  }

  #rule(value: unknown, place: string): readonly Rule[] {
    const { data } = ruleSchema().safeParse(value);
    if (data === undefined) return this.#report(place, "must have expr, and alert or record");
    const name = data.alert ?? data.record;
    if (name === undefined || (data.alert !== undefined && data.record !== undefined))
      return this.#report(place, "must have either alert or record");
    const text = String(data.expr).trim();
    const parsed = parsePromql(text);
    if ("problem" in parsed)
      return this.#report(name, `${parsed.problem.message}${lineOf(text, parsed.problem.offset)}`);
    const labels: Labels = Object.fromEntries(
      Object.entries(data.labels ?? {}).map(([label, each]) => [label, String(each)]),
    );
    if (data.alert === undefined) return [{ is: "record", name, expression: parsed.value, labels }];
    const before = this.problems.length;
    const forMs = this.#duration(data.for, `${name}, for`) ?? 0;
    const keepFiringForMs = this.#duration(data.keep_firing_for, `${name}, keep_firing_for`) ?? 0;
    if (this.problems.length > before) return [];
    return [{ is: "alert", name, from: this.#from, text, expression: parsed.value, forMs, keepFiringForMs, labels }];
  }

  #duration(text: string | undefined, place: string): number | undefined {
    if (text === undefined || text === "") return undefined;
    const ms = /^\d/.test(text) && /[a-z]$|^0$/.test(text) ? promqlDurationMs(text) : undefined;
    if (ms === undefined) this.#report(place, `${JSON.stringify(text)} is not a duration such as 15m`);
    return ms;
  }

  #report(place: string, message: string): readonly never[] {
    this.problems.push(`${this.#from}: ${place}: ${message}`);
    return [];
  }
}

/** ` (line 2)`, where the expression has several. */
function lineOf(text: string, offset: number): string {
  if (!text.includes("\n")) return ` (at character ${offset + 1})`;
  return ` (line ${text.slice(0, offset).split("\n").length} of the expression)`;
}
