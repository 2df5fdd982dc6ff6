import { earliestKillMs } from "../observation/inference/causes.ts";
import { type KubeletModel, specOf } from "../observation/objects/kubelet-model.ts";
import type { PodSnapshot } from "../observation/objects/pod-snapshot.ts";
import { stopsOf } from "../observation/objects/runs.ts";
import { runsOf } from "../observation/windows/next-try.ts";

/**
 * A describe does not say the grace period. Where a probe is told to kill a container, and a run of it ended with SIGKILL sooner than
 * the default allows, it is what is left of the run after the earliest kill.
 */
export function withFreeGrace(model: KubeletModel, look: PodSnapshot, unknown: readonly string[]): KubeletModel {
  if (!unknown.includes("terminationGracePeriodSeconds")) return model;
  const seconds = look.pod.containers.flatMap((container) => {
    const spec = specOf(model, container.name);
    const stops = stopsOf(look.events, container.name);
    const by = stops.length === 1 ? stops[0]?.by : undefined;
    if (spec === undefined || by === undefined || by === "other" || spec.probes[by] === undefined) return [];
    const { runs } = runsOf(look, container);
    const evidence = { container: container.name, runs, stops, events: look.events, pod: look.pod };
    return runs.flatMap((run) => {
      if (run.end?.exitCode !== 137 || run.end.reason === "OOMKilled" || run.lengthMs === undefined) return [];
      const leftMs = run.lengthMs.latestMs - earliestKillMs(evidence, { run, spec, by });
      return leftMs < 0 ? [] : [Math.floor(leftMs / 1000)];
    });
  });
  const shortest = Math.min(model.pod.terminationGracePeriodSeconds, ...seconds);
  return { ...model, pod: { ...model.pod, terminationGracePeriodSeconds: shortest } };
}
