// `npm test` looks at a part of what takes long: `npm run test:replay` replays all that was recorded, and `npm run test:thorough` asks
// the properties of everything that is generated.

/** A test that needs all of it is not there otherwise: a test that is left out fails. */
export const isWhole = process.env["POD_CADENCE_EXTENT"] === "all";

/** Vitest runs again what an edit touches. */
export const isWatching = process.env["VITEST_MODE"] === "WATCH";

/** One of so many, the first one among them; all of them where all is asked. */
export function replayed<T>(recorded: readonly T[], oneOf: number): readonly T[] {
  return recorded.filter((_, index) => isWhole || index % oneOf === 0);
}

/** How often a property is asked that takes long. */
export function numRunsOf(all: number): number {
  return isWhole ? all : Math.ceil(all / 5);
}

/** All of them in a run; one of so many while somebody waits for the answer to an edit. */
export function fewerWhileWatching<T>(all: readonly T[], oneOf: number): readonly T[] {
  return all.filter((_, index) => !isWatching || index % oneOf === oneOf - 1);
}
