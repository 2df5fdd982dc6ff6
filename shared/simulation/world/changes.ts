import { isEnabled } from "../../kubernetes/gates/feature-gates.ts";
import type { Node } from "../../kubernetes/node.ts";
import { changeTable } from "../../kubernetes/versions.ts";

/** What a kubelet does differently since a version. Each is asked for by name, and nowhere else by version. */
export const has = changeTable({
  /** When the pod ends, sidecars end after the regular containers, the last one first. */
  "sidecars end last": "1.29",
  /** A regular container that is created or runs shows that the pod is initialized; before, one of any state did. */
  "only live containers count as initialized": "1.29",
  /** `Created container: x` in place of `Created container x`. */
  "created message has a colon": "1.29",
  /** A manual readiness probe moves the grid of ticks (kubernetes#119089). */
  "manual trigger moves the grid": "1.32",
  /** A sidecar whose image changed is replaced. */
  "sidecar definition counts": "1.32",
  /** An init container that runs again makes the phase Pending, whatever has run before. */
  "init containers make the pod pending": "1.32",
  /** A startup worker rests after success, too (kubernetes#121206). */
  "startup holds after success": "1.32",
  /** The waiting message of a refused pull repeats the error of the last one. */
  "image back-off names the error": "1.32",
  /** `… probe errored and resulted in unknown state` in place of `… probe errored`. */
  "errored probe names the state": "1.33",
  /** For the phase, a pod is initialized by a container in its present sandbox, not by a status of any. */
  "phase asks the present sandbox": "1.33",
  /** A refused start is looked at again when its back-off ends, not every 10 s (kubernetes#133066). */
  "requeue at expiry": "1.35",
  /** A container without a probe result keeps `started` and `ready` of the last status (kubernetes#133579). */
  "probe status is kept": "1.35",
  /** `Container created` in place of `Created container: x`. */
  "short created message": "1.35",
  /** Exec probes of a pod that is deleted are canceled. In 1.36.0 to 1.36.2 each pass has a context of its own (kubernetes#140066). */
  "deletion cancels exec probes": { "1.35": 0, "1.36": 3, "1.37": 0 },
  /** A finished reset of all containers is followed by another pass at once. */
  "reset continues immediately": "1.36",
  /** The log files of removed containers are kept, and with them the number of the next one. */
  "reset keeps logs": "1.36",
  /** A sandbox that a pass has made is in the status that it publishes at its end. */
  "sandbox shows immediately": "1.36",
  /** An init container without a record has completed if regular containers have records (kubernetes#136386). */
  "lost init containers completed": "1.36",
  /** The last state of a container whose record is gone comes from the status before, on nodes that can restart all containers. */
  "last state is kept": "1.36",
  /** `PodReadyToStartContainers` says why it is False. */
  "missing sandbox has a reason": "1.37",
  /** A regular container of any state in the present sandbox shows that the pod is initialized. */
  "dead containers count as initialized": "1.37",
  /** Probes of a pod that is deleted go on (kubernetes#140977). */
  "probes outlive the deletion": "1.37",
  /** Missing probe workers are made although others of the pod are there. */
  "single workers are made anew": "1.37",
  /** The kills of one pass run side by side; before, one after the other. */
  "kills run together": "1.38",
  /** `started` of the last status is kept for the same container only, over a restart of the kubelet (kubernetes#141342). */
  "replacements start anew": "1.38",
  /** A gRPC probe whose connection is refused fails immediately; before, it dialed until its timeout (kubernetes#142457). */
  "refused gRPC fails immediately": "1.38",
  /** The end of a pod stops liveness and startup of its sidecars, too. */
  "sidecars are not probed at the end": "1.38",
  /** `… already present on machine and can be accessed by the pod`. */
  "image message names access": "1.35",
});

/** Since 1.36 a pass that did something has its own pod listed again at once. */
export function relistsOnDemand(node: Node): boolean {
  return isEnabled(node, "PLEGOnDemandRelist");
}

/** Since 1.35 what a probe has said survives a restart of the kubelet and a probe kill, unless this gate brings the old ways back. */
export function keepsProbeStatus(node: Node): boolean {
  return has(node, "probe status is kept") && !isEnabled(node, "ChangeContainerStatusOnKubeletRestart");
}
