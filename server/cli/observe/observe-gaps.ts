import { lineOf } from "./observe-words.ts";

/** What cannot be read, each once. */
export interface Gaps {
  /** Those of these sentences that were not given before, as lines. */
  news(missing: readonly string[]): readonly string[];
}

export function createGaps(): Gaps {
  const said = new Set<string>();
  return {
    news(missing) {
      const isNew = (sentence: string): boolean => !said.has(withoutSpans(sentence));
      const lines = missing.filter(isNew).map(lineOf);
      for (const sentence of missing) said.add(withoutSpans(sentence));
      return lines;
    },
  };
}

/** How far two clocks are apart changes all the time, and is no news. */
function withoutSpans(sentence: string): string {
  return sentence.replace(/\b(?:\d{1,9}(?:\.\d{1,3})?(?:ms|[dhms])){1,4}\b/g, "");
}
