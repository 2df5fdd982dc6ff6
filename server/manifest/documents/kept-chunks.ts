import type { OffsetRange } from "../../../shared/basics/offset-range.ts";
import { lastIndexWhere } from "../text/search.ts";
import type { ReadChunk } from "./chunks.ts";
import { sameEnds } from "./same-ends.ts";

/** What an edit leaves of the chunks of a text: those before the first change, and those behind the last one. */
export interface KeptChunks {
  readonly head: readonly ReadChunk[];
  /** Where the new text has to be cut anew: from the start of the chunk that the first change is in. */
  readonly from: number;
  /** From the first change to the last one, in the new text. */
  readonly changed: OffsetRange;
  /** The chunks behind the last change, with their offsets in the old text. They are kept if the new text is cut at their start. */
  readonly tail: readonly ReadChunk[];
  /** How far the text behind the last change has moved. */
  readonly moved: number;
  /** Those that are neither in `head` nor in `tail`. */
  readonly replaced: readonly ReadChunk[];
}

/**
 * Text is cut from its start to its end, and what is cut depends on nothing before a chunk's start and on nothing behind the line that
 * ends it. So chunks stay if the next one begins before the first change, and if they begin behind the last one.
 */
export function keptChunks(before: string, chunks: readonly ReadChunk[], now: string): KeptChunks {
  const { fromStart, fromEnd } = sameEnds(before, now);
  const first = Math.max(
    0,
    lastIndexWhere(chunks, ({ start }) => start <= fromStart),
  );
  const last = Math.max(first, 1 + lastIndexWhere(chunks, ({ start }) => start < before.length - fromEnd));
  return {
    head: chunks.slice(0, first),
    from: first === 0 ? 0 : (chunks[first]?.start ?? 0),
    changed: { start: fromStart, end: now.length - fromEnd },
    tail: chunks.slice(last),
    moved: now.length - before.length,
    replaced: chunks.slice(first, last),
  };
}

/** Nothing is kept. */
export function noChunks(now: string): KeptChunks {
  return { head: [], from: 0, changed: { start: 0, end: now.length }, tail: [], moved: 0, replaced: [] };
}
