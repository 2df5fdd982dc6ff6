import type { BarKind, MarkKind } from "./model.ts";

/** What the help says of them, in the order of a container's life. */
export const signNames: readonly (readonly [kinds: readonly MarkKind[], means: string])[] = [
  [["exit-ok"], "exited with 0"],
  [["exit-failed"], "exited with the code beside it"],
  [["sigterm"], "SIGTERM, with the probe that failed"],
  [["sigkill"], "SIGKILL"],
  [["fault"], "create, start or pull failed"],
  [["failed-probe", "failed-startup"], "failed probe: counts, within the startup budget"],
  [["attempt-success", "attempt-failure", "attempt-error"], "probe attempt: success, failure, error"],
  [["result-success", "result-failure"], "probe result changed: succeeds, fails"],
  [["condition-true", "condition-false"], "condition became true, false"],
  [["event-normal", "event-warning"], "event: normal, warning"],
  [["observed-start"], "observed: a start"],
  [["outside"], "observed outside the possible window: by how much"],
  [["note"], "another step, which its tooltip names"],
];

/** What the kinds of bars mean. */
export const barNames: readonly (readonly [kind: BarKind, means: string])[] = [
  ["running", "runs and is ready"],
  ["unready", "runs and is not ready"],
  ["stopping", "got SIGTERM and has not exited"],
  ["back-off", "waits for its back-off"],
  ["cycles", "runs and waits, as often as it says"],
  ["pulling", "its image is pulled"],
  ["pending", "pod is Pending"],
  ["true", "condition is True"],
  ["restart-all", "all containers are restarted"],
  ["kubelet-down", "the kubelet is down"],
  ["alert-pending", "alert is pending"],
  ["alert-firing", "alert is firing"],
  ["alert-silent", "alert never fires"],
];
