import type { KubeletProblem } from "./model.ts";

/** A problem in a sentence: what happens, why in the kubelet's own words, and what to do. */
export function kubeletSentence({ origin, reason, brief, advice }: KubeletProblem): string {
  const what =
    origin === "strict"
      ? `This has no effect: the kubelet ignores it, ${reason}.`
      : `The kubelet does not start: ${brief ?? reason}.`;
  return advice === undefined ? what : `${what} ${advice.endsWith("?") ? advice : `${advice}.`}`;
}
