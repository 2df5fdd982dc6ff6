/** Runs for which the search finds no path of the engine, and why: ARCHITECTURE.md, "Where we differ". */
export const unexplained: Readonly<Record<string, readonly number[]>> = {
  "crash-300ms@default-v1.34": [2],
  "crash-loop-seen-early@default-v1.34": [1],
  "finished-with-probe-onfailure@default": [0],
  "finished-with-probe@default": [0, 1],
  "grace-1@default": [1],
  "image-arrives-init-and-sidecar@default": [0, 1],
  "init-restarts-after-rac-with-image@default": [0, 1],
  "liveness-kill-while-peer-waits@default": [0],
  "pre-stop-sleep-action@default": [1],
  "rac-delete-grace-0@default": [1],
  "sidecar-crash-loop-beside-main@default-v1.34": [2],
  "success-threshold@default": [0, 1],
  "timeout-longer-slow-answers@default": [0, 1, 2],
  "two-containers-own-backoff@default": [3],
  "two-containers-own-backoff@default-v1.34": [0, 1],
};
