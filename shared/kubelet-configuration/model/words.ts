import type { KubeletProblem } from "./model.ts";

/** A problem in a sentence: what happens, why in the kubelet's own words, and what to do. */
export function kubeletSentence({ origin, reason, brief, advice, isNext }: KubeletProblem): string {
  const what =
    origin === "strict"
      ? `This has no effect: the kubelet ignores it, ${reason}.`
      : `The kubelet does not start${isNext === true ? ", also when its other errors are repaired" : ""}: ${brief ?? reason}.`;
  return advice === undefined ? what : `${what} ${advice.endsWith("?") ? advice : `${advice}.`}`;
}
