import { memo } from "../../shared/basics/once.ts";
import { valueAt } from "../../shared/basics/values.ts";
import type { WaveBefore } from "../../shared/controllers/pods/play-workload.ts";
import type { WorkloadForecast } from "../../shared/forecast/workload/model.ts";
import type { LocatedPod, ManifestDocument } from "../manifest/text/model.ts";
import type { ResolvedSettings } from "../schema/model.ts";
import { analyzeDocument } from "./analysis.ts";
import { endOfJob } from "./hooks-before.ts";
import type { AnalyzedPod } from "./subject.ts";
import { hookOf, waiterOf } from "./waited-job.ts";

/** Each takes the runs of an answer. */
const stepsMax = 5;

/**
 * The Jobs and workloads of an application that Argo CD applies before one of its workloads, and waits for, the nearest wave last.
 * Empty where somebody else applies it.
 */
// Models github.com/argoproj/argo-cd/gitops-engine/v3/pkg/sync syncContext.Sync (v3.6.1)
export function wavesBefore(
  { located, settings }: AnalyzedPod,
  others: readonly ManifestDocument[],
  forecastOf: (pod: AnalyzedPod) => WorkloadForecast | undefined,
): readonly WaveBefore[] {
  if (waiterOf(located, settings) !== "argo-cd") return [];
  const own = waveOf(located);
  return appliedIn(others)
    .filter(({ located: { namespace }, wave }) => namespace === located.namespace && wave < own)
    .slice(-stepsMax)
    .map(({ document, located: each, wave }) => ({
      name: `${each.kind}/${each.name}`,
      wave,
      end:
        each.kind === "Job" ? endOfJob(document, each, settings) : endOfWorkload(document, each, settings, forecastOf),
    }));
}

interface Applied {
  readonly document: ManifestDocument;
  readonly located: LocatedPod;
  readonly wave: number;
}

/** In the order of their waves. */
const appliedIn = memo((others: readonly ManifestDocument[]): readonly Applied[] =>
  others
    .flatMap((document) =>
      document.pods.filter(isApplied).map((located) => ({ document, located, wave: waveOf(located) })),
    )
    .toSorted((left, right) => left.wave - right.wave),
);

/** Jobs and workloads have health of their own. Hooks are no part of the sync itself. */
function isApplied(located: LocatedPod): boolean {
  return !located.partial && healthKinds.has(located.kind) && hookOf(located) === undefined;
}

const healthKinds: ReadonlySet<string> = new Set(["Job", "Deployment", "StatefulSet", "DaemonSet"]);

// Models github.com/argoproj/argo-cd/gitops-engine/v3/pkg/sync/syncwaves Wave (v3.6.1)
function waveOf({ owner }: LocatedPod): number {
  const texts = ["argocd.argoproj.io/sync-wave", "helm.sh/hook-weight"].map((name) =>
    valueAt(owner, ["metadata", "annotations", name]),
  );
  const text = texts.find((each) => typeof each === "string" && /^[+-]?\d{1,9}$/.test(each));
  return text === undefined ? 0 : Number(text);
}

/** When all runs agree on whether it becomes Healthy. */
function endOfWorkload(
  document: ManifestDocument,
  located: LocatedPod,
  settings: ResolvedSettings,
  forecastOf: (pod: AnalyzedPod) => WorkloadForecast | undefined,
): WaveBefore["end"] {
  const pod = analyzeDocument(document, settings).pods.find((each) => each.located === located);
  const first = pod && forecastOf(pod)?.firstDeployment;
  const wait = first?.waits.find(({ waiter }) => waiter === "argo-cd");
  if (first === undefined || wait === undefined) return undefined;
  const { returns, fails } = wait;
  if (returns?.runs === first.runs) return { how: "Succeeded", span: returns.span };
  if (fails?.runs === first.runs) return { how: "Failed", span: fails.span };
  return returns === undefined && fails === undefined ? "never" : undefined;
}
