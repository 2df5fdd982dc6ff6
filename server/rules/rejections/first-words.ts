import { plainLine } from "../../../shared/basics/plain-line.ts";
import type { FirstWords } from "../../../shared/forecast/first-screen/first-words.ts";
import type { Timeline, TimelineEntry } from "../../../shared/simulation/timeline/timeline.ts";
import { observedNow, type Surroundings } from "../../analysis/observed.ts";
import type { AnalyzedDocument, AnalyzedPod } from "../../analysis/subject.ts";
import { emptyWords } from "../../analysis/workloads.ts";
import { refusalOf } from "./rejection.ts";
import { unreadableWords } from "./unreadable.ts";

/** What is to be said of an object before a run of its manifest: its status, or why nothing of it runs. Undefined if there is neither. */
export function firstWordsOf(
  analyzed: AnalyzedDocument,
  pod: AnalyzedPod,
  { isSent = false, ...surroundings }: Surroundings & { readonly isSent?: boolean },
): FirstWords | undefined {
  const now = observedNow(pod, surroundings);
  if (now !== undefined) {
    const text = plainLine(now.headline);
    return {
      text: `Observed: ${text}.`,
      introduction: playedInstead(pod.located.kind, now),
      note: `its status is not played (${text}); see pod-cadence forecast`,
    };
  }
  const refusal = (isSent ? unreadableWords(analyzed) : undefined) ?? refusalOf(analyzed, pod);
  const empty = emptyWords(pod);
  if (refusal === undefined && empty !== undefined) return { text: empty, introduction: "", note: empty };
  if (refusal === undefined) return undefined;
  return { text: refusal, introduction: "What the pod would do otherwise is played.", note: refusal };
}

/** The first words about a pod that is played on from the moment at which it was observed. */
export function wordsOfFuture(
  first: FirstWords | undefined,
  { entries }: Pick<Timeline, "entries">,
): FirstWords | undefined {
  if (first === undefined) return undefined;
  const { text } = first;
  const introduction = `Times count from that moment on.${staysUnready(entries) ? " Nothing that is known changes it." : ""}`;
  const observed = text.replace(/^Observed: /, "").replace(/\.$/, "");
  return { text, introduction, note: `times count from the observed moment on (${observed})` };
}

/** A pod that is not ready, and to which nothing happens but that its probes go on. */
function staysUnready(entries: readonly TimelineEntry[]): boolean {
  return entries.every(({ kind, data }) =>
    data.wasBefore === true
      ? kind !== "condition-changed" || data.condition !== "Ready" || data.status !== "True"
      : kind === "probe-attempt",
  );
}

/** What is played in the place of what was observed. */
function playedInstead(kind: string, { is }: NonNullable<ReturnType<typeof observedNow>>): string {
  const isOver = is === "completed" || is === "failed";
  switch (kind) {
    case "Pod":
      return isOver ? "It is over: a new pod is played." : "A new pod is played, not this status.";
    case "Job":
      return isOver
        ? "It is over: a new run is played, from its first pod on."
        : "A new run is played, from its first pod on.";
    case "CronJob":
      return "A new run is played, not this status.";
    default:
      return "New pods of its template are played, not the pods that it has.";
  }
}
