import { membersInWords } from "../../../shared/forecast/workload/change-words.ts";
import type { SharedForecast } from "../../../shared/forecast/workload/model.ts";
import { peersOf } from "../../analysis/peers.ts";
import { budgetsIn } from "../../analysis/selecting-objects.ts";
import { applicationOf, workloadOf } from "../../analysis/workloads.ts";
import type { Manifest } from "../../manifest/text/model.ts";
import { rangeOf } from "../../manifest/text/ranges.ts";
import type { ResolvedSettings } from "../../schema/model.ts";
import type { FileRule } from "../core/model.ts";
import { podsThatFit } from "../support/pods-that-fit.ts";

/**
 * A PodDisruptionBudget guards pods of several workloads, but guards them against evictions only. Each workload is updated by its own controller, which asks no budget.
 * Where all of them are updated at the same time, as one `kubectl apply` or `helm upgrade` does, fewer pods may be ready than the budget keeps.
 * The rule looks at budgets of a file that select pods of several workloads of the same file, the same folder, or the same Kustomize base.
 *
 * ## Example
 *
 * ```yaml
 * apiVersion: policy/v1
 * kind: PodDisruptionBudget
 * metadata: {name: code}
 * spec: {minAvailable: 1, selector: {matchLabels: {code: x}}}
 * ---
 * apiVersion: apps/v1
 * kind: StatefulSet
 * metadata: {name: a}
 * spec:
 *   serviceName: a
 *   selector: {matchLabels: {app: a}}
 *   template:
 *     metadata: {labels: {app: a, code: x}}
 *     spec:
 *       containers:
 *       - name: app
 *         image: registry.example/app
 * ---
 * apiVersion: apps/v1
 * kind: StatefulSet
 * metadata: {name: b}
 * spec:
 *   serviceName: b
 *   selector: {matchLabels: {app: b}}
 *   template:
 *     metadata: {labels: {app: b, code: x}}
 *     spec:
 *       containers:
 *       - name: app
 *         image: registry.example/app
 * ```
 *
 * ## How to fix
 *
 * Update one workload after the other, or let each keep enough pods by itself.
 *
 * ```yaml
 * apiVersion: policy/v1
 * kind: PodDisruptionBudget
 * metadata: {name: code}
 * spec: {minAvailable: 1, selector: {matchLabels: {code: x}}}
 * ---
 * apiVersion: apps/v1
 * kind: StatefulSet
 * metadata: {name: a}
 * spec:
 *   replicas: 2
 *   serviceName: a
 *   selector: {matchLabels: {app: a}}
 *   template:
 *     metadata: {labels: {app: a, code: x}}
 *     spec:
 *       containers:
 *       - name: app
 *         image: registry.example/app
 * ---
 * apiVersion: apps/v1
 * kind: StatefulSet
 * metadata: {name: b}
 * spec:
 *   serviceName: b
 *   selector: {matchLabels: {app: b}}
 *   template:
 *     metadata: {labels: {app: b, code: x}}
 *     spec:
 *       containers:
 *       - name: app
 *         image: registry.example/app
 * ```
 *
 * ## Source
 *
 * `pkg/controller/disruption/disruption.go`, `getPodsForPdb`: all pods that the selector matches count. The controllers of workloads delete pods without an eviction.
 */
export const budgetHoldsNoRollout: FileRule = {
  id: "budget-holds-no-rollout",
  title: "A PodDisruptionBudget over several workloads does not hold their rollouts",
  level: "info",
  origin: "simulation",
  checkFile: check,
};

const allPods = podsThatFit(() => true);

function check(manifest: Manifest, settings: ResolvedSettings): ReturnType<FileRule["checkFile"]> {
  const budgets = manifest.documents.flatMap((placed) =>
    placed.document.templated ? [] : budgetsIn(placed.document).map((budget) => ({ ...placed, ...budget })),
  );
  if (budgets.length === 0) return [];
  const broken = brokenBudgets(manifest, settings);
  return budgets.flatMap(({ document, startOffset, name, path }) => {
    const shared = broken.get(name);
    if (shared === undefined) return [];
    const { start, end } = rangeOf(document, [...path, "spec", "selector"], "key");
    return [{ start: startOffset + start, end: startOffset + end, message: messageOf(shared) }];
  });
}

/** By name, those that keep more pods than are left when all their workloads are updated at the same time. */
function brokenBudgets(manifest: Manifest, settings: ResolvedSettings): ReadonlyMap<string, SharedForecast> {
  const documents = applicationOf(manifest);
  if (peersOf(documents).all.length === 0) return new Map();
  const podsOf = allPods(settings);
  const found = new Map<string, SharedForecast>();
  for (const pod of documents.flatMap(podsOf)) {
    const analyzed = workloadOf(pod, documents);
    if (analyzed === undefined || (analyzed.workload.beside ?? []).length === 0) continue;
    for (const shared of analyzed.forecast.shared) {
      const { kind, name, atLeast, needs, allowed } = shared;
      if (kind === "budget" && allowed > 0 && atLeast < needs && !found.has(name)) found.set(name, shared);
    }
  }
  return found;
}

function messageOf(shared: SharedForecast): string {
  const { name, needs, of, atLeast } = shared;
  const left = atLeast === 0 ? "possibly none is ready" : `possibly only ${atLeast} are ready`;
  return `Budget ${name} keeps ${needs} of ${of} pods (${membersInWords(shared)}) from evictions, but holds no rollout: if all workloads are updated at the same time, ${left} for a while. Update them one after the other.`;
}
