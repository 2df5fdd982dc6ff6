import { formatDuration } from "../basics/durations.ts";
import { plainLine } from "../basics/plain-line.ts";
import type { Span } from "../basics/span.ts";
import { formatRecorded, formatSpan } from "../basics/span-words.ts";
import type { IncidentPod, SeenEvent } from "../evidence/incident.ts";
import { actLines } from "./acts.ts";
import { rowLines } from "./explain-rows.ts";
import type { KnownRuns } from "./known-runs.ts";
import type { ExplainedRun, TimelineLine } from "./model.ts";

/** What happened, in order: starts and ends of runs, and what events say of the rest. */
export function timelineOf(pod: IncidentPod, known: readonly KnownRuns[]): readonly TimelineLine[] {
  const isAlone = known.length === 1;
  const lines = [
    ...podLines(pod),
    ...known.flatMap((each) => runLines(each, isAlone)),
    ...known.flatMap((each) => unseenLines(each, isAlone)),
    ...rowLines(pod),
    ...actLines(pod),
    ...pod.events.flatMap((seen) => eventLines(seen, isAlone)),
  ];
  return lines.toSorted((one, other) => one.at.nominalMs - other.at.nominalMs);
}

function podLines({ look, looks, acts }: IncidentPod): readonly TimelineLine[] {
  const { deletionAt, deletionGraceSeconds = 0 } = look?.pod ?? {};
  const place = looks.at(-1)?.place;
  // The audit log says it, and who asked.
  const isTold = acts.some(({ act }) => act.is === "deleted" || act.is === "evicted");
  if (deletionAt === undefined || place === undefined || isTold) return [];
  const at = shifted(deletionAt, -1000 * deletionGraceSeconds);
  return [
    {
      at,
      text: `deletion asked for, with ${formatDuration(1000 * deletionGraceSeconds)} of grace`,
      ...told,
      sources: [place],
    },
  ];
}

const told = { certainty: "told", shown: "told" } as const;

function shifted({ nominalMs, earliestMs, latestMs }: Span, byMs: number): Span {
  return { nominalMs: nominalMs + byMs, earliestMs: earliestMs + byMs, latestMs: latestMs + byMs };
}

function runLines({ runs, subject }: KnownRuns, isAlone: boolean): readonly TimelineLine[] {
  const of = isAlone ? "" : `${plainLine(subject.container.name)}: `;
  const fallback = subject.looks.at(-1)?.place;
  const places = (run: ExplainedRun) => run.cause?.sources ?? (fallback === undefined ? [] : [fallback]);
  return runs.flatMap((run): TimelineLine[] => {
    const start = run.started && {
      at: run.started,
      text: `${of}run ${run.run} started`,
      ...told,
      sources: places(run),
    };
    const end = run.ended &&
      run.cause && {
        at: run.ended,
        text: `${of}run ${run.run} ended: ${endText(run)}`,
        certainty: run.cause.certainty,
        shown: run.cause.certainty,
        sources: run.cause.sources,
      };
    return [start, end].flatMap((line) => line ?? []);
  });
}

/** `killed by the liveness probe after 33s, exit code 0`. */
function endText({ cause, lengthMs, exitCode }: ExplainedRun): string {
  const [text = "", ...rest] = (cause?.text ?? "").split("; ");
  const after = lengthMs === undefined ? "" : ` after ${lengthText(lengthMs)}`;
  const isSaid =
    exitCode === undefined || /\b(?:exit code|exited with) /.test(text) || (exitCode === 0 && text === "completed");
  return [`${text}${after}${isSaid ? "" : `, exit code ${exitCode}`}`, ...rest].join("; ");
}

/** A length that the API has in whole seconds, or a range. */
function lengthText(span: Span): string {
  const isOne = span.latestMs - span.earliestMs <= 2000;
  return isOne ? formatRecorded(span.nominalMs) : formatSpan(span);
}

/** Their sum, where it is known; else nothing is said of them. */
function unseenLines({ unseen, subject }: KnownRuns, isAlone: boolean): readonly TimelineLine[] {
  const mean = unseen?.meanLengthMs;
  if (unseen?.firstStart === undefined || mean === undefined || mean === "empty") return [];
  const of = isAlone ? "" : `${plainLine(subject.container.name)}: `;
  const which = unseen.runs === 1 ? "it" : `runs 1–${unseen.last}`;
  const lasted = `lasted ${meanText(mean)}${unseen.runs === 1 ? "" : " each on average"}`;
  const condition = unseen.isIfNeverReset ? ", if the back-off was never reset" : "";
  const place = subject.looks.at(-1)?.place;
  return [
    {
      at: unseen.firstStart,
      text: `${of}run 1 started; ${which} ${lasted}${condition}`,
      certainty: unseen.isIfNeverReset ? "likely" : "seen",
      shown: "sum of waits",
      sources: place === undefined ? [] : [place],
    },
  ];
}

/** In whole seconds, outwards: `0–9s`. */
function meanText({ nominalMs, earliestMs, latestMs }: Span): string {
  const whole = {
    nominalMs,
    earliestMs: Math.floor(earliestMs / 1000) * 1000,
    latestMs: Math.ceil(latestMs / 1000) * 1000,
  };
  return formatSpan(whole).replace(/\.\d(?=s$)/, "");
}

/** Runs say what these events say of them. */
const ofRuns: ReadonlySet<string> = new Set([
  "Started",
  "Created",
  "Killing",
  "Pulled",
  "Pulling",
  "BackOff",
  "Scheduled",
]);

function eventLines({ event, place, isUncounted }: SeenEvent, isAlone: boolean): readonly TimelineLine[] {
  const { reason, message, count, first, last, container } = event;
  if (ofRuns.has(reason) || first === undefined) return [];
  const of = isAlone || container === undefined ? "" : `${plainLine(container)}: `;
  const isLong = last !== undefined && count > 1 && last.nominalMs - first.nominalMs >= 1000;
  const often = isUncounted
    ? " (count not printed)"
    : isLong
      ? ` (x${count} in ${lengthText(span(first, last))})`
      : count > 1
        ? ` (x${count})`
        : "";
  return [{ at: first, text: `${of}${plainLine(reason)}: ${plainLine(message)}${often}`, ...told, sources: [place] }];
}

function span(from: Span, until: Span): Span {
  const nominalMs = until.nominalMs - from.nominalMs;
  return { nominalMs, earliestMs: nominalMs, latestMs: nominalMs };
}
