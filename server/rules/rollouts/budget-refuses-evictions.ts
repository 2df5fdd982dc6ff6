import { counted } from "../../../shared/basics/counted.ts";
import { memoBounded } from "../../../shared/basics/memo-bounded.ts";
import { memo } from "../../../shared/basics/once.ts";
import type { BudgetSpec } from "../../../shared/controllers/objects/model.ts";
import { formatIntOrPercent } from "../../../shared/controllers/objects/percent.ts";
import { type PlayableWorkload, playWorkload } from "../../../shared/controllers/pods/play-workload.ts";
import { budgetsIn, type PlacedBudget } from "../../analysis/selecting-objects.ts";
import { type AnalyzedWorkload, applicationOf, workloadOf } from "../../analysis/workloads.ts";
import type { Manifest, ManifestDocument } from "../../manifest/text/model.ts";
import { rangeOf } from "../../manifest/text/ranges.ts";
import { mayBeScaled } from "../../schema/files/kustomize-role.ts";
import type { ResolvedSettings } from "../../schema/model.ts";
import type { FileRule } from "../core/model.ts";
import { podsThatFit } from "../support/pods-that-fit.ts";

/**
 * A PodDisruptionBudget allows no disruption even while all pods are healthy: `minAvailable` is as many as there are, or `maxUnavailable` is 0.
 * Every eviction is then refused. `kubectl drain`, the cluster autoscaler, and node upgrades wait until somebody deletes the pod or the budget. A drain never creates a pod in advance, whatever `maxSurge` says.
 * Two budgets that select the same pod have the same effect: the API server answers the eviction with an error, and `kubectl drain` fails.
 * A budget with neither `minAvailable` nor `maxUnavailable` allows no eviction at all. Where an autoscaler (a HorizontalPodAutoscaler, or a ScaledObject of KEDA) decides how many pods there are, its minimum counts, and the finding is an information.
 * It is silent where a kustomization may set another number of pods.
 * The rule looks at budgets of a file, and at workloads of the same file, the same folder, or the same Kustomize base.
 *
 * ## Example
 *
 * ```yaml
 * apiVersion: policy/v1
 * kind: PodDisruptionBudget
 * metadata: {name: web}
 * spec:
 *   minAvailable: 2
 *   selector: {matchLabels: {app: web}}
 * ---
 * apiVersion: apps/v1
 * kind: Deployment
 * metadata: {name: web}
 * spec:
 *   replicas: 2
 *   selector: {matchLabels: {app: web}}
 *   template:
 *     metadata: {labels: {app: web}}
 *     spec:
 *       containers:
 *       - name: app
 *         image: registry.example/app
 * ```
 *
 * ## How to fix
 *
 * Allow one pod to be missing.
 *
 * ```yaml
 * apiVersion: policy/v1
 * kind: PodDisruptionBudget
 * metadata: {name: web}
 * spec:
 *   maxUnavailable: 1
 *   selector: {matchLabels: {app: web}}
 * ---
 * apiVersion: apps/v1
 * kind: Deployment
 * metadata: {name: web}
 * spec:
 *   replicas: 2
 *   selector: {matchLabels: {app: web}}
 *   template:
 *     metadata: {labels: {app: web}}
 *     spec:
 *       containers:
 *       - name: app
 *         image: registry.example/app
 * ```
 *
 * ## Source
 *
 * `pkg/registry/core/pod/storage/eviction.go`, `checkAndDecrement`, and `pkg/controller/disruption/disruption.go`.
 */
export const budgetRefusesEvictions: FileRule = {
  id: "budget-refuses-evictions",
  title: "A PodDisruptionBudget refuses every eviction, so nodes cannot be drained",
  level: "warning",
  origin: "simulation",
  checkFile: check,
};

function check(manifest: Manifest, settings: ResolvedSettings): ReturnType<FileRule["checkFile"]> {
  const budgets = manifest.documents.flatMap((placed) => {
    const found = budgetsIn(placed.document);
    return found.length === 0 || placed.document.templated ? [] : found.map((budget) => ({ ...placed, budget }));
  });
  if (budgets.length === 0) return [];
  const guarded = guardedWorkloads(manifest, settings);
  return budgets.flatMap(({ document, startOffset, budget }) => {
    const found = guarded
      .get(budget.name)
      ?.find(({ workload }) => !mayBeScaled(settings.kustomize, workload.workload.name) && refusesForever(workload));
    if (found === undefined) return [];
    const field = hasOthers(found.workload) ? "selector" : fieldOf(found.budget);
    const { start, end } = keysIn(budget, document)(field ?? "spec");
    const isForNow = found.workload.leastReplicas !== undefined;
    const place = { start: startOffset + start, end: startOffset + end };
    return [{ ...place, message: messageOf(found), ...(isForNow && { severity: "info" as const }) }];
  });
}

/** Where the fields of a budget are in its document. Each edit of a large file asks for all of them again. */
const keysIn = memo(({ path }: PlacedBudget, document: ManifestDocument) =>
  memoBounded(fieldsMax, (field: string) =>
    rangeOf(document, [...path, "spec", ...(field === "spec" ? [] : [field])], "key"),
  ),
);
const fieldsMax = 4;

