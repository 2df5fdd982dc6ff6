/** Who waits for a workload after it was applied, as the project file names them. */
export const waiters = ["helm-3", "helm-4", "flux", "argo-cd", "kubectl-rollout-status", "kubectl-wait"] as const;

export type Waiter = (typeof waiters)[number];

/** Helm gives up after this unless it is told otherwise. */
export const helmTimeoutMs = 300_000;

interface WaiterFacts {
  /** For people: the command that waits. */
  readonly name: string;
  /** Its release whose rules were read. */
  readonly version: string;
  /** How it gives up; undefined: it waits for as long as it takes. */
  readonly timeout: { readonly option: string; readonly defaultMs: number | undefined } | undefined;
  /** How often it looks; 0: it watches. */
  readonly pollMs: number;
}

/** Waiters, in the order in which they are shown. */
export const waiterFacts: Readonly<Record<Waiter, WaiterFacts>> = {
  /** Models helm.sh/helm/v3/pkg/kube waiter.waitForResources (v3.22.0) */
  "helm-3": {
    name: "Helm 3 --wait",
    version: "v3.22.0",
    timeout: { option: "--timeout", defaultMs: helmTimeoutMs },
    pollMs: 2000,
  },
  /** Models helm.sh/helm/v4/pkg/kube statusWaiter.wait (v4.3.1) */
  "helm-4": {
    name: "Helm 4 --wait",
    version: "v4.3.1",
    timeout: { option: "--timeout", defaultMs: helmTimeoutMs },
    pollMs: 0,
  },
  /** Models github.com/fluxcd/kustomize-controller/internal/controller checkHealth (v1.10.1): the timeout is that of each Kustomization. */
  flux: {
    name: "Flux",
    version: "v1.10.1",
    timeout: { option: "spec.timeout", defaultMs: undefined },
    pollMs: 5000,
  },
  /** Models github.com/argoproj/argo-cd/gitops-engine/v3/pkg/health (v3.6.1) */
  "argo-cd": { name: "Argo CD", version: "v3.6.1", timeout: undefined, pollMs: 0 },
  /** Models k8s.io/kubectl/pkg/cmd/rollout RolloutStatusOptions.Run (v0.37.1): --timeout is 0 unless it is given. */
  "kubectl-rollout-status": { name: "kubectl rollout status", version: "v1.37.1", timeout: undefined, pollMs: 0 },
  /** `kubectl wait --for=condition=Available`. Models k8s.io/kubectl/pkg/cmd/wait NewWaitFlags (v0.37.1) */
  "kubectl-wait": {
    name: "kubectl wait",
    version: "v1.37.1",
    timeout: { option: "--timeout", defaultMs: 30_000 },
    pollMs: 0,
  },
};
