/** Runs for which the search finds no path of the engine, and why: ARCHITECTURE.md, "Where we differ". */
export const unexplained: Readonly<Record<string, readonly number[]>> = {
  "all-three-probes@default": [1],
  "back-off-1s-two@max-1s": [2],
  "back-off-1s-two@max-1s-v1.36": [1, 2],
  "finished-with-probe-onfailure@default": [0],
  "finished-with-probe@default": [0, 1],
  "grace-1@default": [1],
  "mix-11-40@stops-b": [0],
  "mix-11-9@max-2s": [0],
  "mix-21-14@max-10s-v1.36": [0],
  "pre-stop-sleep-action@default": [1],
  "rac-delete-grace-0@default": [1],
  "success-threshold@default": [0, 1],
};
