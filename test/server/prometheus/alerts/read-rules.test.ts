import { describe, expect, it } from "vitest";
import { readRules } from "../../../../server/prometheus/alerts/read-rules.ts";

describe("rule files", () => {
  it("of Prometheus, and PrometheusRules, also in lists", () => {
    const groups = `groups:
- name: pods
  interval: 1m
  rules:
  - record: restarts:10m
    expr: increase(kube_pod_container_status_restarts_total[10m])
  - alert: Restarting
    expr: |
      restarts:10m
        >= 3
    for: 15m
    keep_firing_for: 5m
    labels: {severity: warning}
`;
    const object = `apiVersion: monitoring.coreos.com/v1\nkind: PrometheusRule\nmetadata: {name: a}\nspec:\n  ${groups.replaceAll("\n", "\n  ").trimEnd()}\n`;
    const list = `kind: List\napiVersion: v1\nitems:\n- ${object.replaceAll("\n", "\n  ").trimEnd()}\n`;
    for (const text of [groups, object, list]) {
      const { groups: read, problems } = readRules(text, "rules.yaml");
      expect(problems).toEqual([]);
      expect(read).toMatchObject([
        {
          name: "pods",
          intervalMs: 60_000,
          rules: [
            { is: "record", name: "restarts:10m" },
            {
              is: "alert",
              name: "Restarting",
              forMs: 900_000,
              keepFiringForMs: 300_000,
              labels: { severity: "warning" },
            },
          ],
        },
      ]);
    }
  });

  it.each([
    ["a: [", /rules.yaml:1:\d+: /],
    ["a: 1", /^rules.yaml: no rules found: use a rule file of Prometheus or a PrometheusRule$/],
    ["groups: [{name: g, rules: [{alert: A}]}]", /^rules.yaml: g, rule 1: must have expr, and alert or record$/],
    ["groups: [{name: g, rules: [{expr: up}]}]", /^rules.yaml: g, rule 1: must have either alert or record$/],
    ["groups: [{name: g, rules: [5]}]", /^rules.yaml: g, rule 1: must have expr, and alert or record$/],
    ["groups: [7]", /^rules.yaml: group 1: must be a mapping with name and rules$/],
    ['groups: [{rules: [{alert: A, expr: "rate(x)"}]}]', /^rules.yaml: A: argument 1 of rate\(\) must be a range/],
    [
      "groups: [{rules: [{alert: A, expr: up, for: soon}]}]",
      /^rules.yaml: A, for: "soon" is not a duration such as 15m$/,
    ],
  ])("%s has a sentence", (text, sentence) => {
    const { groups, problems } = readRules(text, "rules.yaml");
    expect(groups.flatMap(({ rules }) => rules)).toEqual([]);
    expect(problems[0]).toMatch(sentence);
  });

  it("with one broken rule keep the others", () => {
    const text = "groups: [{name: g, rules: [{alert: A, expr: 'up ='}, {alert: B, expr: up == 0}]}]";
    const { groups, problems } = readRules(text, "rules.yaml");
    expect(groups[0]?.rules).toMatchObject([{ name: "B" }]);
    expect(problems).toHaveLength(1);
  });
});
