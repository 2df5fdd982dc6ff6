import { formatDuration } from "../../../shared/basics/durations.ts";
import { formatSpan } from "../../../shared/basics/span-words.ts";
import { forecastWorkload } from "../../../shared/forecast/workload/forecast.ts";
import type { RolloutForecast } from "../../../shared/forecast/workload/model.ts";
import { rolloutSummary } from "../../../shared/forecast/workload/words.ts";
import type { AnalyzedDocument } from "../../analysis/subject.ts";
import type { AnalyzedWorkload } from "../../analysis/workloads.ts";
import type { DocumentHit, DocumentRule, FieldFix } from "../core/model.ts";
import { declaredDeployments, declaredRollouts } from "../support/declared-workloads.ts";

/**
 * A scenario says that the container starts slowly, and the Deployment does not wait that long for progress.
 * The rollout is reported as failed: its condition Progressing is `False` with the reason `ProgressDeadlineExceeded`, `kubectl rollout status` and most deployment tools end with an error.
 * Nothing is rolled back, and the rollout completes later, when nobody watches it any more.
 *
 * ## Example
 *
 * ```yaml
 * apiVersion: apps/v1
 * kind: Deployment
 * metadata: {name: web}
 * spec:
 *   progressDeadlineSeconds: 60
 *   selector: {matchLabels: {app: web}}
 *   template:
 *     metadata: {labels: {app: web}}
 *     spec:
 *       containers:
 *       - name: app  # cadence: starts in 5m
 *         image: registry.example/app
 *         readinessProbe:
 *           httpGet: {path: /ready, port: 8080}
 * ```
 *
 * ## How to fix
 *
 * Set a deadline that is longer than the start.
 *
 * ```yaml
 * apiVersion: apps/v1
 * kind: Deployment
 * metadata: {name: web}
 * spec:
 *   progressDeadlineSeconds: 600
 *   selector: {matchLabels: {app: web}}
 *   template:
 *     metadata: {labels: {app: web}}
 *     spec:
 *       containers:
 *       - name: app  # cadence: starts in 5m
 *         image: registry.example/app
 *         readinessProbe:
 *           httpGet: {path: /ready, port: 8080}
 * ```
 *
 * ## Source
 *
 * `pkg/controller/deployment/util/deployment_util.go`, `DeploymentTimedOut`: the time since the last progress counts.
 */
export const slowStartExceedsProgressDeadline: DocumentRule = {
  id: "slow-start-exceeds-progress-deadline",
  title: "The declared start takes longer than the Deployment waits for progress",
  level: "warning",
  origin: "simulation",
  checkDocument: (document) => declaredDeployments(document).flatMap((found) => check(document, found)),
  prepareDocument: declaredRollouts,
};

const field = "progressDeadlineSeconds";
/** Round numbers. */
const deadlines = [120, 180, 300, 600, 900, 1200, 1800, 3600, 7200];

function check(document: AnalyzedDocument, found: AnalyzedWorkload): readonly DocumentHit[] {
  const { workload, forecast, pod } = found;
  const seconds = workload.spec.kind === "Deployment" ? workload.spec.progressDeadlineSeconds : undefined;
  const { rollout } = forecast;
  const reported = rollout?.deadlineExceeded;
  if (seconds === undefined || rollout?.completes === undefined || reported === undefined) return [];
  const share = reported.runs === rollout.runs ? "" : ` in ${reported.runs} of ${rollout.runs} runs`;
  const root = pod.located.prefix.slice(0, -3);
  const enough = deadlines.find((longer) => longer > seconds && isInTime(document, found, longer));
  const advice = enough === undefined ? `Set a longer ${field}.` : `Set ${field} to ${enough} or more.`;
  return [
    {
      path: [...root, "spec", field],
      on: "key",
      message: `The rollout takes ${rolloutSummary(rollout)}, but${share} is reported as failed ${formatSpan(reported.span)} after it begins, after ${formatDuration(seconds * 1000)} without progress. ${advice}`,
      item: pod.located.item,
      ...(enough !== undefined && { fix: fixOf([...root, "spec"], enough) }),
    },
  ];
}

function fixOf(path: FieldFix["path"], value: number): FieldFix {
  return { kind: "set-field", title: `Set ${field} to ${value}`, path, field, value };
}

/** Checked by the engine. */
function isInTime(
  { settings }: AnalyzedDocument,
  { workload }: AnalyzedWorkload,
  progressDeadlineSeconds: number,
): boolean {
  if (workload.spec.kind !== "Deployment") return false;
  const longer = { ...workload, spec: { ...workload.spec, progressDeadlineSeconds } };
  const rollout: RolloutForecast | undefined = forecastWorkload(longer, settings.assumptions).rollout;
  return rollout?.completes !== undefined && rollout.deadlineExceeded === undefined;
}
