import type { Pieces } from "../../basics/pieces.ts";
import type { Assumptions } from "../../kubernetes/node.ts";
import { type Container, type DefaultedPod, type Probe, type ProbeType, probeField } from "../../kubernetes/pod.ts";
import { hasLoads, loadsOf } from "../../scenario/loads.ts";
import type { Scenario } from "../../scenario/model.ts";
import { scriptOf } from "../../scenario/script.ts";
import { spreadOf } from "../answer/spread.ts";
import type { SpiralForecast } from "./model.ts";
import { crashMs, playSpiral, type SharingPods, type SpiralRun, watchedMs } from "./play.ts";

/** More pods take long to play. */
const podsMax = 20;
const runsMax = 10;

interface Asked {
  readonly pod: DefaultedPod;
  readonly assumptions: Assumptions;
  readonly scenario: Scenario;
  readonly pods: number;
}

/**
 * Whether the crash of some pods makes the others fail, because those that are ready share the load: the fewest that do, what becomes
 * of the workload, and which field breaks the spiral. Undefined where the scenario says nothing of load, or pods are not all ready.
 */
export function* forecastSpiralInPieces(asked: Asked): Pieces<SpiralForecast | undefined> {
  const { pod, assumptions, scenario, pods } = asked;
  const container = pod.containers.find((each) => hasLoads(scriptOf(scenario, each)));
  if (container === undefined || pods < 2 || pods > podsMax) return undefined;
  const sharing = { pod, assumptions, scenario, pods, container: container.name };
  for (let crashed = 1; crashed < pods; crashed += 1) {
    const runs = yield* playRuns(sharing, crashed);
    if (runs === undefined) return undefined;
    const spreads = runs.some(hasFailed);
    if (spreads || crashed === pods - 1)
      return {
        ...summaryOf(sharing, { crashed, runs }),
        spreads,
        breaker: spreads ? yield* breakerOf(sharing, { crashed, runs }) : undefined,
      };
  }
  return undefined;
}

interface Played {
  readonly crashed: number;
  readonly runs: readonly SpiralRun[];
}

/** A pod that the others need fails, too. */
function hasFailed({ killed, unready }: SpiralRun): boolean {
  return killed.size > 0 || unready.size > 0;
}

function* playRuns(sharing: SharingPods, crashed: number): Pieces<readonly SpiralRun[] | undefined> {
  const runs: SpiralRun[] = [];
  const count = sharing.assumptions.timing === "ideal" ? 1 : runsMax;
  for (let run = 0; run < count; run += 1) {
    const played = playSpiral(sharing, crashed, run + 1);
    if (played === undefined) return undefined;
    runs.push(played);
    yield;
  }
  return runs;
}

function summaryOf({ pods }: SharingPods, { crashed, runs }: Played): Omit<SpiralForecast, "spreads" | "breaker"> {
  const by = runs.find((run) => run.by !== undefined)?.by;
  const recoversMs = runs.flatMap((run) => run.recoversMs ?? []);
  return {
    pods,
    crashed,
    killed: by && { ...by, pods: spreadOf(runs.map(({ killed }) => killed.size)) },
    readyAtLeast: Math.min(...runs.flatMap(({ ready }) => ready.map((each) => each.pods))),
    recovers: recoversMs.length === 0 ? undefined : { afterMs: spreadOf(recoversMs), runs: recoversMs.length },
    watchedMs,
    runs: runs.length,
    ready: runs[0]?.ready ?? [],
  };
}

/** The first change that keeps the other pods from failing in every run. */
function* breakerOf(sharing: SharingPods, { crashed, runs }: Played): Pieces<string | undefined> {
  for (const { change, pod } of changesOf(sharing, runs)) {
    const changed = yield* playRuns({ ...sharing, pod }, crashed);
    if (changed !== undefined && !changed.some((run) => hasFailed(run) || run.recoversMs === undefined)) return change;
  }
  return undefined;
}

interface Change {
  readonly change: string;
  readonly pod: DefaultedPod;
}

/** What gives up on slow answers: each probe that may by itself, then both, then more failures in a row. */
function changesOf({ pod, scenario, container: name }: SharingPods, runs: readonly SpiralRun[]): readonly Change[] {
  const container = pod.containers.find((each) => each.name === name);
  if (container === undefined) return [];
  const slowestMs = Math.max(0, ...loadsOf(scenario).map(({ latencyMs }) => latencyMs));
  const seconds = Math.floor(slowestMs / 1000) + 1;
  const patient = (["liveness", "readiness"] as const).filter((type) => {
    const probe = container.probes[type];
    return probe !== undefined && probe.timeoutSeconds * 1000 <= slowestMs;
  });
  const timeouts: readonly (readonly ProbeType[])[] = [
    ...patient.map((type) => [type]),
    ...(patient.length > 1 ? [patient] : []),
  ];
  const { liveness } = container.probes;
  const backMs = Math.max(0, ...runs.map(firstBackMs));
  const failures = liveness === undefined ? 0 : Math.ceil(backMs / (liveness.periodSeconds * 1000)) + 2;
  return [
    ...timeouts.map((types) => changed(pod, container, types, { timeoutSeconds: seconds })),
    ...(liveness !== undefined && failures > liveness.failureThreshold && backMs <= outlastedMsMax
      ? [changed(pod, container, ["liveness"], { failureThreshold: failures })]
      : []),
  ];
}

/** Liveness that waits longer than this notices nothing any more. */
const outlastedMsMax = 300_000;

/** How long the pods that crashed are missed, if the others hold. */
function firstBackMs({ recoversMs }: SpiralRun): number {
  return recoversMs ?? crashMs;
}

function changed(
  pod: DefaultedPod,
  container: Container,
  types: readonly ProbeType[],
  field: Partial<Pick<Probe, "timeoutSeconds" | "failureThreshold">>,
): Change {
  const probes = { ...container.probes };
  for (const type of types) {
    const probe = probes[type];
    if (probe !== undefined) probes[type] = { ...probe, ...field };
  }
  const [name, value] = Object.entries(field)[0] ?? [];
  const said = types.map((type) => `${probeField(type)}.${name}: ${value}`).join(" and ");
  return {
    change: `${said} in ${container.name}`,
    pod: { ...pod, containers: pod.containers.map((each) => (each === container ? { ...each, probes } : each)) },
  };
}
