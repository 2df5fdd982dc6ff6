import { least } from "../../basics/extremes.ts";
import type { Pieces } from "../../basics/pieces.ts";
import { budgetStatus } from "../../controllers/disruption/budget.ts";
import type { BudgetSpec, OtherPods, ServiceSpec, WorkloadCounts } from "../../controllers/objects/model.ts";
import { newRevision, type PlayableWorkload } from "../../controllers/pods/play-workload.ts";
import type { Assumptions } from "../../kubernetes/node.ts";
import type { SharedForecast } from "./model.ts";
import { playRolloutInPieces, podsOf, rollsOut } from "./rollout.ts";

/** The fewest pods that one workload has while its template changes, over some runs. */
interface Rolling {
  readonly workload: PlayableWorkload;
  /** False: a change of its template replaces no pods. */
  readonly rolls: boolean;
  readonly ready: number;
  readonly endpoints: number;
  readonly usable: number;
}

/**
 * All workloads that share a budget or a Service with this one are updated at the same time: one file often has them all.
 * The disruption controller guards evictions only, so no budget holds that. Nobody knows how long pods take to start, so the
 * worst moments of all of them may be the same one.
 */
export function* forecastSharedInPieces(
  workload: PlayableWorkload,
  assumptions: Assumptions,
): Pieces<readonly SharedForecast[]> {
  const { beside = [], budgets, services } = workload;
  if (beside.length === 0 || !rollsOut(workload)) return [];
  const rolling: Rolling[] = [];
  for (const each of [workload, ...beside]) rolling.push(yield* rollingOf(each, assumptions));
  return [
    ...budgets.flatMap((budget) => ((budget.others ?? []).length === 0 ? [] : [budgetTogether(budget, rolling)])),
    ...services.flatMap((service) => ((service.others ?? []).length === 0 ? [] : [serviceTogether(service, rolling)])),
  ];
}

const change = { kind: "rollout", atMs: 0, revision: newRevision } as const;
const seeds = [1, 2, 3];

function* rollingOf(workload: PlayableWorkload, assumptions: Assumptions): Pieces<Rolling> {
  const services = workload.services.map(({ others: _, ...service }) => service);
  const alone = { ...workload, services, budgets: [], beside: [] };
  const pods = podsOf(workload);
  if (!rollsOut(alone)) return { workload, rolls: false, ready: pods, endpoints: pods, usable: pods };
  const counts: WorkloadCounts[] = [];
  for (const seed of seeds) {
    const { timeline } = yield* playRolloutInPieces(alone, assumptions, { seed, lives: 1, events: [change] });
    counts.push(...timeline.counts);
  }
  return {
    workload,
    rolls: true,
    ready: least(counts.map(({ ready }) => ready)),
    endpoints: least(counts.map(({ endpoints }) => endpoints)),
    usable: least(counts.map(({ usableEndpoints }) => usableEndpoints)),
  };
}

function sumOf(others: readonly OtherPods[], count: (each: OtherPods) => number): number {
  return others.reduce((sum, each) => sum + count(each), 0);
}

function nameOf({ spec, name }: PlayableWorkload): string {
  return `${spec.kind}/${name}`;
}

/** Pods that nobody updates. */
function restOf(others: readonly OtherPods[], rolling: readonly Rolling[]): readonly OtherPods[] {
  return others.filter(({ workload }) => !rolling.some((each) => nameOf(each.workload) === workload && each.rolls));
}

function membersOf(workload: PlayableWorkload, others: readonly OtherPods[]): SharedForecast["members"] {
  const own = { name: workload.name, pods: podsOf(workload) };
  return [own, ...others.map(({ workload: name, pods }) => ({ name: name.slice(name.indexOf("/") + 1), pods }))];
}

function budgetTogether(budget: BudgetSpec, [own, ...beside]: readonly Rolling[]): SharedForecast {
  const { others = [], name } = budget;
  if (own === undefined) throw new Error("nothing is updated");
  const sharing = [own, ...beside.filter(({ workload }) => workload.budgets.some((each) => each.name === name))];
  const pods = podsOf(own.workload);
  const hasScale = own.workload.spec.kind !== "DaemonSet" && others.every(({ scale }) => scale !== undefined);
  const matching = pods + sumOf(others, (each) => each.pods);
  const healthy = pods + sumOf(others, (each) => each.healthy);
  const scale = hasScale ? pods + sumOf(others, (each) => each.scale ?? 0) : undefined;
  const { desiredHealthy, disruptionsAllowed } = budgetStatus({ budget, matching, healthy, scale });
  const rest = sumOf(restOf(others, sharing), (each) => each.healthy);
  const atLeast = rest + sum(sharing.filter(({ rolls }) => rolls).map(({ ready }) => ready));
  return {
    kind: "budget",
    ...{ name, of: matching, members: membersOf(own.workload, others) },
    ...{ atLeast, needs: desiredHealthy, allowed: disruptionsAllowed },
  };
}

function serviceTogether(service: ServiceSpec, [own, ...beside]: readonly Rolling[]): SharedForecast {
  const { others = [], name } = service;
  if (own === undefined) throw new Error("nothing is updated");
  const sharing = [own, ...beside.filter(({ workload }) => workload.services.some((each) => each.name === name))];
  const rest = sumOf(restOf(others, sharing), (each) => each.healthy);
  const rolled = sharing.filter(({ rolls }) => rolls);
  const ready = rest + sum(rolled.map(({ endpoints }) => endpoints));
  const atLeast = ready > 0 ? ready : sum(rolled.map(({ usable }) => usable));
  const of = podsOf(own.workload) + sumOf(others, (each) => each.pods);
  return { kind: "service", name, of, members: membersOf(own.workload, others), atLeast, needs: 1, allowed: 0 };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, each) => all + each, 0);
}
