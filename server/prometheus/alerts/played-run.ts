import { simulateJob } from "../../../shared/controllers/job/job.ts";
import type { JobSpec } from "../../../shared/controllers/job/model.ts";
import type { WorkloadKind } from "../../../shared/controllers/objects/model.ts";
import type { Assumptions } from "../../../shared/kubernetes/node.ts";
import type { DefaultedPod } from "../../../shared/kubernetes/pod.ts";
import type { ScrapedPod } from "../../../shared/prometheus/alerts/exported.ts";
import type { Scenario, ScenarioEvent } from "../../../shared/scenario/model.ts";
import { simulate } from "../../../shared/simulation/index.ts";
import { type PlayedNode, type PlayedRun, playedNodeName } from "./evaluate-runs.ts";

/** What is played of a pod, or of the pods of its controller. */
interface RunOfPods {
  readonly pod: DefaultedPod;
  readonly assumptions: Assumptions;
  readonly scenario: Scenario;
  readonly job?: JobSpec | undefined;
  /** What creates the pod; undefined if there is nothing, or a Job. */
  readonly ownerKind: WorkloadKind | undefined;
  readonly replicas: number;
  /** The seed of the first pod. */
  readonly seed: number;
  readonly untilMs: number;
}

/** Plays the pods of one run. */
export function playPods(run: RunOfPods): Pick<PlayedRun, "pods" | "job"> {
  if (run.job !== undefined) return playJob(run, run.job);
  const { pod, assumptions, scenario, ownerKind, untilMs } = run;
  const set = `${pod.name}-xxxxx`;
  const owner =
    ownerKind === undefined
      ? undefined
      : ownerKind === "Deployment"
        ? { kind: "ReplicaSet", name: set }
        : { kind: ownerKind, name: pod.name };
  const pods = Array.from({ length: run.replicas }, (_, index): ScrapedPod => {
    const seed = run.seed + index;
    const timeline = simulate({ pod, assumptions, scenario, seed, untilMs, recording: "statuses" });
    const names = {
      Deployment: `${set}-${index + 1}`,
      StatefulSet: `${pod.name}-${index}`,
      DaemonSet: `${pod.name}-${index + 1}`,
    };
    const name = ownerKind === undefined ? pod.name : names[ownerKind];
    const about = { namespace: pod.namespace, name, uid: `uid-${index + 1}`, restartPolicy: pod.restartPolicy };
    const node = ownerKind === "DaemonSet" ? `node-${index + 1}` : playedNodeName;
    return { ...about, owner, node, timeline };
  });
  return { pods, job: undefined };
}

/** Pods of a Job that are played in one run of alerts. */
const podsOfJobMax = 20;

function playJob({ pod, assumptions, scenario, seed, untilMs }: RunOfPods, job: JobSpec) {
  const { namespace, name, restartPolicy } = pod;
  const timeline = simulateJob({
    job,
    pod,
    assumptions,
    scenario,
    seed,
    untilMs,
    recording: "statuses",
    podsAtMost: podsOfJobMax,
  });
  const pods = timeline.pods.map(({ number, createdMs, timeline }): ScrapedPod => {
    const about = { namespace, name: `${name}-${number}`, uid: `uid-${number}`, restartPolicy };
    return {
      ...about,
      owner: { kind: "Job", name },
      node: playedNodeName,
      timeline,
      createdMs: Math.floor(createdMs / 1000) * 1000,
    };
  });
  return { pods, job: { namespace, name, spec: job, timeline } };
}

const stopping: ReadonlySet<ScenarioEvent["kind"]> = new Set(["kubelet-restart", "node-reboot", "own-node-lost"]);

/** The node of the pod, where its scenario has alerts about nodes something to see; `isAsked`: it is asked about anyhow. */
export function playedNode(
  { scenario: { events }, assumptions }: Pick<RunOfPods, "scenario" | "assumptions">,
  isAsked: boolean,
): PlayedNode | undefined {
  const stopsKubelet = events.some(({ kind }) => stopping.has(kind));
  return isAsked || stopsKubelet ? { kubeletVersion: `v${assumptions.node.kubernetes}.0`, events } : undefined;
}
