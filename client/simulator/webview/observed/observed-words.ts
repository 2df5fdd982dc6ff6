import { agreeing } from "../../../../shared/basics/counted.ts";
import { formatMoment } from "../../../../shared/basics/span-words.ts";
import { isOutside } from "../../../../shared/observation/judge.ts";
import { isCutOff, type OverlaidRun } from "../run/observed-run.ts";

/** `12 of 14 starts and ends are inside what is possible, 1 is outside, 1 is not judged.` */
export function countsInWords({ moments }: OverlaidRun): string {
  const verdicts = [...moments.values()].map(({ judged }) => judged.verdict);
  const total = verdicts.length;
  if (total === 0) return "No start and no end of a container has a time.";
  if (verdicts.every((verdict) => verdict === "pending"))
    return `${total} starts and ends. They are judged as soon as other runs of the scenario are played.`;
  const inside = verdicts.filter((verdict) => verdict === "inside").length;
  const outside = verdicts.filter(isOutside).length;
  const rest = total - inside - outside;
  const others = [...(outside > 0 ? [`${outside} outside`] : []), ...(rest > 0 ? [`${rest} not judged`] : [])];
  return `${inside} of ${total} starts and ends are inside what is possible${others.map((other) => `, ${other}`).join("")}.`;
}

/** What was assumed, what is drawn at another time than it was, and what is not drawn at all. */
export function notesOf({ overlay, rows, unknownContainers, timeline, moments }: OverlaidRun): readonly string[] {
  const shifted = rows
    .filter(({ container }) => isCutOff(container.runs))
    .map(({ container, shiftMs }) => {
      const first = container.runs[0]?.run ?? 1;
      const unseen = `${container.name}: what came before run ${first} was not seen.`;
      return shiftMs === 0 ? unseen : `${unseen} Run ${first} is drawn where it is predicted. ${shiftInWords(shiftMs)}`;
    });
  const foreign = unknownContainers.map(
    (name) => `This pod has no container ${name}, of which something was observed.`,
  );
  const late = [...moments.values()].filter(
    ({ judged, shiftMs }) => judged.at.nominalMs + shiftMs > timeline.untilMs,
  ).length;
  const beyond =
    late === 0 ? [] : [`${late} of the starts and ends ${agreeing(late, "lie")} behind the time that is played.`];
  return [...overlay.notes, ...shifted, ...foreign, ...beyond];
}

export function shiftInWords(shiftMs: number): string {
  return `It is drawn ${formatMoment(Math.abs(shiftMs))} ${shiftMs < 0 ? "earlier" : "later"} than it was.`;
}
