import { agreeing, counted } from "../../basics/counted.ts";
import { enumerated } from "../../basics/enumerated.ts";
import { withinAtLeast } from "../../basics/span-words.ts";
import type { JobSpec } from "../../controllers/job/model.ts";
import type { Assumptions } from "../../kubernetes/node.ts";
import { allContainers, type Container, type DefaultedPod } from "../../kubernetes/pod.ts";
import { completionBlocker } from "../../restart/restarting.ts";
import { startupBudgetOf } from "../container/limits.ts";

interface Demanding {
  readonly pod: DefaultedPod;
  readonly assumptions: Assumptions;
  /** That creates the pod. */
  readonly job?: JobSpec | undefined;
}

/** More containers than this are counted instead of named. */
const namedMax = 2;

/**
 * What becomes of a pod whose programs nobody has described: under which condition all is well. A manifest does not say how long a
 * program takes to start, nor whether it keeps running.
 */
export function demandHeadline(demanding: Demanding): string {
  const { pod, job } = demanding;
  const demands = [...initDemands(pod), ...runningDemands(demanding)];
  if (pod.restartPolicy === "Always") {
    return `No restarts, as long as ${enumerated(demands)}${hangInWords(pod)}${gatesInWords(pod)}.`;
  }
  const blocker = completionBlocker(pod, demanding.assumptions.node);
  if (blocker !== undefined)
    return `${job === undefined ? "Never" : "The Job never"} completes: ${blocker.name} has restartPolicy Always.`;
  const { containers } = pod;
  const completes = `Completes when ${named(containers)} ${agreeing(containers.length, "exit")} with 0`;
  return demands.length === 0 ? `${completes}.` : `${completes}, as long as ${enumerated(demands)}.`;
}

/** Init containers of a pod that completes are part of it, and need not be named. */
function initDemands({ initContainers, restartPolicy }: DefaultedPod): readonly string[] {
  const inits = initContainers.filter(({ kind }) => kind === "init");
  if (inits.length === 0 || restartPolicy !== "Always") return [];
  return [`${named(inits, "init container")} ${agreeing(inits.length, "complete")}`];
}

/** What the containers have to do that last as long as the pod does. */
function runningDemands({ pod, assumptions }: Demanding): readonly string[] {
  const lasting = allContainers(pod).filter(({ kind }) => kind !== "init");
  const starts = startDemands({ pod, assumptions });
  if (pod.restartPolicy !== "Always") return starts;
  const probed = lasting.some(isWatched);
  const [only] = lasting;
  if (only !== undefined && lasting.length === 1) {
    const goesOn = probed ? "answers its probes" : "keeps running";
    return [starts.length === 0 ? `${only.name} ${goesOn}` : `${starts.join("")} and ${goesOn}`];
  }
  // Those that have just been named are not named again.
  const all = starts.length === 0 ? named(lasting) : lasting.length === 2 ? "both containers" : allOf(lasting);
  return [...starts, `${all} keep running${probed ? " and answer their probes" : ""}`];
}

function startDemands({ pod, assumptions }: Demanding): readonly string[] {
  const limited = allContainers(pod).flatMap((container) => {
    const budget = container.kind === "init" ? undefined : startupBudgetOf({ pod, assumptions, container })?.span;
    return budget === undefined ? [] : [{ container, budget }];
  });
  if (limited.length > namedMax) return [`${limited.length} containers start in time`];
  return limited.map(({ container, budget }) => `${container.name} starts ${withinAtLeast(budget.earliestMs)}`);
}

/** Whether it is restarted if it stops to answer. A startup probe does not run any more then, and readiness restarts nothing. */
function isWatched({ probes }: Container): boolean {
  return probes.liveness !== undefined;
}

function hangInWords(pod: DefaultedPod): string {
  const all = allContainers(pod);
  if (all.some(isWatched)) return "";
  return all.some(({ probes }) => probes.readiness !== undefined)
    ? "; a hang only stops traffic"
    : "; a hang is never noticed";
}

/** They restart nothing, and keep traffic away until somebody outside sets them. */
function gatesInWords({ readinessGates }: DefaultedPod): string {
  const [gate, ...others] = readinessGates;
  if (gate === undefined) return "";
  return others.length === 0
    ? `; ready once readiness gate ${gate} is true`
    : "; ready once its readiness gates are true";
}

function named(containers: readonly Container[], noun = "container"): string {
  if (containers.length <= namedMax) return enumerated(containers.map(({ name }) => name));
  return allOf(containers, noun);
}

function allOf(containers: readonly Container[], noun = "container"): string {
  return `all ${counted(containers.length, noun)}`;
}
