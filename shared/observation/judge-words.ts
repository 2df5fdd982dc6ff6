import type { Span } from "../basics/span.ts";
import { formatRecorded, formatSpan } from "../basics/span-words.ts";
import { probeField } from "../kubernetes/pod.ts";
import type { OverlayEnd } from "../protocol/pod/observed.ts";
import type { JudgedMoment } from "./judge.ts";

/** `Observed: app restarted (run 3).` */
export function momentInWords({ container, run, end, ranMs }: JudgedMoment): string {
  if (end === undefined) return `Observed: ${container} ${run === 1 ? "started" : `restarted (run ${run})`}.`;
  const after = ranMs === undefined ? "" : ` after ${formatRecorded(ranMs)}`;
  return `Observed: run ${run} of ${container} ended with exit code ${end.exitCode}${reasonText(end)}${after}${stopperText(end)}.`;
}

/** What is to be said of it: inside what is possible, or how far outside and why that may be. `shiftMs`: how much later the page draws it. */
export function judgmentOfMoment(moment: JudgedMoment, shiftMs: number): string {
  const { verdict, window } = moment;
  switch (verdict) {
    case "inside":
      return `Within the range: ${windowText(window, shiftMs)}${countedFrom(moment)}.`;
    case "late":
    case "early":
      return `${outsideText(moment)} The range was ${windowText(window, shiftMs)}${countedFrom(moment)}. ${advice(moment)}`.trim();
    case "other end":
      return `In the scenario, it exits with code ${moment.exitCodes.join(" or ")}.`;
    case "never":
      return "This happens in none of the simulated runs.";
    case "unseen":
      return "Not compared: what came before it was not observed.";
    case "pull":
      return `Not compared: it came ${formatRecorded(moment.byMs)} later than with image and volumes ready, and the scenario does not describe them.`;
    case "other back-off":
      return "Not compared: an earlier restart was at another time than predicted, so the back-off may differ.";
    case "unknown":
      return "Not compared: the simulated runs do not reach it.";
    case "pending":
      return "Waiting for the simulated runs to compare with.";
  }
}

function reasonText({ reason }: OverlayEnd): string {
  return reason === undefined || reason === "Error" || reason === "Completed" ? "" : ` (${reason})`;
}

function stopperText({ by }: OverlayEnd): string {
  if (by === undefined) return "";
  return by === "other" ? ", stopped by the kubelet" : `, stopped by its ${by} probe`;
}

function outsideText({ kind, probe, verdict, byMs, run }: JudgedMoment): string {
  const by = formatRecorded(byMs);
  const isLate = verdict === "late";
  const edge = isLate ? "after the latest" : "before the earliest";
  if (kind === "container-started") return `Restart ${run - 1} came ${by} ${edge} that the kubelet's loops allow.`;
  if (probe === undefined) return `It ended ${by} ${isLate ? "later" : "earlier"} than in the scenario.`;
  return `It ended ${by} ${edge} that its ${probeField(probe).replace("Probe", " probe")} and the scenario allow.`;
}

/** What usually is behind a restart that comes at another time. */
function advice({ kind, verdict }: JudgedMoment): string {
  if (kind === "container-exited") return "";
  return verdict === "late"
    ? "An image pull, the stop of another container, or a kubelet outage takes longer."
    : "A kubelet restart, a new image, or a restart of all containers resets the back-off.";
}

function countedFrom({ from }: JudgedMoment): string {
  if (from === undefined) return ", counted from the start of the pod";
  const what = from.kind === "container-started" ? "start" : "end";
  return `, counted from the ${what} of run ${from.run} of ${from.container}`;
}

function windowText(window: Span | undefined, shiftMs: number): string {
  if (window === undefined) return "not known";
  const { earliestMs, latestMs } = window;
  const shifted = (ms: number): number => Math.max(0, ms + shiftMs);
  return formatSpan({
    earliestMs: shifted(earliestMs),
    latestMs: shifted(latestMs),
  });
}
