import { forecastRollback } from "../../../shared/forecast/workload/changes.ts";
import { type AnalyzedWorkload, applicationOf, workloadOf } from "../../analysis/workloads.ts";
import type { Manifest } from "../../manifest/text/model.ts";
import { rangeOf } from "../../manifest/text/ranges.ts";
import type { ResolvedSettings } from "../../schema/model.ts";
import type { FileRule } from "../core/model.ts";
import { podsThatFit } from "../support/pods-that-fit.ts";

/**
 * A StatefulSet whose new version does not become available waits for that pod, also after the old template is back: the rollout cannot proceed, and neither can the way back.
 * Somebody has to delete the broken pods. With `podManagementPolicy: Parallel`, the controller does so by itself.
 * The rule looks at StatefulSets of which a scenario says what the new version does.
 *
 * ## Example
 *
 * ```yaml
 * apiVersion: apps/v1
 * kind: StatefulSet
 * metadata: {name: db}
 * spec:
 *   replicas: 3
 *   serviceName: db
 *   selector: {matchLabels: {app: db}}
 *   template:
 *     metadata: {labels: {app: db}}
 *     spec:
 *       containers:
 *       # cadence: new: db: fails readiness
 *       - name: db
 *         image: registry.example/db
 *         readinessProbe: {exec: {command: [ready]}}
 * ```
 *
 * ## How to fix
 *
 * Correct the new version, or let the controller replace broken pods by itself.
 *
 * ```yaml
 * apiVersion: apps/v1
 * kind: StatefulSet
 * metadata: {name: db}
 * spec:
 *   replicas: 3
 *   serviceName: db
 *   podManagementPolicy: Parallel
 *   selector: {matchLabels: {app: db}}
 *   template:
 *     metadata: {labels: {app: db}}
 *     spec:
 *       containers:
 *       # cadence: new: db: fails readiness
 *       - name: db
 *         image: registry.example/db
 *         readinessProbe: {exec: {command: [ready]}}
 * ```
 *
 * ## Source
 *
 * `pkg/controller/statefulset/stateful_set_control.go`, `updateStatefulSet`: nothing is updated while a pod is unavailable.
 */
export const rollbackStaysStuck: FileRule = {
  id: "rollback-stays-stuck",
  title: "A StatefulSet whose rollout is stuck stays so after the old template is back",
  level: "warning",
  origin: "simulation",
  checkFile: check,
  prepareFile: prepare,
};

function* prepare(manifest: Manifest, settings: ResolvedSettings): Generator<unknown> {
  const podsOf = changedStatefulSets(settings);
  for (const { document } of manifest.documents) {
    for (const pod of podsOf(document))
      yield* workloadOf(pod, applicationOf(manifest))?.forecast.pieces(["rollout"]) ?? [];
    yield;
  }
}

function check(manifest: Manifest, settings: ResolvedSettings): ReturnType<FileRule["checkFile"]> {
  const podsOf = changedStatefulSets(settings);
  return manifest.documents.flatMap(({ document, startOffset }) =>
    podsOf(document).flatMap((pod) => {
      const found = workloadOf(pod, applicationOf(manifest));
      const message = found && messageOf(found, settings);
      if (message === undefined) return [];
      const { start, end } = rangeOf(document, [...pod.located.objectPath, "kind"], "value");
      return [{ start: startOffset + start, end: startOffset + end, message }];
    }),
  );
}

/** Those whose new version does something else than the old one. */
const changedStatefulSets = podsThatFit(
  ({ located, scenario }) =>
    located.kind === "StatefulSet" && Object.keys(scenario.scenario.rollout?.new ?? {}).length > 0,
);

function messageOf({ workload, forecast }: AnalyzedWorkload, settings: ResolvedSettings): string | undefined {
  const { rollout } = forecast;
  if (workload.spec.kind !== "StatefulSet" || rollout === undefined || rollout.completes !== undefined)
    return undefined;
  const back = forecastRollback(workload, settings.assumptions, workload.scenario);
  const [pod] = back?.left ?? [];
  if (back === undefined || back.completes !== undefined || pod === undefined) return undefined;
  const pods = back.left.length === 1 ? pod : `${back.left.length} pods`;
  return `The new version stays at ${back.updated} of ${forecast.pods}, and taking back the template does not help: the StatefulSet waits for ${pod}. Correct the new version; to go back, delete ${pods} after the template is back.`;
}
