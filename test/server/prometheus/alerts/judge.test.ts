import { describe, expect, it } from "vitest";
import { crashLoopsOn } from "../../../../server/analysis/alert-judge.ts";
import { alertJudge } from "../../../../server/prometheus/alerts/judge/main.ts";
import { defaultAssumptions } from "../../../../shared/kubernetes/assumptions.ts";
import { numRunsOf } from "../../../extent.ts";

const loops = crashLoopsOn(defaultAssumptions());
const restarts = "increase(kube_pod_container_status_restarts_total[1m])";

function defects(expressions: readonly string[], forText = "2m") {
  const rules = expressions.map((expr, index) => ({ alert: `A${index}`, expr, for: forText }));
  return alertJudge.defects({ groups: [{ name: "g", rules }] }, loops).map(({ defect }) => defect.is);
}

describe("who an alert is about", () => {
  it.each([
    'increase(kube_pod_container_status_restarts_total{namespace="prod"}[1m]) > 3',
    'increase(kube_pod_container_status_restarts_total{namespace=~"openshift-.*|kube-.*|default"}[1m]) > 3',
    'increase(kube_pod_container_status_restarts_total{container!="POD", cluster=~"eu-[0-9]+|us"}[1m]) > 3',
    "sum by (namespace, pod) (increase(kube_pod_container_status_restarts_total[1m])) * on (namespace, pod) group_left () max by (namespace, pod) (kube_pod_owner) > 3",
  ])("%s is judged for a pod that it selects", (expression) => {
    expect(defects([expression])).toEqual(["blind"]);
  });

  it.each([
    "up == 0",
    'kube_pod_container_status_waiting_reason{reason=~"ImagePullBackOff|ErrImagePull"} > 0',
    "kube_pod_container_status_running == 0",
    'kube_pod_container_status_restarts_total{pod=~"(impossible"} > 3',
    "kube_pod_container_status_restarts_total > 3 and on () my_own_metric > 0",
    'kube_pod_container_status_last_terminated_reason{reason="OOMKilled"} > 0',
    'absent(kube_pod_status_phase{phase="failed"})',
  ])("%s has no finding", (expression) => {
    expect(defects([expression])).toEqual([]);
  });
});

it.each(["0s", "1ms"])("a group that is evaluated every %s is judged as one of a second", (interval) => {
  const rules = [
    { alert: "A", expr: `${restarts} > 3`, for: "2m" },
    { alert: "B", expr: "kube_pod_container_status_restarts_total > 10000", for: "0s" },
  ];
  const found = (each: string) => alertJudge.defects({ groups: [{ name: "g", interval: each, rules }] }, loops);
  expect(found(interval)).toEqual(found("1s"));
});

// What a file can make long is bounded: each of these would take minutes or all memory.
describe("hostile files", () => {
  const many = (write: (index: number) => string): string[] =>
    Array.from({ length: numRunsOf(10_000) }, (_, index) => write(index));
  let doubled = restarts;
  for (let depth = 0; depth < 150; depth++) doubled = `label_replace(${doubled}, "a", "$1$1x", "a", "(.*)")`;

  it.each([
    ["thousands of rules", many((index) => `${restarts} > ${index + 5}`)],
    [
      "thousands of namespaces",
      many((index) => `increase(kube_pod_container_status_restarts_total{namespace="n${index}"}[1m]) > 3`),
    ],
    ["thousands of subqueries", many((index) => `max_over_time(${restarts}[1h:1s]) > 3${index}`)],
    ["subqueries in subqueries", [`max_over_time(max_over_time(${restarts}[1h:1s])[1h:1s]) > 3`]],
    ["a giant expression", [`${Array.from({ length: 5000 }, () => restarts).join(" + ")} > 3`]],
    ["deep brackets", [`${"(".repeat(9000)}${restarts}${")".repeat(9000)} > 3`]],
    [
      "large regular expressions",
      many((index) => `${restarts.replace("total", `total{pod=~"${index}${"(?:x{1000}){1}".repeat(1000)}"}`)} > 3`),
    ],
    [
      "nested repetitions",
      many((index) => `${restarts.replace("total", `total{pod=~"${index}${"(a*)*".repeat(1000)}"}`)} > 3`),
    ],
    ["labels that double", [`${doubled} > 3`]],
  ])("%s end", (_, expressions) => {
    expect(defects(expressions).length).toBeLessThanOrEqual(100);
  });

  it.each([
    [null],
    [5],
    [{ groups: 5 }],
    [{ groups: [null, { rules: [null, { alert: [], expr: {} }] }] }],
    [{ items: [[]] }],
  ])("%j has no alerts", (value) => {
    expect(alertJudge.defects(value, loops)).toEqual([]);
    expect(alertJudge.verdicts(value, ["groups", 0, "rules", 0], loops)).toBeUndefined();
  });
});
