import { expect, it } from "vitest";
import { readRules } from "../../../../server/prometheus/alerts/read-rules.ts";
import { evaluateGroups } from "../../../../shared/prometheus/alerts/evaluate-groups.ts";
import type { AlertRun } from "../../../../shared/prometheus/alerts/model.ts";
import { createStore } from "../../../../shared/prometheus/promql/store.ts";

/** `values`: of the series `x{pod="a"}`, 30 seconds apart. */
function runsOf(values: readonly number[], rules: string): readonly AlertRun[] {
  const store = createStore();
  for (const [index, value] of values.entries()) store.append({ __name__: "x", pod: "a" }, index * 30_000, value);
  const { groups, problems } = readRules(rules, "rules.yaml");
  expect(problems).toEqual([]);
  return evaluateGroups(
    groups,
    store,
    { evaluateMs: 30_000, evaluatePhaseMs: 0, untilMs: (values.length - 1) * 30_000 },
    { epochMs: 0 },
  );
}

const growing = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];

it("a rule with a template in a label is not evaluated, and says so", () => {
  const rule = (label: string): string =>
    `groups: [{name: g, rules: [{alert: A, expr: x > 0, for: 1m, labels: {is: '${label}'}}]}]`;
  expect(runsOf(growing, rule("plain"))[0]?.firesMs).toBe(60_000);
  const error = "label is with a template is not supported";
  expect(runsOf(growing, rule("{{ $value }}"))[0]).toMatchObject({ pendingMs: undefined, firesMs: undefined, error });
});

it("rules read the alerts of other rules, and those of a group before them at the same evaluation", () => {
  const text = `groups:
- name: first
  rules: [{alert: A, expr: x > 3, for: 1m, labels: {severity: info}}]
- name: second
  rules:
  - {alert: Inhibitor, expr: 'ALERTS{severity="info", alertstate="firing"} == 1 unless on(pod) ALERTS{severity="critical"}'}
  - {alert: Since, expr: 'time() - min(ALERTS_FOR_STATE{alertname="A"}) >= 30'}
`;
  const [a, inhibitor, since] = runsOf(growing, text);
  expect([a?.pendingMs, a?.firesMs]).toEqual([90_000, 150_000]);
  expect([inhibitor?.firesMs, since?.firesMs]).toEqual([150_000, 120_000]);
});

it("an alert before what it reads is recorded sees it one evaluation later", () => {
  const alerts = "{name: alerts, rules: [{alert: A, expr: seen > 3}]}";
  const records = "{name: records, rules: [{record: seen, expr: x}]}";
  expect(runsOf(growing, `groups: [${records}, ${alerts}]`)[0]?.firesMs).toBe(90_000);
  expect(runsOf(growing, `groups: [${alerts}, ${records}]`)[0]?.firesMs).toBe(120_000);
});

it("labels, limit, and query_offset of a group", () => {
  const rules = "rules: [{alert: A, expr: x > 3, labels: {team: a}}]";
  expect(runsOf(growing, `groups: [{name: g, query_offset: 1m, ${rules}}]`)[0]?.firesMs).toBe(150_000);
  expect(runsOf(growing, `groups: [{name: g, limit: 1, ${rules}}]`)[0]).toMatchObject({ firesMs: 90_000 });
  const two = `{name: g, limit: 1, rules: [{alert: A, expr: 'x > 3 or label_replace(x, "pod", "b", "", "") > 3'}]}`;
  expect(runsOf(growing, `groups: [${two}]`)[0]?.error).toBe("more than 1 alerts, the limit of the group");
  const labeled = `{name: g, labels: {team: b, of: g}, rules: [{alert: A, expr: x > 3, labels: {team: a}}, {alert: B, expr: 'ALERTS{team="a", of="g"}'}]}`;
  expect(runsOf(growing, `groups: [${labeled}]`)[1]?.firesMs).toBe(90_000);
});
