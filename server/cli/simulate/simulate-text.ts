import { formatMomentShort } from "../../../shared/basics/span-words.ts";
import type { EnvelopeEntry } from "../../../shared/forecast/runs/envelope.ts";
import type { Timeline } from "../../../shared/simulation/timeline/timeline.ts";
import { lanesText } from "../../exports/lanes-text.ts";
import { type PodPlay, playedPod, seedsInWords } from "../../exports/play.ts";
import { podName } from "../../exports/pod-name.ts";
import { alignColumns, cut, fittedRows, gap, wrapped } from "../../exports/table.ts";
import { closingLines, judgmentText, type TextPage } from "../../exports/timeline-text.ts";
import { turningPoints } from "../../exports/turning-points.ts";

/** One run: what becomes of the pod over many of them, its lanes, and its turning points. */
export function lanesPage(play: PodPlay, timeline: Timeline, { style, columns }: TextPage): string {
  const { pod } = play.input;
  const points = turningPoints(timeline, pod).map(({ tMs, container, text }) => [
    formatMomentShort(tMs),
    container ?? "",
    text,
  ]);
  const [head = "", ...rows] = fittedRows([["TIME", "CONTAINER", "WHAT"], ...points], columns);
  const closing = closingLines(playedPod(play, timeline)).flatMap((line) => wrapped(line, columns));
  return asText([
    ...headLines(play, { style, columns }),
    "",
    ...lanesText(timeline, pod, columns),
    "",
    ...(points.length === 0 ? [] : [style.bold(head), ...rows]),
    ...closing,
  ]);
}

/** The pod, the answer, what is assumed, and which runs these are. */
function headLines(play: PodPlay, { style, columns }: TextPage): readonly string[] {
  const { runs, first } = play;
  const headline = play.answer()?.headline ?? "";
  const shown = runs === undefined ? `one run of them (${seedsInWords(play)})` : seedsInWords(play);
  return [
    style.bold(cut(podName(play), columns)),
    ...(first === undefined ? [] : wrapped(first.text, columns)),
    ...wrapped([first?.introduction ?? "", headline].join(" ").trim(), columns),
    ...wrapped(`${play.assumptionsText} · ${shown}`, columns).map(style.dim),
  ];
}

/** Ranges over many runs. The bounds of each time are in the JSON. */
export function envelopeText(play: PodPlay, envelope: readonly EnvelopeEntry[], { style, columns }: TextPage): string {
  const titles = ["WHAT", "CONTAINER", "MIN", "MEDIAN", "MAX", "RUNS"];
  const cells = envelope
    .filter(isShown)
    .map((entry) => [
      whatText(entry),
      entry.container ?? "",
      ...[entry.minMs, entry.p50Ms, entry.maxMs].map(formatMomentShort),
      `${Math.round(entry.share * 100)}%`,
    ]);
  const widthOf = (column: number): number => Math.max(...[titles, ...cells].map((row) => (row[column] ?? "").length));
  const numbers = [2, 3, 4, 5].reduce((sum, column) => sum + widthOf(column) + gap.length, 0);
  const room = columns - numbers - gap.length;
  const container = Math.min(widthOf(1), Math.max(titles[1]?.length ?? 0, Math.floor(room / 3)));
  const [head = "", ...lines] = alignColumns(
    [titles, ...cells].map(([what = "", name = "", ...others]) => [
      cut(what, room - container),
      cut(name, container),
      ...others,
    ]),
  );
  const judged = play.judgments().flatMap((judgment) => wrapped(judgmentText(judgment), columns));
  return asText([...headLines(play, { style, columns }), "", style.bold(head), ...lines, ...judged]);
}

function asText(lines: readonly string[]): string {
  return `${lines.join("\n")}\n`;
}

/** What says nothing that the others do not. */
const leftOut: ReadonlySet<EnvelopeEntry["kind"]> = new Set(["pod-seen", "container-created", "container-removed"]);

function isShown({ kind, condition }: EnvelopeEntry): boolean {
  return kind === "condition-changed" ? condition === "Ready" : !leftOut.has(kind);
}

function whatText({ kind, run, probe, condition, nth }: EnvelopeEntry): string {
  const about = [probe, run === undefined ? undefined : `run ${run}`, nth === 1 ? undefined : `#${nth}`];
  const words = about.filter((word) => word !== undefined);
  if (condition !== undefined) return [`${condition} changes`, ...words].join(" ");
  // A note is what the scenario or a fault does: a startup, a hang.
  const what = kind === "note" ? "scenario step" : kind.replaceAll("-", " ").replace("back off", "back-off");
  return [what, ...words].join(" ");
}
