import { allContainers } from "../kubernetes/pod.ts";
import { decideRestart } from "../restart/decision.ts";
import { restartingAllReason } from "../simulation/status/phase.ts";
import { type KubeletModel, specOf } from "./objects/kubelet-model.ts";
import type { ObservedContainer } from "./objects/pod-object.ts";
import type { PodSnapshot } from "./objects/pod-snapshot.ts";
import { runsOf } from "./windows/next-try.ts";

/** What is known of the restarts of all containers of a pod. */
export interface ObservedRestartsAll {
  /** They were not more. The API counts a restart in each container, whatever it was for. */
  readonly countMax: number;
  /** Whose exits triggered them, as far as that is known: by runs that were seen, or because only one container has such a rule. */
  readonly triggers: readonly string[];
}

/** Undefined if none was seen. */
export function restartsAllOf(model: KubeletModel, look: PodSnapshot): ObservedRestartsAll | undefined {
  const containers = look.pod.containers.filter(({ kind }) => kind === "regular" || kind === "sidecar");
  if (!containers.some((container) => wasReset(look, container))) return undefined;
  const seen = containers.filter((container) => hasTriggered(model, look, container)).map(({ name }) => name);
  const ruled = allContainers(model.pod)
    .filter(({ restartPolicyRules }) => restartPolicyRules.some(({ action }) => action === "RestartAllContainers"))
    .map(({ name }) => name);
  return {
    countMax: Math.min(...containers.map(({ restartCount }) => restartCount)),
    triggers: seen.length > 0 ? seen : ruled.length === 1 ? ruled : [],
  };
}

/** `all containers restarted up to 4 times, triggered by trainer`. */
export function restartsAllText({ countMax, triggers }: ObservedRestartsAll): string {
  const times = countMax <= 1 ? "once" : `up to ${countMax} times`;
  const by = triggers.length === 0 ? "" : `, triggered by ${triggers.join(" and ")}`;
  return `all containers restarted ${times}${by}`;
}

function wasReset(look: PodSnapshot, container: ObservedContainer): boolean {
  return (
    container.lastState?.reason === restartingAllReason || runsOf(look, container).runs.some(({ isReset }) => isReset)
  );
}

function hasTriggered(model: KubeletModel, look: PodSnapshot, container: ObservedContainer): boolean {
  const spec = specOf(model, container.name);
  if (spec === undefined) return false;
  return runsOf(look, container).runs.some(
    ({ end }) =>
      end !== undefined &&
      end.reason !== restartingAllReason &&
      decideRestart(spec, model.pod, model.assumptions.node, end.exitCode).decision === "restart-all",
  );
}
