import { admit, type WrittenPod } from "../../api-server/admission/admit.ts";
import { capitalized } from "../../basics/capitalized.ts";
import { agreeing, counted } from "../../basics/counted.ts";
import { formatDuration } from "../../basics/durations.ts";
import type { Path } from "../../basics/path.ts";
import { rangeInWords } from "../../basics/span-words.ts";
import { isFields, valueAt } from "../../basics/values.ts";
import { fenceposts } from "../../controllers/deployment/fenceposts.ts";
import type { IntOrPercent, WorkloadSpec } from "../../controllers/objects/model.ts";
import { roundedUp } from "../../controllers/objects/percent.ts";
import type { PlayableWorkload } from "../../controllers/pods/play-workload.ts";
import type { Assumptions } from "../../kubernetes/node.ts";
import { earlyReadyOf } from "../container/early-ready.ts";
import { type FieldChange, type Solution, type Solved, unsolved, type WorkloadGoal } from "../solve/solve-model.ts";
import type { RolloutForecast } from "./model.ts";
import { forecastRollout, podsOf, rollsOut } from "./rollout.ts";
import { spreadOf } from "./times.ts";
import { noRollout, stuckInWords } from "./words.ts";

/** A workload as it is written and played. */
export interface WorkloadQuestion {
  readonly workload: PlayableWorkload;
  readonly written: WrittenPod;
  /** Where the pod spec stands in the object. */
  readonly podPath: Path;
  readonly assumptions: Assumptions;
}

/** A workload with other numbers. */
interface Draft {
  readonly workload: PlayableWorkload;
  readonly writes: string;
  readonly where: string;
  readonly changes: readonly FieldChange[];
  /** What is given up beyond what the forecast says. */
  readonly cost: string | undefined;
}

interface Trial extends Draft {
  readonly rollout: RolloutForecast;
}

/** More trials of one number than a search in 5,000 needs. */
const trialsMax = 14;
const probeSeconds = [5, 2, 1];

/** The numbers that reach a goal, each way alone, the smallest change of each; several together where none does alone. Every trial is a forecast. */
export function solveWorkload(question: WorkloadQuestion, goal: WorkloadGoal): Solved {
  const { workload, assumptions } = question;
  const pods = podsOf(workload);
  if (pods === 0) return unsolved("The workload has no pods.");
  if (!rollsOut(workload)) return unsolved(`${capitalized(noRollout(workload))}.`);
  const now = forecastRollout(workload, assumptions);
  if (meets(now, goal)) return unsolved(`This is already so: ${goalText(now, workload, goal)}.`);
  if (goal.kind === "available" && goal.amount > pods)
    return unsolved(`There ${agreeing(pods, "are")} only ${counted(pods, "pod")}.`);
  const ways = waysOf(question, goal).filter((way) => way.length > 0);
  const stages = goal.kind === "available" ? [ways] : [ways, ...together(question)];
  const tried = stages.reduce<readonly Trial[]>(
    (found, stage) => (found.length > 0 ? found : stage.flatMap((way) => solvedBy(question, goal, way) ?? [])),
    [],
  );
  if (tried.length > 0) return { solutions: tried.map((trial) => solutionOf(question, now, trial, goal)), reason: "" };
  return unsolved(reasonOf(question, goal, now));
}

/** Why there is no way. */
function reasonOf(question: WorkloadQuestion, goal: WorkloadGoal, now: RolloutForecast): string {
  const { workload } = question;
  if (goal.kind === "available") return whyMissing(workload, goal.amount);
  const limit = `within ${formatDuration(goal.amount)}`;
  if (now.completesIn === undefined)
    return `The rollout does not complete, so no numbers finish it ${limit}: ${stuckInWords(now)}.`;
  const fastest = fastestOf(question, now);
  const names = "No value of maxSurge, maxUnavailable, minReadySeconds, or a readiness probe, alone or together,";
  return fastest === undefined
    ? `${names} finishes the rollout ${limit}.`
    : `${names} finishes the rollout ${limit}; the fastest takes ${fastest}.`;
}

