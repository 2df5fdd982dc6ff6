// `npm test` replays a part of what was recorded; `npm run test:replay` replays all of it.

export const isAllReplayed = process.env["POD_CADENCE_REPLAY"] === "all";

/** One of so many, the first one among them; all of them where all is replayed. */
export function replayed<T>(recorded: readonly T[], oneOf: number): readonly T[] {
  return recorded.filter((_, index) => isAllReplayed || index % oneOf === 0);
}
