import { joinSpans, type Span } from "../../basics/span.ts";
import type { RunBounds, RunDigest } from "./digest-model.ts";
import type { AnswerBounds } from "./model.ts";

/** Runs take several paths; what is possible on any of them is possible. */
export function boundsOf(runs: readonly Pick<RunDigest, "bounds">[]): AnswerBounds {
  const all = runs.map(({ bounds }) => bounds);
  const names = new Set(all.flatMap(({ restarts }) => [...restarts.keys()]));
  return {
    firstReady: joined(all, ({ firstReady }) => firstReady),
    end: joined(all, ({ end }) => end),
    restarts: Object.fromEntries([...names].map((name) => [name, restartsOf(all, name)])),
  };
}

function restartsOf(all: readonly RunBounds[], name: string): readonly Span[] {
  const spans: Span[] = [];
  for (;;) {
    const nth = joined(all, ({ restarts }) => restarts.get(name)?.[spans.length]);
    if (nth === undefined) return spans;
    spans.push(nth);
  }
}

function joined(all: readonly RunBounds[], read: (bounds: RunBounds) => Span | undefined): Span | undefined {
  return all
    .map(read)
    .reduce(
      (one, other) => (one === undefined || other === undefined ? (one ?? other) : joinSpans(one, other)),
      undefined,
    );
}
