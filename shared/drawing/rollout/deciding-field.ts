import type { WorkloadEntry, WorkloadEntryKind } from "../../controllers/objects/model.ts";
import { chainOf, idIn, type RolloutRun } from "./run.ts";

const byController: ReadonlySet<WorkloadEntryKind> = new Set(["replica-set-created", "replica-set-scaled"]);
const fromOutside: ReadonlySet<WorkloadEntryKind> = new Set([
  "drain-started",
  "eviction-accepted",
  "eviction-refused",
  "node-lost",
  "node-not-ready",
  "taint-eviction",
]);

/** The fields of the workload's spec that decide about an entry, the nearest first. Empty: its pods decide. */
export function decidingFields(run: RolloutRun, entry: WorkloadEntry): readonly string[] {
  const { spec } = run.workload;
  const strategy = spec.kind === "Deployment" ? ["strategy", "replicas"] : ["updateStrategy", "replicas"];
  const { kind, data } = entry;
  if (byController.has(kind) || kind === "rollout-complete") return strategy;
  if (kind === "pod-available" && spec.minReadySeconds > 0) return ["minReadySeconds"];
  if (kind === "condition-changed")
    return data.reason === "ProgressDeadlineExceeded" ? ["progressDeadlineSeconds", ...strategy] : strategy;
  if (kind !== "pod-created" && kind !== "pod-deleted") return [];
  const causes = chainOf(run, idIn(run.side, entry)).slice(1);
  return causes.length === 0 || causes.some((cause) => fromOutside.has(cause.kind)) ? [] : strategy;
}
