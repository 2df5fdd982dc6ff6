import { recordingNames } from "./recording.ts";

/** Recordings of pods with a rule that restarts all containers. */
export const restartAllNames = recordingNames.filter((name) => /^(rac|kr-restart-all)/.test(name));
/** Those in which it does not come to that: the node rejects the pod, or the pod is gone before. */
export const withoutRestartAll: readonly string[] = [
  "rac-not-supported-by-node@no-restart-all",
  "rac-during-deletion@default",
];
