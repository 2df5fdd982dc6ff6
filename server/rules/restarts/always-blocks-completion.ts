import { blockerAdvice } from "../../../shared/forecast/answer/reason.ts";
import type { ContainerSubject } from "../../analysis/subject.ts";
import type { ContainerHit, ContainerRule } from "../core/model.ts";

/**
 * A regular container can have a `restartPolicy` of its own. With `Always` it is restarted whatever its exit code is, and its pod never completes, although the policy of the pod is `Never` or `OnFailure`.
 * In a Job, such a pod runs until `activeDeadlineSeconds`, or forever.
 * Often a sidecar was meant: `restartPolicy: Always` makes one in `initContainers` only.
 *
 * ## Example
 *
 * ```yaml
 * apiVersion: batch/v1
 * kind: Job
 * metadata: {name: test}
 * spec:
 *   template:
 *     spec:
 *       restartPolicy: Never
 *       containers:
 *       - name: test
 *         image: registry.example/test
 *       - name: browser
 *         image: registry.example/browser
 *         restartPolicy: Always
 * ```
 *
 * ## How to fix
 *
 * Move a helper to `initContainers`: as a sidecar it is stopped after the others have ended. Remove the policy from a container that has to complete.
 *
 * ```yaml
 * apiVersion: batch/v1
 * kind: Job
 * metadata: {name: test}
 * spec:
 *   template:
 *     spec:
 *       restartPolicy: Never
 *       initContainers:
 *       - name: browser
 *         image: registry.example/browser
 *         restartPolicy: Always
 *       containers:
 *       - name: test
 *         image: registry.example/test
 * ```
 *
 * ## Source
 *
 * `pkg/kubelet/container/helpers.go`, `ShouldContainerBeRestarted`, and `pkg/kubelet/kubelet_pods.go`, `getPhase`: a pod with a container that is restarted does not end.
 */
export const alwaysBlocksCompletion: ContainerRule = {
  id: "always-blocks-completion",
  title: "A container with restartPolicy Always keeps its pod from completing",
  level: "warning",
  origin: "simulation",
  since: "1.34",
  firesInPatches: true,
  checkContainer: check,
};

function check({ container, pod, isCertain }: ContainerSubject): readonly ContainerHit[] {
  const { restartPolicy } = pod.pod;
  if (container.kind !== "regular" || container.restartPolicy !== "Always" || restartPolicy === "Always") return [];
  if (!isCertain(["restartPolicy"])) return [];
  const whole = pod.located.kind.endsWith("Job") ? "the Job" : "the pod";
  const message = `${container.name} is restarted whenever it ends, even with exit code 0, so ${whole} never completes. ${blockerAdvice(pod.pod)}`;
  return [{ path: [...container.path, "restartPolicy"], on: "value", message }];
}
