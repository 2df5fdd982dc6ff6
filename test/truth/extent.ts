// `npm test` replays a part of what was recorded; `npm run test:replay` replays all of it.

export const isAllReplayed = process.env["POD_CADENCE_REPLAY"] === "all";

/** Vitest runs again what an edit touches. */
export const isWatching = process.env["VITEST_MODE"] === "WATCH";

/** One of so many, the first one among them; all of them where all is replayed. */
export function replayed<T>(recorded: readonly T[], oneOf: number): readonly T[] {
  return recorded.filter((_, index) => isAllReplayed || index % oneOf === 0);
}

/** All of them in a run; one of so many while somebody waits for the answer to an edit. */
export function fewerWhileWatching<T>(all: readonly T[], oneOf: number): readonly T[] {
  return all.filter((_, index) => !isWatching || index % oneOf === oneOf - 1);
}
