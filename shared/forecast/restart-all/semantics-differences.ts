import { crashLoopPolicy } from "../../backoff/policy.ts";
import { formatDuration } from "../../basics/durations.ts";
import { isEnabled } from "../../kubernetes/gates/feature-gates.ts";
import type { Node } from "../../kubernetes/node.ts";
import { allContainers, type Pod } from "../../kubernetes/pod.ts";
import { canRestart } from "../../restart/restarting.ts";

/**
 * What `released` and `kep` do differently with this pod on this node, in sentences; empty: nothing that the engine knows of.
 * docs/proposals.md has all differences, with their sources.
 */
export function semanticsDifferences(pod: Pod, node: Node): readonly string[] {
  return [...(canRestart(pod, node) ? backOffDifferences(node) : []), ...restartAllDifferences(pod, node)];
}

function backOffDifferences(node: Node): readonly string[] {
  const released = crashLoopPolicy(node, "released");
  const kep = crashLoopPolicy(node, "kep");
  const says = (text: string, differs: boolean): readonly string[] => (differs ? [text] : []);
  const range = ({ initialMs, maximumMs }: typeof kep) =>
    `${formatDuration(initialMs)} to ${formatDuration(maximumMs)}`;
  return [
    ...says(
      `The first restart is immediate; in KEP-4603 it waits ${formatDuration(kep.initialMs)}.`,
      released.firstDelayed !== kep.firstDelayed,
    ),
    ...says(`Back-off grows from ${range(released)}; in KEP-4603 from ${range(kep)}.`, range(released) !== range(kep)),
    ...says(
      `Back-off resets ${formatDuration(released.resetAfterMs)} after the last start; in KEP-4603 after ${formatDuration(kep.resetAfterMs)}.`,
      released.resetAfterMs !== kep.resetAfterMs,
    ),
    ...says(
      "Time in back-off counts toward the reset; in KEP-4603 only running time does.",
      released.forgottenWhileWaiting !== kep.forgottenWhileWaiting,
    ),
  ];
}

function restartAllDifferences(pod: Pod, node: Node): readonly string[] {
  const containers = allContainers(pod);
  const isAsked = containers.some(({ restartPolicyRules }) =>
    restartPolicyRules.some(({ action }) => action === "RestartAllContainers"),
  );
  if (!isAsked || !isEnabled(node, "RestartAllContainersOnContainerExits")) return [];
  return [
    ...(containers.length > 1
      ? ["Each other container gets SIGTERM and 2s to stop; in KEP-5532 it is killed immediately."]
      : []),
    "Restarts of all containers have no back-off; in KEP-5532 the exit counts like a crash.",
    "In KEP-5532 AllContainersRestarting names the container and its exit code.",
  ];
}