/** A time in words, and the numbers with which it is reached. Undefined if in some runs, none completes. */
function fastestOf(question: WorkloadQuestion, now: RolloutForecast): string | undefined {
  const last = [...waysOf(question, { kind: "rollout", amount: 0 }), ...together(question).flat()];
  const trials = last.flatMap((way) => way.at(-1) ?? []).map((draft) => trialOf(question, draft));
  const all = [{ rollout: now, writes: "what is written now" }, ...trials];
  const times = all.flatMap(({ rollout: { completes }, writes }) => (completes ? [{ completes, writes }] : []));
  const best = times.toSorted((one, other) => one.completes.span.latestMs - other.completes.span.latestMs)[0];
  return best && `${rangeInWords(spreadOf(best.completes.span))}, with ${best.writes}`;
}

function whyMissing({ spec, pod, scenario }: PlayableWorkload, amount: number): string {
  if (spec.kind === "StatefulSet" && amount >= spec.replicas)
    return `A StatefulSet deletes a pod before it creates the next one of that name, so at most ${spec.replicas - 1} of ${spec.replicas} stay available.`;
  const early = earlyReadyOf(pod, scenario);
  const because =
    early === undefined
      ? "pods of the new version fail by themselves"
      : `pods are Ready before ${early.container.name} has started: add a readiness probe`;
  return `No value of maxSurge and maxUnavailable keeps ${counted(amount, "pod")} available, because ${because}.`;
}

function meets(rollout: RolloutForecast, { kind, amount }: WorkloadGoal): boolean {
  if (kind === "available") return rollout.availableAtLeast >= amount;
  return rollout.completes !== undefined && rollout.completes.span.latestMs <= amount;
}

/** Drafts from the smallest change to the largest: the first one that reaches the goal is taken. */
type Way = readonly Draft[];

function waysOf(question: WorkloadQuestion, { kind, amount }: WorkloadGoal): readonly Way[] {
  if (kind === "available") return [keepingDrafts(question, amount)];
  return [surgeDrafts(question), unavailableDrafts(question), minReadyDrafts(question), ...probeWays(question)];
}

/** The first draft that meets the goal. Where the last one does not, none is looked for: each is better than the one before it. */
function solvedBy(question: WorkloadQuestion, goal: WorkloadGoal, way: Way): Trial | undefined {
  const last = way.at(-1);
  let best = last && trialOf(question, last);
  if (best === undefined || !meets(best.rollout, goal)) return undefined;
  let [low, high] = [0, way.length - 1];
  for (let trials = 0; low < high && trials < trialsMax; trials += 1) {
    const middle = Math.floor((low + high) / 2);
    const draft = way[middle];
    const trial = draft && trialOf(question, draft);
    if (trial !== undefined && meets(trial.rollout, goal)) {
      best = trial;
      high = middle;
    } else low = middle + 1;
  }
  return best;
}

function trialOf({ assumptions }: WorkloadQuestion, draft: Draft): Trial {
  return { ...draft, rollout: forecastRollout(draft.workload, assumptions) };
}

/** All pods at a time, with what makes each of them faster; and all of that together. */
function together(question: WorkloadQuestion): readonly (readonly Way[])[] {
  const [most] = [surgeDrafts(question), unavailableDrafts(question)].flatMap((way) => way.at(-1) ?? []);
  const base = most === undefined ? question : { ...question, workload: most.workload };
  const sooner = minReadyDrafts(base).map((draft) => joinedDrafts(most, draft));
  const probedAfter = (first: Draft | undefined): readonly Way[] =>
    first === undefined
      ? []
      : probeWays({ ...question, workload: first.workload }).map((way) =>
          way.map((draft) => joinedDrafts(first, draft)),
        );
  const stages = [[sooner, ...probedAfter(most)], probedAfter(sooner.at(-1))];
  return stages.map((ways) => ways.filter((way) => way.length > 0));
}

