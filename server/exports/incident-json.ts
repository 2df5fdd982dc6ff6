import type { Span } from "../../shared/basics/span.ts";
import type { Incident } from "../../shared/evidence/incident.ts";
import { type CauseSentence, type ExplainedPod, nextText } from "../../shared/incident/index.ts";
import type { ExplainJson } from "./schemas/explain.ts";

/** An explained incident as JSON: spans in ms since 1970, null for what is not known. */
export function incidentJson({ inputs }: Incident, pods: readonly ExplainedPod[]): ExplainJson {
  return {
    version: 1,
    inputs: inputs.map(({ path, is, notes }) => ({ path, is, notes })),
    pods: pods.map(podJson),
  };
}

function podJson(pod: ExplainedPod): ExplainJson["pods"][number] {
  const { name, namespace, uid, taken, isByAges, basis, headline, helps, scenario, unexplained, ask } = pod;
  return {
    name,
    namespace,
    uid: uid ?? null,
    basis,
    taken: spanJson(taken),
    timesAreAges: isByAges,
    headline: headline ?? null,
    causes: pod.causes.map(causeJson),
    runs: pod.runs.map(({ container, run, started, ended, lengthMs, exitCode, reason, cause, waitMs }) => ({
      container,
      run,
      started: spanJson(started),
      ended: spanJson(ended),
      lengthMs: spanJson(lengthMs),
      exitCode: exitCode ?? null,
      reason: reason ?? null,
      cause:
        cause === undefined
          ? null
          : { by: cause.by, certainty: cause.certainty, rule: cause.rule, text: cause.text, sources: cause.sources },
      waitMs: spanJson(waitMs),
    })),
    unseen: pod.unseen.map(({ container, first, last, runs, meanLengthMs, isIfNeverReset, cause }) => ({
      container,
      first,
      last,
      runs,
      meanLengthMs: meanLengthMs === "empty" ? null : spanJson(meanLengthMs),
      ifNeverReset: isIfNeverReset,
      by: cause?.by ?? null,
    })),
    timeline: pod.timeline.map(({ at, text, certainty, sources }) => ({ at: spanJson(at), text, certainty, sources })),
    next: pod.next.map((next) => ({
      container: next.container,
      what: next.what,
      window: spanJson(next.window),
      text: nextText(next, taken?.nominalMs ?? next.window?.earliestMs ?? 0),
      certainty: next.certainty,
    })),
    scenario,
    fit: pod.fit ?? null,
    whatIf: pod.whatIf.map(({ change, avoids, costs, condition }) => ({
      change,
      avoids,
      costs,
      if: condition ?? null,
    })),
    helps: helps ?? null,
    unexplained,
    ask,
  };
}

function causeJson({ text, certainty, shown, sources }: CauseSentence) {
  return { text, certainty, shown, sources };
}

function spanJson(span: Span | undefined) {
  if (span === undefined) return null;
  const { nominalMs, earliestMs, latestMs } = span;
  return { nominalMs, earliestMs, latestMs };
}
