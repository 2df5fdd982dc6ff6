import { Backoff } from "../backoff/backoff.ts";
import { crashLoopPolicy, imagePullPolicy } from "../backoff/policy.ts";
import { policyDelays, RestartBackoff } from "../backoff/restart-backoff.ts";
import { exactly } from "../basics/span.ts";
import type { Container, DefaultedPod } from "../kubernetes/pod.ts";
import type { Scenario } from "../scenario/model.ts";
import { scriptOf } from "../scenario/script.ts";
import { outagesOf, scheduleEvents } from "./outside.ts";
import { startPass } from "./pass/passes.ts";
import { unreadableImage } from "./runtime/images.ts";
import { backoffKeyOf } from "./runtime/starting.ts";
import { requestPass } from "./status/schedule.ts";
import type { SimulationInput } from "./timeline/input.ts";
import type { Chance } from "./world/chance.ts";
import { createLoops } from "./world/loops.ts";
import { EventQueue } from "./world/queue.ts";
import { Recorder } from "./world/recorder.ts";
import { Tasks } from "./world/tasks.ts";
import type { PodContainer, World } from "./world/world.ts";

/** A pod that the kubelet is about to see for the first time. */
export function createWorld(input: SimulationInput, chance: Chance): World {
  const queue = new EventQueue();
  const recorder = new Recorder(input);
  const { node, semantics } = input.assumptions;
  const loops = createLoops(input.assumptions, input.pod, chance);
  const world: World = {
    input,
    pod: input.pod,
    loops,
    outages: outagesOf(input.scenario, loops),
    queue,
    tasks: new Tasks(queue),
    recorder,
    containers: createContainers(input.pod, input.scenario),
    kubelet: { isUp: true, isLost: false, stops: 0, startedMs: input.kubeletStartedMs, startedBy: undefined },
    backOffs: {
      restart: new RestartBackoff(input.restartDelays ?? policyDelays(crashLoopPolicy(node, semantics))),
      lostRestart: undefined,
      image: new Backoff(imagePullPolicy),
    },
    lifecycle: {
      stage: "syncing",
      status: undefined,
      shown: undefined,
      isForgotten: false,
      deadlineMs: Number.POSITIVE_INFINITY,
      deadlinePassed: false,
      readyChangedMs: undefined,
      // Where nobody says when they are set, they are.
      gatesAreTrue: input.scenario.events.some(({ kind }) => kind === "readiness-gates") ? undefined : true,
      gatesInStatus: undefined,
    },
    pass: {
      isUnderWay: false,
      again: undefined,
      queued: undefined,
      lastDone: undefined,
      doneBefore: undefined,
      endedMs: undefined,
      starts: [],
      refusedAgain: undefined,
    },
    nextPass: {
      scheduled: undefined,
      cause: undefined,
      takenMs: undefined,
      ignoresDeletion: false,
      followUp: undefined,
      requeued: undefined,
    },
    relist: {
      nextMs: Number.NEGATIVE_INFINITY,
      lookedMs: Number.NEGATIVE_INFINITY,
      onDemandMs: undefined,
      changes: 0,
    },
    sandbox: { isReady: false, count: 0, readyBy: undefined, isCollected: false },
    deletion: {
      request: undefined,
      isRemoved: false,
      isOrphaned: false,
      cancelsProbes: false,
      collection: undefined,
    },
    reset: { isUnderWay: false, initiator: undefined },
    runtime: { nextInstance: 1, lastAct: undefined },
    startPass: (cause) => startPass(world, cause),
  };
  queue.schedule(0, () =>
    requestPass(world, recorder.add(0, { kind: "pod-seen", cause: undefined, since: exactly(0) })),
  );
  scheduleEvents(world);
  return world;
}

function createContainers(pod: DefaultedPod, scenario: Scenario): readonly PodContainer[] {
  const created = (specs: readonly Container[]): readonly PodContainer[] =>
    specs.map((spec, place) => createContainer(spec, place, scenario));
  return [...created(pod.initContainers), ...created(pod.containers)];
}

function createContainer(spec: Container, place: number, scenario: Scenario): PodContainer {
  return {
    spec,
    place,
    script: scriptOf(scenario, spec),
    nextRun: undefined,
    attempts: 0,
    starts: 0,
    instances: [],
    workers: [],
    cached: { instance: undefined, running: false, started: false, startedAtMs: 0, shown: undefined },
    cachedBefore: undefined,
    deadBefore: undefined,
    initiator: undefined,
    startFailure: undefined,
    createsAtMs: undefined,
    refusal: undefined,
    failedBy: undefined,
    pullFailure: undefined,
    pulls: 0,
    failedPullsMs: [],
    lastNumber: -1,
    hasNoLogs: false,
    pulledMs: Number.NEGATIVE_INFINITY,
    image: spec.image,
    unreadableImage: unreadableImage(spec.image),
    backoffKey: backoffKeyOf(spec.name, spec.image),
  };
}
