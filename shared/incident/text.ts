import { plainLine } from "../basics/plain-line.ts";
import type { Span } from "../basics/span.ts";
import { clockText } from "../observation/answer/clock.ts";
import { humanDuration } from "../simulation/status/kubectl.ts";
import type { ExplainedPod } from "./model.ts";
import { nextText } from "./next.ts";

/** A line of the text: a label, what is said, and how that is known. */
export interface ExplainedRow {
  readonly label: string;
  readonly text: string;
  readonly shown: string;
}

/** The text shows at most so many lines of a timeline, the last ones. */
const linesMax = 24;

/** All rows about a pod, in their order: who ended its runs, what happened, what comes next, what would help, what is not known. */
export function explainedRows(pod: ExplainedPod): readonly ExplainedRow[] {
  const { timeline, next, whatIf, helps, unexplained, ask } = pod;
  const atMs = momentOf(pod);
  const left = Math.max(0, timeline.length - linesMax);
  return [
    ...pod.causes.map(({ text, shown }) => ({ label: "", text, shown })),
    ...(left > 0 ? [{ label: "", text: `${left} earlier lines are left out; --format json has them`, shown: "" }] : []),
    ...timeline.slice(-linesMax).map(({ at, text, shown }) => ({ label: timeText(pod, at), text, shown })),
    ...scenarioRows(pod),
    ...next.map((each) => ({ label: "next", text: nextText(each, atMs), shown: each.certainty })),
    ...whatIf.map(({ change, avoids, costs, condition }) => ({
      label: "helps",
      text: `${change}: ${avoids}${condition === undefined ? "" : `, ${condition}`}; cost: ${costs}`,
      shown: "",
    })),
    ...(helps === undefined ? [] : [{ label: "helps", text: helps, shown: "" }]),
    ...unexplained.map((text) => ({ label: "open", text, shown: "" })),
    ...ask.map((text) => ({ label: "ask", text, shown: "" })),
  ];
}

/** The scenario that does what was seen, and how many of the known starts and ends it explains when it is played. */
function scenarioRows({ scenario, fit }: ExplainedPod): readonly ExplainedRow[] {
  if (fit === undefined) return [];
  const shown = `replay explains ${fit.inside} of ${fit.judged} known starts and ends`;
  return scenario.map((text, index) => ({
    label: "scenario",
    text: plainLine(text),
    shown: index === scenario.length - 1 ? shown : "",
  }));
}

/** The moment to which days are compared. */
function momentOf({ taken, timeline }: ExplainedPod): number {
  return taken?.nominalMs ?? timeline.at(-1)?.at.nominalMs ?? 0;
}

/** `10:02:31`, or an age: `7m33s ago`. */
export function timeText(pod: ExplainedPod, { nominalMs }: Span): string {
  return pod.isByAges ? `${humanDuration(Math.max(0, -nominalMs))} ago` : clockText(nominalMs, momentOf(pod));
}

/** `Pod/api: describe taken 10:02:29–10:02:32 UTC, 6 runs`. */
export function explainedTitle({ name, namespace, basis }: ExplainedPod): string {
  const where = namespace === "default" ? "" : ` in ${plainLine(namespace)}`;
  return `${podTitle(name)}${name === "" ? "" : where} · ${basis}`;
}

/** The events of a describe alone may be of a pod that none of them names. */
export function podTitle(name: string): string {
  return name === "" ? "A pod without a name" : `Pod/${plainLine(name)}`;
}
