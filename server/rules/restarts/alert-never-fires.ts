import { crashLoopsOn, loadedAlertJudge } from "../../analysis/alert-judge.ts";
import type { AnalyzedDocument } from "../../analysis/subject.ts";
import { isUnknownAt, nodeAt } from "../../manifest/text/ranges.ts";
import type { AlertDefect, DefectiveAlert } from "../../prometheus/alerts/judge/main.ts";
import type { DocumentHit, DocumentRule, FieldFix } from "../core/model.ts";

/**
 * The alert looks for crash loops, but no crash loop of a container without probes ever makes it fire on the assumed nodes: the pods of a small family crash after 2 to 30 seconds, and none of them is seen.
 * This depends on the nodes: with a `maxContainerRestartPeriod` of 60s or less, `CrashLoopBackOff` is hardly ever in the status, and `KubePodCrashLooping` stays silent. With the back-off of the default kubelet, an alert on several restarts in a minute stays silent.
 *
 * The rule also reports an alert whose condition holds, on any node, for a shorter time than `for` asks, and one that selects a value that its label never has, such as `phase="failed"`.
 *
 * It judges `PrometheusRule` objects and rule files of Prometheus, with a scrape and an evaluation every 30s, up to 100 alerts of a document. Alerts that read other metrics than those of pods and containers, or that recording rules make, are not judged, and neither are those that also fire for pods without a crash loop. In the library, alerts are not judged.
 *
 * ## Example
 *
 * ```yaml
 * apiVersion: monitoring.coreos.com/v1
 * kind: PrometheusRule
 * metadata: {name: pods}
 * spec:
 *   groups:
 *   - name: pods
 *     rules:
 *     - alert: KubernetesPodCrashLooping
 *       expr: increase(kube_pod_container_status_restarts_total[1m]) > 3
 *       for: 2m
 * ```
 *
 * ## How to fix
 *
 * Alert on restarts and on the status, as the quick fix writes it. `for: 15m` keeps it silent while a rollout or a short outage restarts a few containers.
 *
 * ```yaml
 * apiVersion: monitoring.coreos.com/v1
 * kind: PrometheusRule
 * metadata: {name: pods}
 * spec:
 *   groups:
 *   - name: pods
 *     rules:
 *     - alert: KubernetesPodCrashLooping
 *       expr: |-
 *         max by (namespace, pod, container, uid) (max_over_time(kube_pod_container_status_waiting_reason{reason="CrashLoopBackOff"}[5m])) >= 1
 *         or
 *         max by (namespace, pod, container, uid) (increase(kube_pod_container_status_restarts_total[10m])) >= 3
 *       for: 15m
 * ```
 *
 * ## Source
 *
 * Recordings of the kubelet of 1.34.4 and 1.37.1; kube-state-metrics 2.20.0; `rules/alerting.go` and `promql/functions.go` of Prometheus 3.16.
 */
export const alertNeverFires: DocumentRule = {
  id: "alert-never-fires",
  title: "The alert can never fire for a crash loop",
  level: "warning",
  origin: "simulation",
  judgesAlerts: true,
  checkDocument: check,
};

function check({ document, settings }: AnalyzedDocument): readonly DocumentHit[] {
  const judge = document.hasAlerts ? loadedAlertJudge() : undefined;
  if (judge === undefined) return [];
  const defects = judge.defects(document.value(), crashLoopsOn(settings.assumptions));
  return defects.flatMap((alert) => {
    // What a template fills in is not known.
    if (["alert", "expr", "for"].some((field) => isUnknownAt(document, [...alert.path, field]))) return [];
    const isNamed = nodeAt(document, [...alert.path, "alert"]) !== undefined;
    const fix = fixOf(alert);
    const hit: DocumentHit = {
      path: isNamed ? [...alert.path, "alert"] : alert.path,
      on: "value",
      message: messageOf(alert),
      ...(alert.path[0] === "items" && { item: Number(alert.path[1]) }),
    };
    return [fix === undefined ? hit : { ...hit, fix }];
  });
}

function messageOf({ name, defect }: DefectiveAlert): string {
  switch (defect.is) {
    case "blind": {
      const who = defect.seesProbed ? "a crash loop of a container without probes" : "a crash loop";
      return `${name} never fires for ${who} on these nodes: ${defect.because}.${adviceOf(defect)}`;
    }
    case "too-short":
      return `${name} can never fire for a crash loop: ${defect.because}.${adviceOf(defect)}`;
    case "empty": {
      const { metric, label, written, values } = defect.selector;
      return `${name} can never fire: ${metric} has no series with ${label}=${JSON.stringify(written)}, only ${values.join(", ")}.`;
    }
  }
}

function adviceOf({ rewritten }: AlertDefect): string {
  return rewritten === undefined ? "" : " Alert on restarts, too, with for: 15m.";
}

function fixOf({ path, defect }: DefectiveAlert): FieldFix | undefined {
  if (defect.rewritten === undefined) return undefined;
  const title =
    defect.is === "empty"
      ? `Change "${defect.selector.written}" to "${defect.selector.meant ?? ""}"`
      : "Write the expression that fires for this crash loop";
  return { kind: "set-field", title, path, field: "expr", value: defect.rewritten };
}
