import { formatDuration } from "../../basics/durations.ts";
import { formatAtLeast, formatAtMost } from "../../basics/span-words.ts";
import { probeField } from "../../kubernetes/pod.ts";
import type { TestedFault } from "../../scenario/model.ts";
import type { Tolerance } from "./model.ts";

/** A fault, and how far it may go. */
interface ToleranceRow {
  readonly fault: string;
  readonly text: string;
}

const faultNames: Readonly<Record<TestedFault, string>> = {
  start: "slow start",
  hang: "hang",
  errors: "failed probes",
  answers: "slow answers",
  stop: "slow stop",
};

/** In the hover of a container, which has one line for it. */
const briefNames: readonly (readonly [TestedFault, string])[] = [
  ["start", "start"],
  ["hang", "hang"],
  ["answers", "answers"],
  ["stop", "stop"],
];

/** `Survives: start 4m50s · hang 20s · answers 900ms · stop 29s`, each at the worst moment. Empty where no probe ends it. */
export function toleranceBrief(tolerances: readonly Tolerance[]): string {
  const parts = briefNames.flatMap(([fault, name]) => {
    const found = tolerances.find((each) => each.fault === fault && each.harm === "kill");
    return found === undefined ? [] : [`${name} ${lengthText(found, found.survivesMs, formatAtLeast)}`];
  });
  const isProbed = tolerances.some(({ fault, harm }) => fault !== "stop" && harm === "kill");
  return isProbed ? `Survives: ${parts.join(" · ")}` : "";
}

/** One row for each fault: `hang`, `keeps running up to 20s (livenessProbe), killed for certain from 31s; stays ready up to 10s …`. */
export function toleranceRows(tolerances: readonly Tolerance[]): readonly ToleranceRow[] {
  const faults = [...new Set(tolerances.map(({ fault }) => fault))];
  return faults.map((fault) => {
    const own = tolerances.filter((each) => each.fault === fault);
    return { fault: faultNames[fault], text: own.map(toleranceText).join("; ") };
  });
}

function toleranceText(tolerance: Tolerance): string {
  const { survivesMs, hurtsMs, alwaysMs, probe } = tolerance;
  const field = probe === undefined ? "terminationGracePeriodSeconds" : probeField(probe);
  const { held, possible, certain } = wordsOf(tolerance);
  const first =
    survivesMs === 0
      ? `${possible} from ${lengthText(tolerance, hurtsMs, formatAtLeast)}`
      : `${held} up to ${lengthText(tolerance, survivesMs, formatAtLeast)}`;
  const then = alwaysMs === undefined ? "" : `, ${certain} from ${lengthText(tolerance, alwaysMs, formatAtMost)}`;
  return `${first}${then} (${field})`;
}

/** What it comes to below its end, above it, and far above it. */
interface HarmWords {
  readonly held: string;
  readonly possible: string;
  readonly certain: string;
}

function wordsOf({ fault, harm }: Tolerance): HarmWords {
  if (fault === "stop") return { held: "ends by itself", possible: "SIGKILL possible", certain: "SIGKILL" };
  if (harm === "kill") return { held: "no kill", possible: "can be killed", certain: "always killed" };
  if (fault === "answers") return { held: "ready", possible: "can stay unready", certain: "never ready" };
  return { held: "stays ready", possible: "can lose traffic", certain: "always loses traffic" };
}

/** Answers are measured in tenths of a second. */
function lengthText({ fault }: Tolerance, ms: number, rounded: (ms: number) => string): string {
  return fault === "answers" ? formatDuration(ms) : rounded(ms);
}
