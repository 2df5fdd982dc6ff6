import type { Judgement } from "../../shared/forecast/expectations.ts";
import { formatSpan } from "../../shared/forecast/words.ts";
import { formatDuration } from "../../shared/kubernetes/durations.ts";
import { describeEntry, exactly, type KubectlColumns, kubectlColumns } from "../../shared/simulation/index.ts";
import type { Ended, Timeline, TimelineEntry } from "../../shared/simulation/timeline.ts";
import type { EnvelopeEntry } from "./envelope.ts";
import { podName } from "./pod-name.ts";
import type { Play } from "./simulate.ts";
import type { Style } from "./style.ts";
import { alignColumns } from "./table.ts";

/** One line for each thing that happened: when, to what, what, and how long after what. */
export function timelineText(play: Play, timeline: Timeline, style: Style): string {
  const byId = new Map(timeline.entries.map((entry) => [entry.id, entry]));
  const rows = timeline.entries.filter(isTold).map((entry) => {
    const cause = entry.cause === undefined ? undefined : byId.get(entry.cause);
    return [
      formatDuration(entry.tMs),
      entry.container ?? "",
      describeEntry(entry, play.pod.pod),
      cause === undefined ? "" : whyText(play, entry, cause),
    ];
  });
  const [head = "", ...lines] = alignColumns([["TIME", "CONTAINER", "WHAT", "WHY"], ...rows]);
  return `${[title(play, style), style.bold(head), ...lines, endText(timeline.ended, play.input.untilMs), ...play.judgements.map(judgementText)].join("\n")}\n`;
}

/** The lines of `kubectl get pod -w`: one for each change of what it shows. */
export function kubectlText({ pod: { located, pod }, input }: Play, timeline: Timeline): string {
  const { kubernetes } = input.assumptions.node;
  const rows: string[][] = [["NAME", "READY", "STATUS", "RESTARTS", "AGE"]];
  let before = "";
  for (const { tMs, status } of timeline.statuses) {
    const columns = kubectlColumns(status, { pod, kubernetes }, tMs);
    const shown = withoutTimes(columns);
    if (shown !== before)
      rows.push([
        located.name === "" ? "pod" : located.name,
        columns.ready,
        columns.status,
        columns.restarts,
        columns.age,
      ]);
    before = shown;
  }
  return `${alignColumns(rows, "   ").join("\n")}\n`;
}

export function envelopeText(play: Play, envelope: readonly EnvelopeEntry[], style: Style): string {
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
  const first = play.input.seed;
  const seeds = `${play.runs ?? 1} runs, seeds ${first} to ${first + (play.runs ?? 1) - 1}`;
  return `${[title(play, style), seeds, style.bold(head), ...lines, ...play.judgements.map(judgementText)].join("\n")}\n`;
}

/** Successful attempts come every few seconds and mean nothing new; of the conditions people look at Ready. */
function isTold({ kind, data }: TimelineEntry): boolean {
  if (kind === "probe-attempt") return data.answer !== "success";
  if (kind === "condition-changed") return data.condition === "Ready";
  return kind !== "status-published" && kind !== "container-created" && data.isRoutine !== true;
}

function whyText({ pod }: Play, { sinceCause }: TimelineEntry, cause: TimelineEntry): string {
  const what = describeEntry(cause, pod.pod).replace(/\.$/, "");
  return sinceCause.latestMs === 0 ? `at once: ${what}` : `${formatSpan(sinceCause)} after: ${what}`;
}

function whatText({ kind, run, probe, condition, nth }: EnvelopeEntry): string {
  const about = [probe, condition, run === undefined ? undefined : `run ${run}`, nth === 1 ? undefined : `no. ${nth}`];
  return [kind, ...about.filter((word) => word !== undefined)].join(" ");
}

function title({ pod: { located, settings } }: Play, style: Style): string {
  return `${style.bold(podName(located))}  ${style.dim(settings.assumptionsText)}`;
}

function endText(ended: Ended, untilMs: number): string {
  if (ended === "settled") return "Nothing more happens.";
  return ended === "horizon"
    ? `Played until ${formatDuration(untilMs)}.`
    : "Ended early: more happened than is recorded.";
}

function judgementText({ text, holds, share, runs }: Judgement): string {
  const failed = Math.round((1 - share) * runs);
  return holds ? `holds: ${text}` : `fails in ${failed} of ${runs} runs: ${text}`;
}

function withoutTimes({ ready, status, restarts }: KubectlColumns): string {
  return [ready, status, restarts.split(" ")[0]].join(" ");
}
