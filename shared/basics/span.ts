/**
 * A time that the kubelet's loops touch. `nominalMs` is the rule's own value; `earliestMs` and `latestMs` are what phases,
 * jitter and loops can reach at all: propagated as bounds, never sampled.
 */
export interface Span {
  readonly nominalMs: number;
  readonly earliestMs: number;
  readonly latestMs: number;
}

export function exactly(ms: number): Span {
  return { nominalMs: ms, earliestMs: ms, latestMs: ms };
}

export function addSpans(left: Span, right: Span): Span {
  return {
    nominalMs: left.nominalMs + right.nominalMs,
    earliestMs: left.earliestMs + right.earliestMs,
    latestMs: left.latestMs + right.latestMs,
  };
}

/** When both have happened. */
export function laterSpan(one: Span, other: Span): Span {
  return {
    nominalMs: Math.max(one.nominalMs, other.nominalMs),
    earliestMs: Math.max(one.earliestMs, other.earliestMs),
    latestMs: Math.max(one.latestMs, other.latestMs),
  };
}

/** The span that holds both, with the nominal value of the first. */
export function joinSpans(first: Span, second: Span): Span {
  return {
    nominalMs: first.nominalMs,
    earliestMs: Math.min(first.earliestMs, second.earliestMs),
    latestMs: Math.max(first.latestMs, second.latestMs),
  };
}
