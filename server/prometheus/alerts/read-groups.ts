import type { Path } from "../../../shared/basics/path.ts";
import type { RuleGroup, RuleOfPrometheus } from "../../../shared/prometheus/alerts/model.ts";
import { type Expression, type Labels, partsOf } from "../../../shared/prometheus/promql/model.ts";
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

/** The rules of the documents of a file, each as a plain value. `from`: the file's name. */
export function readRulesOf(values: readonly unknown[], from: string): ReadRules {
  const problems: string[] = [];
  const report = (place: string, message: string): void => void problems.push(`${from}: ${place}: ${message}`);
  const found = values.flatMap(groupsIn);
  const groups = found.map(({ value }, index): RuleGroup => {
    const { rules, labels, ...group } = readGroup(value, index, report);
    const read = rules.map((rule, position) => {
      return readRule(rule, { from, place: `${group.name}, rule ${position + 1}`, labels }, report);
    });
    return { ...group, rules: read.filter((rule) => rule !== undefined) };
  });
  const count = groups.reduce((sum, { rules }) => sum + rules.length, 0);
  if (count > rulesMax) return { groups: [], problems: [`${from}: more than ${rulesMax} rules`] };
  const isEmpty = count === 0 && problems.length === 0;
  const empty = isEmpty ? [`${from}: no rules found: use a rule file of Prometheus or a PrometheusRule`] : [];
  return { groups, problems: [...problems, ...empty] };
}

/** Groups as written, and where they are in their object. */
interface FoundGroup {
  readonly path: Path;
  readonly value: unknown;
}

/** The groups of a rule file of Prometheus, of a PrometheusRule, or of those in a list. */
export function groupsIn(value: unknown): readonly FoundGroup[] {
  const items = listSchema().safeParse(value).data?.items;
  if (items !== undefined)
    return items.flatMap((item, index) =>
      groupsIn(item).map(({ path, value: group }) => ({ path: ["items", index, ...path], value: group })),
    );
  const ofObject = prometheusRuleSchema().safeParse(value).data?.spec.groups;
  const groups = ofObject ?? ruleFileSchema().safeParse(value).data?.groups ?? [];
  const prefix = ofObject === undefined ? ["groups"] : ["spec", "groups"];
  return groups.map((group, index) => ({ path: [...prefix, index], value: group }));
}

export interface ReadGroup {
  readonly name: string;
  readonly intervalMs: number | undefined;
  readonly queryOffsetMs: number | undefined;
  readonly limit: number | undefined;
  /** The labels of all rules of the group. */
  readonly labels: Readonly<Record<string, string>>;
  /** Rules as written. */
  readonly rules: readonly unknown[];
}

/** Calls `report` for what is wrong with the group or a rule, each with its place in words. */
type Report = (place: string, message: string) => void;

/** `index`: of the group, from 0. */
export function readGroup(value: unknown, index: number, report: Report): ReadGroup {
  const { data } = groupSchema().safeParse(value);
  const name = data?.name ?? `group ${index + 1}`;
  if (data === undefined) report(`group ${index + 1}`, "must be a mapping with name and rules");
  return {
    name,
    intervalMs: durationOf(data?.interval, `${name}, interval`, report),
    queryOffsetMs: durationOf(data?.query_offset, `${name}, query_offset`, report),
    limit: data?.limit,
    labels: textsOf(data?.labels),
    rules: data?.rules ?? [],
  };
}

type WrittenLabels = Readonly<Record<string, string | number | boolean | undefined>>;

function textsOf(labels: WrittenLabels | null | undefined): Readonly<Record<string, string>> {
  const known = Object.entries(labels ?? {}).filter(([, each]) => each !== undefined);
  return Object.fromEntries(known.map(([label, each]) => [label, String(each)]));
}

/** `from`: what the rule comes from. `place`: of the rule, in words. Undefined if the rule is left out, and `report` was called with the reason. */
export function readRule(
  value: unknown,
  { from, place, labels: ofGroup = {} }: { from: string; place: string; labels?: Readonly<Record<string, string>> },
  report: Report,
): RuleOfPrometheus | undefined {
  const { data } = ruleSchema().safeParse(value);
  if (data === undefined) return void report(place, "must have expr, and alert or record");
  const name = data.alert ?? data.record;
  if (name === undefined || (data.alert !== undefined && data.record !== undefined))
    return void report(place, "must have either alert or record");
  const text = String(data.expr).trim();
  if (text.includes("{{")) return void report(name, "the expression contains a template: render it first");
  const parsed = parsePromql(text);
  const expression = "problem" in parsed ? parsed.unsupported : parsed.value;
  if (expression === undefined) {
    const { message, offset } = "problem" in parsed ? parsed.problem : { message: "", offset: 0 };
    return void report(name, `${message}${lineOf(text, offset)}`);
  }
  const texts: Labels = { ...ofGroup, ...textsOf(data.labels) };
  if (data.alert === undefined) return { is: "record", name, expression, labels: texts };
  let isRight = true;
  const reportPart: Report = (where, message) => {
    isRight = false;
    report(where, message);
  };
  const forMs = durationOf(data.for, `${name}, for`, reportPart) ?? 0;
  const keepFiringForMs = durationOf(data.keep_firing_for, `${name}, keep_firing_for`, reportPart) ?? 0;
  if (!isRight) return undefined;
  const about = { name, from, text, forMs, keepFiringForMs, labels: texts };
  return { is: "alert", ...about, expression: unlessTemplated(expression, texts) };
}

/**
 * A label with a template has another value for each result. As labels identify an alert, each new value starts another one with its own
 * clock: without the templates of Prometheus, nobody knows when it fires.
 */
function unlessTemplated(expression: Expression, labels: Labels): Expression {
  const [templated] = Object.entries(labels).find(([, text]) => text.includes("{{")) ?? [];
  if (templated === undefined) return expression;
  const reads = [...partsOf(expression)].filter((part) => part.is === "selector");
  return { is: "unsupported", what: `label ${templated} with a template is not supported`, reads };
}

function durationOf(text: string | undefined, place: string, report: Report): number | undefined {
  if (text === undefined || text === "") return undefined;
  const ms = /^\d/.test(text) && /[a-z]$|^0$/.test(text) ? promqlDurationMs(text) : undefined;
  if (ms === undefined) report(place, `${JSON.stringify(text)} is not a duration such as 15m`);
  return ms;
}

/** ` (line 2)`, where the expression has several. */
function lineOf(text: string, offset: number): string {
  if (!text.includes("\n")) return ` (at character ${offset + 1})`;
  return ` (line ${text.slice(0, offset).split("\n").length} of the expression)`;
}
