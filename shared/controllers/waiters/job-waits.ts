import { exactly, type Span } from "../../basics/span.ts";
import type { JobSpec, JobTimeline } from "../job/model.ts";
import type { WaitEnds } from "./follow.ts";
import { type Waiter, waiterFacts } from "./waiters.ts";

/** After so many looks with an error, Helm 3 gives up. Models helm.sh/helm/v3/pkg/kube waiter.waitForResources (v3.22.0) */
const helm3Retries = 30;

/** What those who wait make of one run of a Job. All but Helm 3 look at its conditions, the last of which comes when the last pod is gone. */
export function jobWaitEnds(job: JobSpec, played: JobTimeline): WaitEnds {
  const { conditions } = played;
  const completeMs = conditions.find(({ type }) => type === "Complete")?.tMs;
  const failedMs = conditions.find(({ type }) => type === "Failed")?.tMs;
  const returns = (waiter: Waiter) => ended(waiter, "returns", completeMs);
  const fails = (waiter: Waiter) => ended(waiter, "fails", failedMs);
  return {
    "helm-3": helm3End(job, played),
    /** Models helm.sh/helm/v4/internal/statusreaders jobConditions (v4.3.1), of --wait-for-jobs */
    "helm-4": returns("helm-4") ?? fails("helm-4"),
    /** Models github.com/fluxcd/pkg/runtime/statusreaders jobConditions, which kustomize-controller uses (v1.10.1) */
    flux: returns("flux") ?? fails("flux"),
    /** Models github.com/argoproj/argo-cd/gitops-engine/v3/pkg/health getBatchv1JobHealth (v3.6.1) */
    "argo-cd": returns("argo-cd") ?? fails("argo-cd"),
    /** Models k8s.io/kubectl/pkg/polymorphichelpers StatusViewerFor (v0.37.1): it knows no Jobs. */
    "kubectl-rollout-status": undefined,
    /** `--for=condition=complete`, which does not look at other conditions. Models k8s.io/kubectl/pkg/cmd/wait ConditionalWait (v0.37.1) */
    "kubectl-wait": returns("kubectl-wait"),
  };
}

/** It counts pods, and knows no conditions. Models helm.sh/helm/v3/pkg/kube ReadyChecker.jobReady (v3.22.0) */
function helm3End(
  { completions, backoffLimit }: JobSpec,
  { conditions, succeeded, failed }: JobTimeline,
): WaitEnds["helm-3"] {
  if (failed > backoffLimit) {
    const firstMs = conditions.find(({ type }) => type === "FailureTarget" || type === "Failed")?.tMs;
    return ended(
      "helm-3",
      "fails",
      firstMs === undefined ? undefined : firstMs + helm3Retries * waiterFacts["helm-3"].pollMs,
    );
  }
  if (completions === undefined) return ended("helm-3", "returns", 0);
  const done = conditions.find(({ type }) => type === "SuccessCriteriaMet" || type === "Complete");
  return ended("helm-3", "returns", succeeded >= completions ? done?.tMs : undefined);
}

function ended(waiter: Waiter, is: "returns" | "fails", atMs: number | undefined): WaitEnds[Waiter] {
  if (atMs === undefined) return undefined;
  const span: Span = { ...exactly(atMs), latestMs: atMs + waiterFacts[waiter].pollMs };
  return { is, span };
}
