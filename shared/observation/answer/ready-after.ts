import { formatAtMost } from "../../basics/span-words.ts";
import { forecastPod } from "../../forecast/pod/pod.ts";
import { allContainers } from "../../kubernetes/pod.ts";
import type { KubeletModel } from "../objects/kubelet-model.ts";

const noScenario = { containers: {}, events: [], expectations: [] };

/** `ready within 2s of the pull`: what the kubelet and the probes need; what the program needs for itself, nobody knows. */
export function readyAfterText({ model }: { readonly model: KubeletModel }, of: string): string | undefined {
  const { pod, assumptions } = model;
  const { timeToReady } = forecastPod(pod, { ...assumptions, imagePull: undefined }, noScenario);
  if (timeToReady === undefined) return undefined;
  const isProbed = allContainers(pod).some(
    ({ probes }) => probes.readiness !== undefined || probes.startup !== undefined,
  );
  const hasInit = pod.initContainers.some(({ kind }) => kind === "init");
  const plus = hasInit ? ", plus what its containers need" : isProbed ? ", plus what it needs to start" : "";
  return `ready within ${formatAtMost(timeToReady.latestMs)} ${of}${plus}`;
}