/** A workload, and a budget that is about its pods. */
interface Guarded {
  readonly workload: AnalyzedWorkload;
  readonly budget: BudgetSpec;
}

/** By the names of their budgets. */
function guardedWorkloads(manifest: Manifest, settings: ResolvedSettings): ReadonlyMap<string, readonly Guarded[]> {
  const documents = applicationOf(manifest);
  const podsOf = allPods(settings);
  const found = new Map<string, Guarded[]>();
  for (const document of documents)
    for (const pod of podsOf(document)) {
      const workload = workloadOf(pod, documents);
      for (const budget of workload?.workload.budgets ?? []) {
        const others = found.get(budget.name) ?? [];
        if (workload !== undefined) found.set(budget.name, [...others, { workload, budget }]);
      }
    }
  return found;
}

const allPods = podsThatFit(() => true);

/** The API server evicts no pod that two budgets are about. */
function hasOthers({ workload }: AnalyzedWorkload): boolean {
  return workload.budgets.length > 1;
}

/** Undefined if neither is written. */
function fieldOf({ minAvailable, maxUnavailable }: BudgetSpec): "minAvailable" | "maxUnavailable" | undefined {
  if (minAvailable !== undefined) return "minAvailable";
  return maxUnavailable === undefined ? undefined : "maxUnavailable";
}

/** All tries to drain a node that one run of ten minutes has. */
const drainMs = 600_000;

/**
 * The pods serve, each node is drained in turn, and the API server refuses each eviction to the end. Played once for each workload:
 * an edit leaves most of a file as they are.
 */
const refusesForever = memo(({ workload: written, leastReplicas, pod }: AnalyzedWorkload): boolean => {
  const workload = atLeastPods(written, leastReplicas);
  const { spec } = workload;
  const { assumptions } = pod.settings;
  if (spec.kind === "DaemonSet" || spec.replicas === 0) return false;
  const events = workload.nodes.map((node) => ({ kind: "drain", atMs: 0, node }) as const);
  const serving = { ...workload, scenario: { containers: {}, events: [], expectations: [] }, services: [] };
  const exact = { ...assumptions, timing: "ideal" } as const;
  const simulation = playWorkload(serving, { assumptions: exact, seed: 1, untilMs: drainMs, from: "running", events });
  simulation.runUntil(drainMs);
  const { entries, counts } = simulation.timeline();
  const isServing = (counts.at(-1)?.ready ?? 0) >= spec.replicas;
  return (
    isServing &&
    entries.some(({ kind }) => kind === "eviction-refused") &&
    !entries.some(({ kind }) => kind === "eviction-accepted")
  );
});

/** At its least load, an autoscaler keeps so many pods, whatever the manifest says. */
function atLeastPods(workload: PlayableWorkload, least: number | undefined): PlayableWorkload {
  const { spec } = workload;
  if (least === undefined || spec.kind === "DaemonSet") return workload;
  return { ...workload, spec: { ...spec, replicas: least } };
}

function messageOf({ workload: analyzed, budget }: Guarded): string {
  const { pod, leastReplicas } = analyzed;
  const workload = atLeastPods(analyzed.workload, leastReplicas);
  const { kind, name } = pod.located;
  if (hasOthers(analyzed)) {
    const names = workload.budgets.map((one) => one.name).join(" and ");
    return `The budgets ${names} select the same pods of ${kind} ${name}, so every eviction ends with an error and kubectl drain fails. Keep one of them.`;
  }
  const replicas = workload.spec.kind === "DaemonSet" ? 0 : workload.spec.replicas;
  const field = fieldOf(budget);
  const value = budget.minAvailable ?? budget.maxUnavailable;
  if (field === undefined || value === undefined)
    return `Budget ${budget.name} has neither minAvailable nor maxUnavailable, so it allows no eviction of ${kind} ${name} and kubectl drain does not end. Set maxUnavailable to 1.`;
  const written = `${field}: ${formatIntOrPercent(value)}`;
  const { others = [] } = budget;
  if (others.length > 0) {
    const members = [{ workload: `${kind}/${name}`, pods: replicas }, ...others];
    const all = members.reduce((sum, each) => sum + each.pods, 0);
    const who = members.map((each) => `${each.workload} ${each.pods}`).join(", ");
    return `With ${written}, budget ${budget.name} allows no eviction of its ${all} pods (${who}), so kubectl drain does not end. Allow one pod to be missing: maxUnavailable: 1.`;
  }
  const pods = replicas === 1 ? "the only pod" : `all ${replicas} pods`;
  const advice =
    replicas === 1
      ? "Set maxUnavailable to 1, or run 2 replicas and allow one to be missing."
      : "Allow one pod to be missing: maxUnavailable: 1.";
  if (leastReplicas !== undefined)
    return `While the autoscaler keeps ${name} at its minimum of ${counted(replicas, "pod")}, ${written} refuses every eviction and kubectl drain waits. Allow one pod to be missing: maxUnavailable: 1.`;
  return `With ${written}, ${pods} of ${kind} ${name} must stay, so every eviction is refused and kubectl drain does not end. ${advice}`;
}
