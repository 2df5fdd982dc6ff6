import { formatPath } from "../../shared/basics/path.ts";
import type { Judgment } from "../../shared/forecast/expectations/judgment.ts";
import type { EnvelopeEntry } from "../../shared/forecast/runs/envelope.ts";
import { describeEntry, kubectlColumns } from "../../shared/simulation/index.ts";
import { podStatusJson } from "../../shared/simulation/timeline/status-json.ts";
import type { Timeline, TimelineEntry } from "../../shared/simulation/timeline/timeline.ts";
import { nodeJson } from "./node-json.ts";
import type { PodPlay } from "./play.ts";
import type { ExpectationJson } from "./schemas/parts.ts";
import type { EnvelopeJson, TimelineJson } from "./schemas/simulate.ts";

/** `simulate --format json` of one run. */
export function timelineJson(play: PodPlay, timeline: Timeline): TimelineJson {
  const { entries, statuses, events, ended, createdMs } = timeline;
  const { pod, assumptions } = play.input;
  const { kubernetes } = assumptions.node;
  return {
    ...headJson(play),
    ended,
    entries: entries.map((entry) => entryJson(play, entry)),
    statuses: statuses.map(({ tMs, status }) => {
      const { ready, status: text, restarts } = kubectlColumns(status, { pod, kubernetes }, tMs);
      return { tMs, status: podStatusJson(status, createdMs), kubectl: { ready, status: text, restarts } };
    }),
    events: events.map(({ tMs, type, reason, message, container }) => ({ tMs, type, reason, message, container })),
    expectations: play.judgments().map(judgmentJson),
  };
}

/** `simulate --runs N --format json`. */
export function envelopeJson(play: PodPlay, envelope: readonly EnvelopeEntry[]): EnvelopeJson {
  return { ...headJson(play), runs: play.runs ?? 1, envelope, expectations: play.judgments().map(judgmentJson) };
}

type HeadJson = Pick<TimelineJson, "version" | "pod" | "node" | "timing" | "semantics" | "seed" | "untilMs" | "notes">;

function headJson({ kind, name, namespace, specPath, input, notes }: PodPlay): HeadJson {
  const { assumptions, seed, untilMs } = input;
  return {
    version: 1,
    pod: { kind, name, namespace, fieldPath: formatPath(specPath) },
    node: nodeJson(assumptions.node),
    timing: assumptions.timing,
    semantics: assumptions.semantics,
    seed,
    untilMs,
    notes,
  };
}

/** Fields that are undefined vanish in JSON. */
function entryJson({ specPath, input }: PodPlay, entry: TimelineEntry): TimelineJson["entries"][number] {
  const { id, tMs, kind, container, run, attempt, restartCount, cause, sinceCause, path, data } = entry;
  return {
    id,
    tMs,
    kind,
    container,
    run,
    attempt,
    restartCount,
    cause,
    sinceCauseMs: { min: sinceCause.earliestMs, max: sinceCause.latestMs },
    fieldPath: formatPath([...specPath, ...path]),
    text: describeEntry(entry, input.pod),
    data: { ...data },
  };
}

type TimedJudgment = Pick<Judgment, "text" | "holds" | "share" | "earliestMs" | "latestMs">;

export function judgmentJson({ text, holds, share, earliestMs, latestMs }: TimedJudgment): ExpectationJson {
  return { text, holds, share, earliestMs: earliestMs ?? null, latestMs: latestMs ?? null };
}
