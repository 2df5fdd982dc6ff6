import { plainLine } from "../../../shared/basics/plain-line.ts";
import type { FirstWords } from "../../../shared/forecast/first-screen/first-words.ts";
import { observedNow, type Surroundings } from "../../analysis/observed.ts";
import type { AnalyzedDocument, AnalyzedPod } from "../../analysis/subject.ts";
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
      introduction: "A new pod is played, not this status.",
      note: `its status is not played (${text}); see pod-cadence forecast`,
    };
  }
  const refusal = (isSent ? unreadableWords(analyzed) : undefined) ?? refusalOf(analyzed, pod);
  if (refusal === undefined) return undefined;
  return { text: refusal, introduction: "What the pod would do otherwise is played.", note: refusal };
}
