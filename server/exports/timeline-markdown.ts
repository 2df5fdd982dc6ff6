import { formatMoment } from "../../shared/basics/span-words.ts";
import { answerLines } from "../../shared/forecast/answer/words.ts";
import { type ContainerRun, runsOf } from "../../shared/forecast/runs/run-digest.ts";
import type { ShownAlert } from "../../shared/protocol/values/shown-alert.ts";
import { heading, joined, list, literal, paragraphs, type RichText, table } from "../markdown/markdown.ts";
import { closingLines, type Opening, type PodRun, toldRows } from "./timeline-text.ts";

/** The same table for a page: a heading, the answer, what is assumed, one row for each run, then for each thing that happened, what became of expectations. */
export function timelineMarkdown(
  played: PodRun,
  { answer, first, notes, alerts = [] }: Opening & { readonly alerts?: readonly ShownAlert[] | undefined },
): string {
  const head = ["Time", "Container", "What", "Why"];
  const [end = "", ...judged] = closingLines(played);
  const { markdown } = paragraphs([
    heading(1, played.name),
    ...(first === undefined ? [] : [literal(first.text), literal(first.introduction)]),
    ...(answer === undefined ? [] : answerLines(answer).map(literal)),
    joined(notes.filter((each) => each !== first?.note).map(literal), "\n"),
    literal(`${played.assumptionsText} · seed ${played.timeline.seed}`),
    runsTable(played),
    ...(alerts.length === 0 ? [] : [alertsTable(alerts)]),
    table({ head, rows: toldRows(played) }, { columns: ["---:", "---", "---", "---"] }),
    literal(end),
    list(judged),
  ]);
  return `${markdown}\n`;
}

/** What alerts do in the run, as the panel's lanes show it. */
function alertsTable(alerts: readonly ShownAlert[]): RichText {
  const rows = alerts.map(({ name, from, periods, because }) => {
    const first = (state: "pending" | "firing"): string => {
      const found = periods.find(({ is }) => is === state);
      return found === undefined ? "never" : formatMoment(found.fromMs);
    };
    return [name, from, first("pending"), first("firing"), because];
  });
  return table({ head: ["Alert", "Rules", "Pending", "Firing", "Why not"], rows }, {});
}

/** What a container waited for where the timeline begins is no run. */
function isOldWait({ start, cause, entries }: Pick<ContainerRun, "start" | "cause" | "entries">): boolean {
  return start === undefined && cause === "" && entries[0]?.data.wasBefore === true;
}

/** One row for each run of a container, as the panel's table shows it. */
function runsTable({ timeline }: PodRun): RichText {
  const runs = runsOf(timeline).filter(({ container, ...run }) => container !== undefined && !isOldWait(run));
  const at = (tMs: number | undefined): string => (tMs === undefined ? "–" : formatMoment(tMs));
  const rows = runs.map(({ container = "", run, start, end, cause, waitMs }) => [
    container,
    run === undefined ? "–" : String(run),
    start?.data.wasBefore === true ? "before" : at(start?.tMs),
    at(end?.tMs),
    cause,
    at(waitMs),
  ]);
  const head = ["Container", "Run", "Start", "End", "Cause", "Wait"];
  return table({ head, rows }, { columns: ["---", "---:", "---:", "---:", "---", "---:"] });
}
