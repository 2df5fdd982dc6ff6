import { formatSpan } from "../../../shared/basics/span-words.ts";
import type { EnvelopeEntry } from "../../../shared/forecast/runs/envelope.ts";
import { exactly } from "../../../shared/simulation/index.ts";
import { type PodPlay, seedsInWords } from "../../exports/play.ts";
import { podName } from "../../exports/pod-name.ts";
import { alignColumns } from "../../exports/table.ts";
import { judgmentText, titleText } from "../../exports/timeline-text.ts";
import type { Style } from "../terminal/style.ts";

export function envelopeText(play: PodPlay, envelope: readonly EnvelopeEntry[], style: Style): string {
  const rows = envelope.map((entry) => [
    whatText(entry),
    entry.container ?? "",
    ...[entry.earliestMs, entry.minMs, entry.p50Ms, entry.maxMs, entry.latestMs].map((ms) => formatSpan(exactly(ms))),
    `${Math.round(entry.share * 100)}%`,
  ]);
  const [head = "", ...lines] = alignColumns([
    ["WHAT", "CONTAINER", "EARLIEST", "MIN", "MEDIAN", "MAX", "LATEST", "RUNS"],
    ...rows,
  ]);
  const title = titleText({ name: podName(play), assumptionsText: play.assumptionsText }, style);
  return `${[title, seedsInWords(play), style.bold(head), ...lines, ...play.judgments().map(judgmentText)].join("\n")}\n`;
}

function whatText({ kind, run, probe, condition, nth }: EnvelopeEntry): string {
  const about = [probe, condition, run === undefined ? undefined : `run ${run}`, nth === 1 ? undefined : `#${nth}`];
  // A note is what the scenario or a fault does: a startup, a hang.
  const what = kind === "note" ? "scenario step" : kind.replaceAll("-", " ").replace("back off", "back-off");
  return [what, ...about.filter((word) => word !== undefined)].join(" ");
}
