import { once } from "../../basics/once.ts";
import type { BudgetStatus, WorkloadEntry, WorkloadStatus } from "../../controllers/objects/model.ts";
import type { PlayableWorkload } from "../../controllers/pods/play-workload.ts";
import type { WorkloadTimeline } from "../../controllers/workload/simulation.ts";
import { effortFor } from "../../forecast/workload/outcomes.ts";
import { playRollout, podsOf } from "../../forecast/workload/rollout.ts";
import { rolloutStatusLine } from "../../forecast/workload/status-line.ts";
import type { Assumptions } from "../../kubernetes/node.ts";
import type { RolloutSetup } from "../../protocol/pod/rollout.ts";
import { roundUp } from "../lanes/scale.ts";
import { setRollout } from "./setup.ts";

/** One rollout, played to its end or until it is stuck. */
export interface RolloutRun {
  readonly side: "first" | "second";
  readonly workload: PlayableWorkload;
  readonly timeline: WorkloadTimeline;
  /** By the ids that the panel gives them: those of the second run have a prefix. */
  readonly byId: ReadonlyMap<string, WorkloadEntry>;
  /** Pods that are wanted at the beginning. */
  readonly pods: number;
  /** Undefined if it does not complete. */
  readonly completesMs: number | undefined;
  /** A round time soon after the last thing that happens. */
  readonly untilMs: number;
}

const secondPrefix = "second-";
const shortestMs = 10_000;
/** Room behind the last entry, so that people see that nothing more happens. */
const roomFactor = 1.05;

/** Plays a workload as a setup has it. */
export function playRun(
  workload: PlayableWorkload,
  assumptions: Assumptions,
  setup: RolloutSetup,
  side: RolloutRun["side"] = "first",
): RolloutRun {
  const set = setRollout(workload, setup, side);
  const { lives } = effortFor(podsOf(set.workload));
  const { timeline, completes } = playRollout(set.workload, assumptions, {
    seed: setup.seed,
    lives: assumptions.timing === "ideal" ? 1 : lives,
    events: set.events,
  });
  const lastMs = timeline.entries.at(-1)?.tMs ?? 0;
  const byId = once(() => new Map(timeline.entries.map((entry) => [idIn(side, entry), entry])));
  return {
    side,
    workload: set.workload,
    timeline,
    get byId() {
      return byId();
    },
    pods: podsOf(set.workload),
    completesMs: completes?.nominalMs,
    untilMs: roundUp(Math.max(lastMs * roomFactor, shortestMs)),
  };
}

/** The id of an entry in the panel. */
export function idIn(side: RolloutRun["side"], { id }: Pick<WorkloadEntry, "id">): string {
  return side === "second" ? `${secondPrefix}${id}` : id;
}

export function sideOf(id: string): RolloutRun["side"] {
  return id.startsWith(secondPrefix) ? "second" : "first";
}

/** An entry and what it follows from, itself first. */
export function chainOf({ byId, side }: RolloutRun, id: string): readonly WorkloadEntry[] {
  const chain: WorkloadEntry[] = [];
  let entry = byId.get(id);
  while (entry !== undefined) {
    chain.push(entry);
    entry = entry.cause === undefined ? undefined : byId.get(idIn(side, { id: entry.cause }));
  }
  return chain;
}

const effectsMax = 8;

/** What follows directly from an entry. */
export function effectsOf({ timeline }: RolloutRun, { id }: WorkloadEntry): readonly WorkloadEntry[] {
  return timeline.entries.filter(({ cause }) => cause === id).slice(0, effectsMax);
}

/** The status that the API shows; undefined if the workload is as it was before the run. */
export function statusAt({ timeline }: RolloutRun, tMs: number): WorkloadStatus | undefined {
  const found = timeline.statuses.findLast((each) => each.tMs <= tMs && each.status.kind !== "PodDisruptionBudget");
  return found?.status.kind === "PodDisruptionBudget" ? undefined : found?.status;
}

/** What `kubectl rollout status` prints at a time. */
export function statusLineAt(run: RolloutRun, tMs: number): string {
  const { workload, timeline } = run;
  const status = statusAt(run, tMs);
  const changes = timeline.entries.filter((entry) => entry.kind === "workload-changed" && entry.tMs <= tMs).length;
  if (status === undefined && changes === 0) return "";
  const { name, spec } = workload;
  const isUnobserved = status === undefined || status.observedGeneration < changes + 1;
  const shown = status ?? timeline.statuses.map((each) => each.status).find(isWorkloadStatus);
  return shown === undefined ? "" : rolloutStatusLine({ name, spec: specAt(run, spec, tMs), isUnobserved }, shown);
}

function isWorkloadStatus(status: WorkloadStatus | BudgetStatus): status is WorkloadStatus {
  return status.kind !== "PodDisruptionBudget";
}

/** Its size, where somebody changed it meanwhile. */
function specAt({ timeline }: RolloutRun, spec: PlayableWorkload["spec"], tMs: number): PlayableWorkload["spec"] {
  if (spec.kind === "DaemonSet") return spec;
  const scaled = timeline.entries.findLast(
    ({ kind, data, ...entry }) =>
      kind === "workload-changed" && entry.tMs <= tMs && data.text?.startsWith("replicas ") === true,
  );
  const replicas = Number(scaled?.data.text?.slice("replicas ".length) ?? spec.replicas);
  return Number.isInteger(replicas) ? { ...spec, replicas } : spec;
}
