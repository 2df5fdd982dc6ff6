import { packNames, packRules } from "../../server/prometheus/alerts/packs.ts";
import { unsimulatedMetrics } from "../../shared/prometheus/alerts/play-alerts.ts";

export interface TestedRule {
  readonly expr: string;
  readonly for: string;
  readonly keep?: string;
}

/** The rules of the packs that pods decide, each with its own duration and with a short one. */
const packed: readonly TestedRule[] = packNames.flatMap((name) =>
  packRules(name).rules.flatMap((rule) => {
    if (rule.is !== "alert" || unsimulatedMetrics(rule.expression, new Set()).length > 0) return [];
    if (rule.text.includes("kube_deployment_")) return [];
    return [
      { expr: rule.text, for: `${rule.forMs / 1000}s` },
      { expr: rule.text, for: "1m" },
    ];
  }),
);

const waiting = 'kube_pod_container_status_waiting_reason{reason="CrashLoopBackOff"}';
const restarts = "kube_pod_container_status_restarts_total";

/** Rules as people write them, with durations that short recordings reach. */
const others: readonly TestedRule[] = [
  { expr: `increase(${restarts}[1m]) > 3`, for: "2m" },
  { expr: `increase(${restarts}[10m]) > 3`, for: "5m" },
  { expr: `increase(${restarts}[5m]) > 0`, for: "0s" },
  { expr: `increase(${restarts}[2m]) >= 1`, for: "1m", keep: "2m" },
  { expr: `rate(${restarts}[15m]) * 60 * 5 > 0`, for: "3m" },
  { expr: `rate(${restarts}[5m]) > 0`, for: "2m", keep: "1m" },
  { expr: `${restarts} - ${restarts} offset 2m >= 1`, for: "1m" },
  { expr: `changes(${restarts}[5m]) >= 2`, for: "30s" },
  { expr: `delta(${restarts}[4m]) > 0.5`, for: "1m" },
  { expr: `${waiting} == 1`, for: "0s" },
  { expr: `max_over_time(${waiting}[2m]) >= 1`, for: "1m" },
  { expr: `increase(${restarts}[10m]) > 0 and on(namespace, pod, container) ${waiting} == 1`, for: "30s" },
  { expr: `increase(${restarts}[10m]) > 0 and ignoring(reason) ${waiting} == 1`, for: "1m" },
  {
    expr: `max by (namespace, pod, container, uid) (max_over_time(${waiting}[5m])) >= 1 or max by (namespace, pod, container, uid) (increase(${restarts}[10m])) >= 3`,
    for: "2m",
  },
  {
    expr: `max_over_time(kube_pod_container_status_terminated_reason{reason!="Completed"}[5m]) >= 1 and ignoring(reason) increase(${restarts}[10m]) > 0`,
    for: "1m",
  },
  { expr: 'kube_pod_container_status_terminated_reason{reason=~"Error|OOMKilled"} > 0', for: "15s" },
  { expr: 'kube_pod_status_ready{condition="true"} == 0', for: "1m" },
  { expr: 'kube_pod_status_ready{condition="true"} == 0', for: "1m", keep: "1m" },
  { expr: 'avg_over_time(kube_pod_status_ready{condition="true"}[3m]) < 0.5', for: "1m" },
  { expr: 'sum by (namespace, pod) (kube_pod_status_phase{phase=~"Pending|Unknown|Failed"}) > 0', for: "30s" },
  { expr: 'absent(kube_pod_status_phase{phase="Running"} == 1)', for: "30s" },
  { expr: "kube_pod_container_status_last_terminated_exitcode != 0", for: "1m" },
  { expr: "time() - kube_pod_container_state_started < 60", for: "0s" },
  { expr: "increase(kube_pod_init_container_status_restarts_total[5m]) > 0", for: "1m" },
  { expr: 'count by (pod) ({__name__=~"kube_pod_(init_)?container_status_waiting"} == 1) > 0', for: "45s" },
  {
    expr: "min_over_time(kube_pod_container_status_running[1m]) == 0 unless on(pod) kube_pod_status_reason",
    for: "30s",
  },
  { expr: `label_replace(${waiting}, "why", "$1", "reason", "(Crash).*") > 0`, for: "15s" },
  { expr: `sum(kube_pod_container_status_ready) / count(kube_pod_container_status_ready) < 1`, for: "1m" },
];

export const testedRules: readonly TestedRule[] = [...packed, ...others];
