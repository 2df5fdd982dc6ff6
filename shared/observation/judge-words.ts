import { formatSpan } from "../forecast/words.ts";
import { formatDuration } from "../kubernetes/durations.ts";
import { probeField } from "../kubernetes/pod.ts";
import type { OverlayEnd } from "../protocol/observed.ts";
import type { Span } from "../simulation/span.ts";
import type { JudgedMoment } from "./judge.ts";

/** `Observed: app started again, run 3.` */
export function momentInWords({ container, run, end, ranMs }: JudgedMoment): string {
  if (end === undefined) return `Observed: ${container} ${run === 1 ? "started" : `started again, run ${run}`}.`;
  const after = ranMs === undefined ? "" : ` after ${roughly(ranMs)}`;
  return `Observed: run ${run} of ${container} ended with exit code ${end.exitCode}${reasonText(end)}${after}${stopperText(end)}.`;
}

/** What is to be said of it: inside what is possible, or how far outside and why that may be. `shiftMs`: how much later the page draws it. */
export function judgementOfMoment(moment: JudgedMoment, shiftMs: number): string {
  const { verdict, window } = moment;
  switch (verdict) {
    case "inside":
      return `Inside what is possible: ${windowText(window, shiftMs)}${countedFrom(moment)}.`;
    case "late":
    case "early":
      return `${outsideText(moment)} Possible was ${windowText(window, shiftMs)}${countedFrom(moment)}. ${advice(moment)}`.trim();
    case "other end":
      return `In the scenario it ends with exit code ${moment.exitCodes.join(" or ")}.`;
    case "never":
      return "In none of the runs that were played does this happen.";
    case "unseen":
      return "Not judged: nobody saw what came before it.";
    case "pull":
      return `Not judged: it came ${roughly(moment.byMs)} later than with an image and volumes that are ready, of which the scenario says nothing.`;
    case "other back-off":
      return "Not judged: a restart before it was at another time than predicted, and so its back-off may be another one.";
    case "unknown":
      return "Not judged: the runs that were played do not come to it.";
    case "pending":
      return "It is judged as soon as the runs are played that it is held against.";
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
  const by = roughly(byMs);
  const isLate = verdict === "late";
  const edge = isLate ? "after the latest" : "before the earliest";
  if (kind === "container-started") return `Restart ${run - 1} came ${by} ${edge} that the kubelet's loops allow.`;
  if (probe === undefined) return `It ended ${by} ${isLate ? "later" : "earlier"} than the scenario says.`;
  return `It ended ${by} ${edge} that its ${probeField(probe).replace("Probe", " probe")} and the scenario allow.`;
}

/** What usually is behind a restart that comes at another time. */
function advice({ kind, verdict }: JudgedMoment): string {
  if (kind === "container-exited") return "";
  return verdict === "late"
    ? "An image pull, the stop of another container or a kubelet that was away takes longer."
    : "A restart of the kubelet, another image or a restart of all containers forgets a back-off.";
}

function countedFrom({ from }: JudgedMoment): string {
  if (from === undefined) return ", counted from the start of the pod";
  const what = from.kind === "container-started" ? "start" : "end";
  return `, counted from the ${what} of run ${from.run} of ${from.container}`;
}

function windowText(window: Span | undefined, shiftMs: number): string {
  if (window === undefined) return "not known";
  const { nominalMs, earliestMs, latestMs } = window;
  const shifted = (ms: number): number => Math.max(0, ms + shiftMs);
  return formatSpan({
    nominalMs: shifted(nominalMs),
    earliestMs: shifted(earliestMs),
    latestMs: shifted(latestMs),
  });
}

/** The API knows whole seconds. */
function roughly(ms: number): string {
  return formatDuration(Math.max(1, Math.round(ms / 1000)) * 1000);
}
