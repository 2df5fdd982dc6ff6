import { endsReport } from "./ends.ts";
import { allWaits, isInside, isStartRight, knowledges, mixedPods, recordedPods, report } from "./figures.ts";
import type { Wait } from "./waits.ts";

// Prints how what is said of the recorded statuses fares. With an argument only the recordings whose name holds it, and each status
// about which something wrong was said.
const [, , part] = process.argv;
const pods = recordedPods(part);
const mistakes = knowledges.flatMap((knowledge) =>
  allWaits(pods, knowledge).flatMap((wait) => mistakesOf(wait).map((text) => `${knowledge}: ${wait.name} ${text}`)),
);
const causes = endsReport([...pods, ...mixedPods(part)].map(({ pod }) => pod));
process.stdout.write(`${[...report(pods), "", ...causes, ...(part === undefined ? [] : mistakes)].join("\n")}\n`);

function mistakesOf(wait: Wait): readonly string[] {
  const { container, number, source, delaysMs, realDelayMs, window, realEarliestMs, startedMs } = wait;
  const about = `${container} #${number} ${source} ${delaysMs.join("|")} (really ${realDelayMs})`;
  const offMs = window.earliestMs - (realEarliestMs ?? window.earliestMs);
  return [
    ...(isStartRight(wait) || realEarliestMs === undefined ? [] : [`${about} opens ${offMs} ms off`]),
    ...(isInside(wait) || startedMs === undefined
      ? []
      : [
          `${about} started ${startedMs - window.earliestMs} ms after it opened, ${startedMs - window.latestMs} ms after it closed`,
        ]),
  ];
}