/** One change after the other. */
function joinedDrafts(first: Draft | undefined, second: Draft): Draft {
  if (first === undefined) return second;
  const costs = [first.cost, second.cost].filter((cost) => cost !== undefined);
  return {
    workload: second.workload,
    writes: `${first.writes}, ${second.writes}`,
    where: `${first.where}, ${second.where}`,
    changes: [...first.changes, ...second.changes],
    cost: costs.length === 0 ? undefined : costs.join("; "),
  };
}

const count = (value: number): IntOrPercent => ({ count: value });

function surgeDrafts(question: WorkloadQuestion): Way {
  const { workload } = question;
  const { spec } = workload;
  if (spec.kind === "StatefulSet" || spec.strategy !== "RollingUpdate") return [];
  const pods = podsOf(workload);
  const now = spec.kind === "Deployment" ? fenceposts(spec).surge : roundedUp(spec.maxSurge, pods);
  // A DaemonSet has one of both.
  if (spec.kind === "DaemonSet" && now === 0) return [];
  return numbers(now + 1, pods).map((surge) =>
    draftOf(question, { ...spec, maxSurge: count(surge) }, [["maxSurge", surge]]),
  );
}

function unavailableDrafts(question: WorkloadQuestion): Way {
  const { workload } = question;
  const { spec } = workload;
  if (spec.strategy !== "RollingUpdate") return [];
  const pods = podsOf(workload);
  const now = spec.kind === "Deployment" ? fenceposts(spec).unavailable : roundedUp(spec.maxUnavailable, pods);
  if (spec.kind === "DaemonSet" && roundedUp(spec.maxSurge, pods) > 0) return [];
  return numbers(now + 1, pods).map((unavailable) =>
    draftOf(question, { ...spec, maxUnavailable: count(unavailable) }, [["maxUnavailable", unavailable]]),
  );
}

function minReadyDrafts(question: WorkloadQuestion): Way {
  const { workload } = question;
  const { spec } = workload;
  return numbers(0, spec.minReadySeconds - 1)
    .toReversed()
    .map((seconds) => ({
      ...draftOf(question, { ...spec, minReadySeconds: seconds }, []),
      writes: `minReadySeconds: ${seconds}`,
      where: "spec",
      changes: [{ path: ["spec"], field: "minReadySeconds", value: seconds }],
      cost: `a crash ${seconds === 0 ? "" : `later than ${formatDuration(1000 * seconds)} `}after Ready no longer stops the rollout`,
    }));
}

/** At least so many stay: nothing may be missing beyond the rest, so that something has to be added. */
function keepingDrafts(question: WorkloadQuestion, amount: number): Way {
  const { workload } = question;
  const { spec } = workload;
  const pods = podsOf(workload);
  const unavailable = Math.max(0, pods - amount);
  if (spec.kind === "StatefulSet")
    return unavailable === 0
      ? []
      : [draftOf(question, { ...spec, maxUnavailable: count(unavailable) }, [["maxUnavailable", unavailable]])];
  const surge = spec.kind === "Deployment" ? fenceposts(spec).surge : roundedUp(spec.maxSurge, pods);
  const fields: Numbers = [
    ["maxUnavailable", unavailable],
    ...(unavailable === 0 && surge === 0 ? [["maxSurge", 1] as const] : []),
  ];
  const maxSurge = unavailable === 0 && surge === 0 ? count(1) : spec.maxSurge;
  const next = { ...spec, maxUnavailable: count(unavailable), maxSurge };
  if (next.kind === "DaemonSet" || next.strategy === "RollingUpdate") return [draftOf(question, next, fields)];
  const draft = draftOf(question, { ...next, strategy: "RollingUpdate" }, fields);
  const type = { path: ["spec", "strategy"], field: "type", value: "RollingUpdate" };
  return [{ ...draft, writes: `type: RollingUpdate, ${draft.writes}`, changes: [type, ...draft.changes] }];
}

type Numbers = readonly (readonly [field: string, value: number])[];

