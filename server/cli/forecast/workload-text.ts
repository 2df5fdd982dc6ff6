import { specInWords, workloadRows } from "../../../shared/forecast/workload/words.ts";
import type { AnalyzedWorkload } from "../../analysis/workloads.ts";
import { podName } from "../../exports/pod-name.ts";
import { type AskedTopics, isAsked, topicOfRow } from "../arguments/topics.ts";
import type { Style } from "../terminal/style.ts";

/** The details of a workload for a terminal: what decides about its rollout, then a row for each answer. */
export function workloadDetails(
  { pod, workload, forecast }: AnalyzedWorkload,
  asked: AskedTopics,
  style: Style,
): readonly string[] {
  const rows = workloadRows(workload, forecast).filter(({ id }) => isAsked(asked, topicOfRow[id]));
  if (rows.length === 0) return [];
  const width = Math.max(...rows.map(({ what }) => (what.length > labelMax ? 0 : what.length)));
  const title = `${style.bold(podName(pod.located))}  ${specInWords(workload)}`;
  return [title, ...rows.map(({ what, text }) => `  ${what.padEnd(width)}  ${text}`)];
}

/** A longer label does not move the answers of the others. */
const labelMax = 16;
