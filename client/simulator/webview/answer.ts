import { forecastPod } from "../../../shared/forecast/pod.ts";
import type { Run } from "./run.ts";

const answers = new WeakMap<Run, string>();

/** The sentence about a run that people changed; the server has made that of the manifest. */
export function answerOf(run: Run): string {
  const known = answers.get(run);
  if (known !== undefined) return known;
  const { summary } = forecastPod(run.pod, run.assumptions, run.scenario);
  answers.set(run, summary);
  return summary;
}
