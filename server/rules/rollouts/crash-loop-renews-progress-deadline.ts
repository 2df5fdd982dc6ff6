import { formatDuration } from "../../../shared/basics/durations.ts";
import { stuckInWords } from "../../../shared/forecast/workload/words.ts";
import type { AnalyzedWorkload } from "../../analysis/workloads.ts";
import type { DocumentHit, DocumentRule } from "../core/model.ts";
import { declaredDeployments, declaredRollouts } from "../support/declared-workloads.ts";

/**
 * The pods of the new version crash again and again, and each time they are Ready for a moment first. The rollout is stuck, but it is never reported as failed:
 * the Deployment counts each rise of `readyReplicas` as progress, which renews `progressDeadlineSeconds`. As long as the back-off between two crashes stays below the deadline, as it always does with the default of 600 seconds, `kubectl rollout status` waits without an end.
 *
 * ## Example
 *
 * ```yaml
 * apiVersion: apps/v1
 * kind: Deployment
 * metadata: {name: web}
 * spec:
 *   replicas: 3
 *   minReadySeconds: 60
 *   selector: {matchLabels: {app: web}}
 *   template:
 *     metadata: {labels: {app: web}}
 *     spec:
 *       containers:
 *       - name: app  # cadence: crashes after 45s
 *         image: registry.example/app
 * ```
 *
 * ## How to fix
 *
 * Set a deadline that is shorter than the longest back-off and longer than a start, so that the rollout is reported as failed.
 *
 * ```yaml
 * apiVersion: apps/v1
 * kind: Deployment
 * metadata: {name: web}
 * spec:
 *   replicas: 3
 *   minReadySeconds: 60
 *   progressDeadlineSeconds: 120
 *   selector: {matchLabels: {app: web}}
 *   template:
 *     metadata: {labels: {app: web}}
 *     spec:
 *       containers:
 *       - name: app  # cadence: crashes after 45s
 *         image: registry.example/app
 * ```
 *
 * ## Source
 *
 * `pkg/controller/deployment/util/deployment_util.go`, `DeploymentProgressing`.
 */
export const crashLoopRenewsProgressDeadline: DocumentRule = {
  id: "crash-loop-renews-progress-deadline",
  title: "A crash loop keeps a stuck rollout from ever being reported as failed",
  level: "info",
  origin: "simulation",
  checkDocument: (document) => declaredDeployments(document).flatMap(check),
  prepareDocument: declaredRollouts,
};

function check({ workload, forecast, pod }: AnalyzedWorkload): readonly DocumentHit[] {
  const seconds = workload.spec.kind === "Deployment" ? workload.spec.progressDeadlineSeconds : undefined;
  const { rollout } = forecast;
  if (seconds === undefined || rollout?.stuckAt === undefined || rollout.completes !== undefined) return [];
  if (rollout.deadlineExceeded !== undefined) return [];
  const root = pod.located.prefix.slice(0, -3);
  const { completesIn, runs } = rollout;
  const where =
    completesIn === undefined ? "The rollout is" : `In ${runs - completesIn.runs} of ${runs} runs the rollout is`;
  return [
    {
      path: [...root, "spec", "progressDeadlineSeconds"],
      on: "key",
      message: `${where} ${stuckInWords(rollout)}, but never reported as failed: the new pods are Ready for a moment before each crash, and that renews the deadline of ${formatDuration(seconds * 1000)}. Set a progressDeadlineSeconds that is shorter than the longest back-off.`,
      item: pod.located.item,
    },
  ];
}
