import { l10n } from "vscode";

export interface Sample {
  /** The path in `examples`, with `/`. */
  readonly file: string;
  /** What its story is. */
  readonly title: string;
}

/** Those that stand alone: `capped-node` needs its project file beside it. A package on the web cannot list its folders. */
export const samples: readonly Sample[] = [
  { file: "slow-start.yaml", title: l10n.t("A liveness probe kills the container before startup completes") },
  { file: "crash-loop.yaml", title: l10n.t("Four crashes, each back-off longer than the previous one") },
  { file: "hang-and-kill.yaml", title: l10n.t("A hang: no traffic, SIGTERM, SIGKILL") },
  { file: "sidecar.yaml", title: l10n.t("An application waits for a sidecar that crashes twice") },
  { file: "job-backoff-limit.yaml", title: l10n.t("Who restarts: the kubelet or the Job") },
  { file: "training-restart-all.yaml", title: l10n.t("A training job restarts all containers in place") },
  { file: "kubelet.yaml", title: l10n.t("A node with a maximum back-off of 30 seconds") },
];
