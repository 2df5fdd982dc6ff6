import type { KubeletProblem } from "./model.ts";

/** What people read of a problem: what happens, why in the kubelet's own words, and what to write instead. */
export function kubeletSentence({ origin, reason, brief, advice }: KubeletProblem): string {
  const what =
    origin === "strict"
      ? `No effect: the kubelet ignores this, ${reason}.`
      : `The kubelet would not start: ${brief ?? reason}.`;
  return advice === undefined ? what : `${what} ${advice.endsWith("?") ? advice : `${advice}.`}`;
}
