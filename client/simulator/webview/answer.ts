import { forecastPod } from "../../../shared/forecast/pod.ts";
import { perRun } from "./per-run.ts";

/** The sentence about a run that people changed; the server has made that of the manifest. */
export const answerOf = perRun(({ pod, assumptions, scenario }) => forecastPod(pod, assumptions, scenario).summary);
