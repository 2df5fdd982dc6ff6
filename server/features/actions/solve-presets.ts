import { formatDuration } from "../../../shared/basics/durations.ts";
import { memoBounded } from "../../../shared/basics/memo-bounded.ts";
import { memo } from "../../../shared/basics/once.ts";
import { restartRate } from "../../../shared/forecast/container/restarts-per-hour.ts";
import { fewestRestarts, restartsNow } from "../../../shared/forecast/solve/solve-kubelet.ts";
import type { GoalKind, WorkloadGoalKind } from "../../../shared/forecast/solve/solve-model.ts";
import { slowestStart } from "../../../shared/scenario/ranges.ts";
import { scriptOf } from "../../../shared/scenario/script.ts";
import type { AnalyzedDocument, ContainerSubject } from "../../analysis/subject.ts";
import { kubeletQuestion, type SolveTarget } from "../../repairs/solutions.ts";

/** An amount that makes sense for what is written now. */
export interface Preset {
  readonly amount: number;
  readonly text: string;
}

/** A start may be twice as slow as today: a CPU limit, a cold disk or many pods at once do that. */
const slower = 2;
/** Less is no start that anybody would have to ask for. */
const leastStartMs = 10_000;
/** The suggested goal: about two thirds of today's time. */
const sooner = 0.7;
const fewer = 0.5;

const roundSeconds = [1, 2, 3, 5, 10, 15, 20, 30, 45, 60, 90, 120, 180, 300, 600, 900, 1200, 1800, 3600, 7200, 14400];
const roundCounts = [1, 2, 3, 5, 10, 15, 20, 30, 50, 100, 200, 300, 500, 1000];

type AnyKind = GoalKind | WorkloadGoalKind;

/** Undefined if there is nothing that could be better. Editors ask at every move of the cursor, so the answer is kept. */
export function presetOf(analyzed: AnalyzedDocument, target: SolveTarget, kind: AnyKind): Preset | undefined {
  return presetsOf(keyOf(target))(kind, analyzed, target);
}

const presetsOf = memo((_: object) =>
  memoBounded(kindsMax, (kind: AnyKind, analyzed: AnalyzedDocument, target: SolveTarget) =>
    worthwhile(analyzed, target, kind),
  ),
);
/** More than there are. */
const kindsMax = 10;

function keyOf(target: SolveTarget): object {
  if (target.kind === "container") return target.subject;
  return target.kind === "workload" ? target.found : target.configuration;
}

function worthwhile(analyzed: AnalyzedDocument, target: SolveTarget, kind: AnyKind): Preset | undefined {
  if (target.kind === "kubelet") return fewerRestarts(analyzed, target);
  if (target.kind === "workload") return kind === "available" ? moreAvailable(target) : soonerRollout(target);
  const { subject } = target;
  const forecast = subject.forecast();
  switch (kind) {
    case "start":
      return longerStart(subject);
    case "hang":
      return soonerMs(forecast?.hangToSigterm?.latestMs);
    case "unready":
      return soonerMs(forecast?.unreadyAfter?.latestMs);
    case "restarts":
      return fewerOfContainer(subject);
    case "rollout":
    case "available":
      return undefined;
  }
}

type WorkloadTarget = Extract<SolveTarget, { kind: "workload" }>;

function soonerRollout({ found }: WorkloadTarget): Preset | undefined {
  return soonerMs(found.forecast.rollout?.completes?.span.latestMs);
}

/** Half of the pods that may be missing now. */
function moreAvailable({ found }: WorkloadTarget): Preset | undefined {
  const { rollout, pods } = found.forecast;
  if (rollout === undefined || rollout.availableAtLeast >= pods) return undefined;
  const amount = Math.ceil((rollout.availableAtLeast + pods) / 2);
  return { amount, text: `${amount}` };
}

function longerStart(subject: ContainerSubject): Preset | undefined {
  const budget = subject.forecast()?.startupBudget;
  if (budget === undefined) return undefined;
  const { runs } = scriptOf(subject.pod.scenario.scenario, subject.container);
  const { maxMs: told } = slowestStart(runs);
  const wantedMs = Math.max(slower * Math.max(told, budget.earliestMs), leastStartMs);
  const seconds = roundSeconds.find((each) => each * 1000 >= wantedMs);
  return seconds === undefined ? undefined : durationPreset(seconds);
}

function soonerMs(nowMs: number | undefined): Preset | undefined {
  const seconds = nowMs === undefined ? undefined : roundSeconds.findLast((each) => each * 1000 <= nowMs * sooner);
  // No probe is faster than two seconds.
  return seconds === undefined || seconds < 2 ? undefined : durationPreset(seconds);
}

function durationPreset(seconds: number): Preset {
  return { amount: seconds * 1000, text: formatDuration(seconds * 1000) };
}

/** Only where something in the manifest decides how often: a probe that stops it, or the policy of a pod that stands alone. */
function fewerOfContainer({ pod, container }: ContainerSubject): Preset | undefined {
  const { scenario } = pod.scenario;
  const isExplicit = Object.hasOwn(scenario.containers, container.name);
  if (container.probes.liveness === undefined && !isExplicit) return undefined;
  const rate = restartRate({ pod: pod.pod, assumptions: pod.settings.assumptions, scenario, container });
  const canChange = rate.stoppedBy.length > 0 || pod.located.kind === "Pod";
  return canChange ? countPreset(rate.most, 1) : undefined;
}

function fewerRestarts(
  analyzed: AnalyzedDocument,
  { configuration }: Extract<SolveTarget, { kind: "kubelet" }>,
): Preset | undefined {
  const question = kubeletQuestion(analyzed, configuration);
  const [now, fewest] = [restartsNow(question), fewestRestarts(question)];
  return now === undefined || fewest === undefined ? undefined : countPreset(now, fewest);
}

function countPreset(now: number, fewest: number): Preset | undefined {
  const possible = roundCounts.filter((count) => count < now && count >= fewest);
  const amount = possible.findLast((count) => count <= now * fewer) ?? possible[0];
  return amount === undefined ? undefined : { amount, text: `${amount}` };
}