function draftOf({ workload }: WorkloadQuestion, spec: WorkloadSpec, fields: Numbers): Draft {
  const strategy = spec.kind === "Deployment" ? "strategy" : "updateStrategy";
  const path = ["spec", strategy, "rollingUpdate"];
  return {
    workload: { ...workload, spec },
    writes: fields.map(([field, value]) => `${field}: ${value}`).join(", "),
    where: strategy,
    changes: fields.map(([field, value]) => ({ path, field, value })),
    cost: undefined,
  };
}

/** A readiness probe that looks more often, and does not wait before it begins. One way for each container that has one. */
function probeWays(question: WorkloadQuestion): readonly Way[] {
  return question.workload.pod.containers.flatMap(({ name, path, probes }) => {
    const { readiness } = probes;
    if (readiness === undefined) return [];
    const waits = readiness.initialDelaySeconds > 0 ? [["initialDelaySeconds", 0] as const] : [];
    const faster = probeSeconds
      .filter((seconds) => seconds < readiness.periodSeconds)
      .map((seconds) => [...waits, ["periodSeconds", seconds] as const]);
    const steps = waits.length === 0 ? faster : [waits, ...faster];
    return [steps.flatMap((fields) => probeDraft(question, { name, path }, fields) ?? [])];
  });
}

function probeDraft(
  { workload, written, podPath, assumptions }: WorkloadQuestion,
  { name, path }: { readonly name: string; readonly path: Path },
  fields: Numbers,
): Draft | undefined {
  const own = [...path, "readinessProbe"];
  const { pod } = admit({ ...written, spec: withFields(written.spec, own, Object.fromEntries(fields)) }, assumptions);
  const at = [...podPath, ...own];
  return (
    pod && {
      workload: { ...workload, pod },
      writes: fields.map(([field, value]) => `${field}: ${value}`).join(", "),
      where: `readinessProbe of ${name}`,
      changes: fields.map(([field, value]) => ({ path: at, field, value })),
      cost: fields.some(([field]) => field === "periodSeconds")
        ? "the probe runs more often"
        : "the probe begins earlier",
    }
  );
}

/** A copy with other fields in one of its maps. */
function withFields(value: unknown, [step, ...rest]: Path, fields: Readonly<Record<string, number>>): unknown {
  if (step === undefined) return isFields(value) ? { ...value, ...fields } : value;
  if (Array.isArray(value))
    return value.map((item: unknown, index) => (index === step ? withFields(item, rest, fields) : item));
  return isFields(value) ? { ...value, [step]: withFields(valueAt(value, [step]), rest, fields) } : value;
}

function solutionOf(
  { workload }: WorkloadQuestion,
  now: RolloutForecast,
  { writes, where, changes, rollout, cost, workload: changed }: Trial,
  goal: WorkloadGoal,
): Solution {
  const statements = [rolloutText, availableText, mostText];
  const told = statements.flatMap((statement) => {
    const [before, after] = [statement(now, workload), statement(rollout, changed)];
    return before === after ? [] : [`${after} (now ${before})`];
  });
  const first = `${goalText(rollout, changed, goal)} (now ${goalText(now, workload, goal)})`;
  const effects = [first, ...told.filter((text) => text !== first), ...(cost === undefined ? [] : [cost])];
  return { writes, where, effects, changes };
}

function goalText(rollout: RolloutForecast, workload: PlayableWorkload, { kind }: WorkloadGoal): string {
  return kind === "rollout" ? rolloutText(rollout) : availableText(rollout, workload);
}

function rolloutText({ completes }: RolloutForecast): string {
  return completes === undefined ? "rollout never complete" : `rollout ${rangeInWords(spreadOf(completes.span))}`;
}

function availableText({ availableAtLeast }: RolloutForecast, workload: PlayableWorkload): string {
  return `at least ${availableAtLeast} of ${podsOf(workload)} available`;
}

function mostText({ podsAtMost }: RolloutForecast): string {
  return `up to ${counted(podsAtMost, "pod")} at a time`;
}

function numbers(first: number, last: number): readonly number[] {
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index);
}
