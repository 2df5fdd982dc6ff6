import { isEnabled } from "../kubernetes/engine-gates.ts";
import type { Node } from "../kubernetes/node.ts";
import { atLeast, type MinorVersion } from "../kubernetes/versions.ts";

/** What a kubelet does differently since a version, beside feature gates. Each is asked for by name, and nowhere else by version. */
const changes = {
  /** A manual readiness probe moves the grid of ticks (kubernetes#119089). */
  "manual trigger moves the grid": "1.29",
  /** `Created container: x` in place of `Created container x`. */
  "created message has a colon": "1.29",
  /** A startup worker rests after success, too (kubernetes#121206). */
  "startup holds after success": "1.32",
  /** The waiting message of a refused pull repeats the error of the last one. */
  "image back-off names the error": "1.32",
  /** A refused start is looked at again when its back-off ends, not every 10 s (kubernetes#133066). */
  "requeue at expiry": "1.35",
  /** A container without a probe result keeps `started` and `ready` of the last status (kubernetes#133579). */
  "probe status is kept": "1.35",
  /** `Container created` in place of `Created container: x`. */
  "short created message": "1.35",
  /** A finished reset of all containers is followed by another pass at once. */
  "reset continues at once": "1.36",
  /** The log files of removed containers are kept, and with them the number of the next one. */
  "reset keeps logs": "1.36",
  /** A sandbox that a pass has made is in the status that it publishes at its end. */
  "sandbox shows at once": "1.36",
  /** `PodReadyToStartContainers` says why it is False. */
  "missing sandbox has a reason": "1.36",
  /** The last state of a container whose record is gone comes from the status before. */
  "last state is kept": "1.36",
  /** `… already present on machine and can be accessed by the pod`. */
  "image message names access": "1.35",
} as const satisfies Readonly<Record<string, MinorVersion>>;

export type Change = keyof typeof changes;

export function has(node: Node, change: Change): boolean {
  return atLeast(node.kubernetes, changes[change]);
}

/** Since 1.36 a pass that did something has its own pod listed again at once. */
export function relistsOnDemand(node: Node): boolean {
  return isEnabled(node, "PLEGOnDemandRelist");
}

/** Since 1.35 what a probe has said survives a restart of the kubelet and a probe kill, unless this gate brings the old ways back. */
export function keepsProbeStatus(node: Node): boolean {
  return has(node, "probe status is kept") && !isEnabled(node, "ChangeContainerStatusOnKubeletRestart");
}
