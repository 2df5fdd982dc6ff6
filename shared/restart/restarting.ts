import type { Node } from "../kubernetes/node.ts";
import { allContainers, type Container, type Pod } from "../kubernetes/pod.ts";
import { decideRestart, effectivePolicy, type RestartDecision } from "./decision.ts";

/** The regular container that keeps a pod from completing that is meant to: it is restarted whatever it exits with. */
export function completionBlocker(pod: Pod, node: Node): Container | undefined {
  if (pod.restartPolicy === "Always") return undefined;
  return pod.containers.find((container) => effectivePolicy(container, pod, node) === "Always");
}

/** An exit after which the container runs again, alone or with all others. */
interface RestartingExit {
  readonly exitCode: number;
  readonly decision: Exclude<RestartDecision, "final">;
}

/**
 * The exit that people mean when they ask what a crash does: code 1 where it restarts anything, else the lowest code that
 * does. Undefined if nothing that the container does makes it run again.
 */
export function restartingExit(container: Container, pod: Pod, node: Node): RestartingExit | undefined {
  for (const exitCode of [1, ...allExitCodes]) {
    // An init container that exits with 0 is complete.
    if (container.kind === "init" && exitCode === 0) continue;
    const { decision } = decideRestart(container, pod, node, exitCode);
    if (decision !== "final") return { exitCode, decision };
  }
  return undefined;
}

const allExitCodes: readonly number[] = Array.from({ length: 256 }, (_, exitCode) => exitCode);

/** Whether a container of the pod can restart alone: by its policy, which also counts after a probe kill, or by a rule. */
export function canRestart(pod: Pod, node: Node): boolean {
  return allContainers(pod).some(
    (container) =>
      effectivePolicy(container, pod, node) !== "Never" ||
      container.restartPolicyRules.some(({ action }) => action === "Restart"),
  );
}
