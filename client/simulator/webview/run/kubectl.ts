import { memo } from "../../../../shared/basics/once.ts";
import { createdTimesMs, kubectlColumns, lastUpTo, type PodStatus } from "../../../../shared/simulation/index.ts";
import type { PanelRun } from "./run.ts";

/** What the API shows before the kubelet has written a status. */
const untouched: PodStatus = {
  phase: "Pending",
  reason: undefined,
  message: undefined,
  deletingSeconds: undefined,
  conditions: [],
  initContainerStatuses: [],
  containerStatuses: [],
};

/** What kubectl prints of the run's pod at a time; undefined if the kubelet has written no status yet. */
export function columnsOf(
  run: PanelRun,
  status: PodStatus | undefined,
  tMs: number,
): ReturnType<typeof kubectlColumns> {
  const { pod, assumptions } = run;
  const createdMs = lastUpTo(createdMsOf(run), tMs);
  return kubectlColumns(status ?? untouched, { pod, kubernetes: assumptions.apiServer.kubernetes, createdMs }, tMs);
}

const createdMsOf = memo(({ timeline }: PanelRun) => createdTimesMs(timeline));

/** Whether the API server has no such pod any more. */
export function isGone(run: PanelRun, tMs: number): boolean {
  return goneAtMs(run) <= tMs;
}

const goneAtMs = memo(({ timeline }: PanelRun) => {
  const last = timeline.entries.findLast(({ kind }) => kind === "pod-removed" || kind === "pod-seen");
  return last?.kind === "pod-removed" ? last.tMs : Number.POSITIVE_INFINITY;
});
