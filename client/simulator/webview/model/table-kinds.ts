import type { EntryKind, TimelineEntry } from "../../../../shared/simulation/timeline/timeline.ts";

import { t } from "../words/l10n.ts";

export type TableKind = "runs" | "all" | "starts" | "kills" | "back-off" | "probes" | "conditions" | "images" | "node";

/** What the table can show. */
export const tableKinds: readonly (readonly [kind: TableKind, label: () => string])[] = [
  ["runs", () => t("Runs")],
  ["all", () => t("All entries")],
  ["starts", () => t("Starts and exits")],
  ["kills", () => t("Kills")],
  ["back-off", () => t("Back-off")],
  ["probes", () => t("Probes")],
  ["conditions", () => t("Conditions and phases")],
  ["images", () => t("Images")],
  ["node", () => t("Pod and node")],
];

const kindsOf: Readonly<Record<Exclude<TableKind, "runs" | "all">, ReadonlySet<EntryKind>>> = {
  starts: new Set([
    "container-created",
    "container-create-failed",
    "container-start-failed",
    "container-started",
    "container-exited",
    "container-removed",
    "restart-all-started",
    "restart-all-ended",
  ]),
  kills: new Set(["container-stopping", "container-killed", "pre-stop-done", "pre-stop-cut"]),
  "back-off": new Set(["back-off-started", "back-off-ended"]),
  probes: new Set(["probe-attempt", "probe-result", "post-start-done"]),
  conditions: new Set(["condition-changed", "phase-changed", "status-published"]),
  images: new Set(["image-pulling", "image-pulled", "image-pull-failed"]),
  node: new Set([
    "pod-seen",
    "pod-rejected",
    "sandbox-ready",
    "sandbox-stopped",
    "sandbox-removed",
    "pod-deleted",
    "pod-removed",
    "kubelet-stopped",
    "kubelet-started",
    "node-rebooted",
    "node-lost",
    "node-not-ready",
    "note",
  ]),
};

export function isOfKind({ kind }: TimelineEntry, wanted: TableKind): boolean {
  return wanted === "runs" || wanted === "all" || kindsOf[wanted].has(kind);
}
