/** Runs for which the search finds no path of the engine, and why: docs/where-we-differ.md. */
export const unexplained: Readonly<Record<string, readonly number[]>> = {
  "pre-stop-sleep-action@default": [1],
  "success-threshold@default": [0, 1],
};
