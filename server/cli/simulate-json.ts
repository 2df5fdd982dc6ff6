import type { Judgement } from "../../shared/forecast/expectations.ts";
import { formatPath } from "../../shared/kubernetes/path.ts";
import { describeEntry, kubectlColumns } from "../../shared/simulation/index.ts";
import type { Timeline, TimelineEntry } from "../../shared/simulation/timeline.ts";
import type { EnvelopeEntry } from "./envelope.ts";
import { inObject } from "./forecast-json.ts";
import { nodeJson } from "./node-json.ts";
import { podStatusJson } from "./pod-status-json.ts";
import type { Play } from "./simulate.ts";

/** `simulate --format json` of one run. */
export function timelineJson(play: Play, timeline: Timeline) {
  const { entries, statuses, events, ended } = timeline;
  const { pod, node } = { pod: play.pod.pod, node: play.input.assumptions.node };
  return {
    ...headJson(play),
    ended,
    entries: entries.map((entry) => entryJson(play, entry)),
    statuses: statuses.map(({ tMs, status }) => {
      const { ready, status: text, restarts } = kubectlColumns(status, { pod, kubernetes: node.kubernetes }, tMs);
      return { tMs, status: podStatusJson(status), kubectl: { ready, status: text, restarts } };
    }),
    events: events.map(({ tMs, type, reason, message, container }) => ({ tMs, type, reason, message, container })),
    expectations: play.judgements.map(judgementJson),
  };
}

/** `simulate --runs N --format json`. */
export function envelopeJson(play: Play, envelope: readonly EnvelopeEntry[]) {
  return { ...headJson(play), runs: play.runs, envelope, expectations: play.judgements.map(judgementJson) };
}

function headJson({ pod: { located }, input }: Play) {
  const { kind, name, namespace } = located;
  const { assumptions, seed, untilMs } = input;
  return {
    version: 1,
    pod: { kind, name, namespace, fieldPath: formatPath(inObject(located)) },
    node: nodeJson(assumptions.node),
    timing: assumptions.timing,
    semantics: assumptions.semantics,
    seed,
    untilMs,
  };
}

/** Fields that are undefined vanish in JSON. */
function entryJson({ pod }: Play, entry: TimelineEntry) {
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
    fieldPath: formatPath([...inObject(pod.located), ...path]),
    text: describeEntry(entry, pod.pod),
    data,
  };
}

function judgementJson({ text, holds, share, earliestMs, latestMs }: Judgement) {
  return { text, holds, share, earliestMs: earliestMs ?? null, latestMs: latestMs ?? null };
}
