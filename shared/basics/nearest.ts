import { editDistance } from "./edit-distance.ts";

/** The candidate that somebody most likely meant by a mistyped word, in the candidate's own spelling. Undefined if none is near. */
export function nearest(word: string, candidates: Iterable<string>): string | undefined {
  const typed = word.toLowerCase();
  const farthest = Math.max(1, Math.min(3, Math.floor(typed.length / 3)));
  let best: { candidate: string; distance: number } | undefined;
  for (const candidate of candidates) {
    const other = candidate.toLowerCase();
    const distance = isStem(typed, other) ? 1 : editDistance(typed, other, farthest);
    if (distance <= farthest && (best === undefined || distance < best.distance)) best = { candidate, distance };
  }
  return best?.candidate;
}

/** `crash` for `crashes`, `oomkilled` for `oom`. */
function isStem(typed: string, other: string): boolean {
  return Math.min(typed.length, other.length) >= 3 && (other.startsWith(typed) || typed.startsWith(other));
}
