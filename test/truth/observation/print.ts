import {
  allWaits,
  foundContradictions,
  inferredFigures,
  isInside,
  isStartRight,
  knowledges,
  recordedPods,
  waitTable,
} from "./figures.ts";

// Prints how what is said of the recorded statuses fares. With an argument only the recordings whose name holds it, and each status
// about which something wrong was said.
const [, , part] = process.argv;
const pods = recordedPods(part);
const lines = [...waitTable(pods)];
if (part !== undefined) {
  for (const knowledge of knowledges) {
    for (const wait of allWaits(pods, knowledge)) {
      const { name, container, number, source, delaysMs, realDelayMs, window } = wait;
      const about = `${knowledge}: ${name} ${container} #${number} ${source} ${delaysMs.join("|")} (really ${realDelayMs})`;
      if (wait.realEarliestMs !== undefined && !isStartRight(wait))
        lines.push(`${about} opens ${window.earliestMs - wait.realEarliestMs} ms off`);
      if (wait.startedMs !== undefined && !isInside(wait))
        lines.push(
          `${about} started ${wait.startedMs - window.earliestMs} ms after its beginning, ${wait.startedMs - window.latestMs} ms after its end`,
        );
    }
  }
}
const { containers, same, exceptions } = inferredFigures(pods);
lines.push(
  "",
  `${same} of ${containers} containers do the same when their inferred scenario is played; not these:`,
  ...exceptions,
);
lines.push("", "contradictions found:", ...foundContradictions(pods));
process.stdout.write(`${lines.join("\n")}\n`);
