import { specInWords, workloadRows } from "../../../shared/forecast/workload/words.ts";
import type { AnalyzedWorkload } from "../../analysis/workloads.ts";
import { podName } from "../../exports/pod-name.ts";
import type { Style } from "../terminal/style.ts";

/** A workload for a terminal: what decides about its rollout, then a row for each answer. */
export function workloadText({ pod, workload, forecast }: AnalyzedWorkload, style: Style): readonly string[] {
  const rows = workloadRows(workload, forecast);
  const width = Math.max(...rows.map(({ what }) => (what.length > labelMax ? 0 : what.length)));
  const title = `${style.bold(podName(pod.located))}  ${specInWords(workload)}`;
  return [title, ...rows.map(({ what, text }) => `  ${what.padEnd(width)}  ${text}`)];
}

/** A longer label does not move the answers of the others. */
const labelMax = 16;
