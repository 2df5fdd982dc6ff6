import { visible } from "../../shared/basics/plain-line.ts";
import { createdTimesMs, type KubectlColumns, kubectlColumns, lastUpTo } from "../../shared/simulation/index.ts";
import type { Timeline } from "../../shared/simulation/timeline/timeline.ts";
import type { PodPlay } from "./play.ts";
import { alignColumns } from "./table.ts";

/** The lines of `kubectl get pod -w`: one for each change of what it shows. */
export function kubectlText({ name, input: { pod, assumptions } }: PodPlay, timeline: Timeline): string {
  const { kubernetes } = assumptions.node;
  const createdMs = createdTimesMs(timeline);
  const rows: string[][] = [["NAME", "READY", "STATUS", "RESTARTS", "AGE"]];
  let before = "";
  for (const { tMs, status } of timeline.statuses) {
    const columns = kubectlColumns(status, { pod, kubernetes, createdMs: lastUpTo(createdMs, tMs) }, tMs);
    const shown = withoutTimes(columns);
    if (shown !== before)
      rows.push([name === "" ? "pod" : visible(name), columns.ready, columns.status, columns.restarts, columns.age]);
    before = shown;
  }
  return `${alignColumns(rows, "   ").join("\n")}\n`;
}

function withoutTimes({ ready, status, restarts }: KubectlColumns): string {
  return [ready, status, restarts.split(" ")[0]].join(" ");
}
