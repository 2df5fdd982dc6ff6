import type { ContainerKind } from "../kubernetes/pod.ts";
import { sleepingCommand } from "../kubernetes/sleeping-command.ts";
import type { ContainerScript, Run, RunEnd, Scenario } from "./model.ts";

/** Runs until something stops it, and responds immediately. */
export const plainRun: Run = {
  times: 1,
  end: undefined,
  phasedEnds: [],
  startsInMs: 0,
  answers: [],
  stop: { kind: "stops", inMs: 0, exitCode: 143 },
  createMs: 0,
  startMs: 0,
  fault: undefined,
  faultWhen: undefined,
};

/** What decides what a container does where no scenario speaks of it. */
interface UnwrittenContainer {
  readonly kind: ContainerKind;
  /** Absent: nothing is known of it. */
  readonly command?: readonly string[];
}

/** How long an init container takes after the sleeps that its command says. */
const initMs = 1000;

/**
 * What a container without a scenario does. One whose command only sleeps completes after that, an init container completes
 * after 1s, every other keeps running.
 */
export function defaultScript(container: UnwrittenContainer): ContainerScript {
  const end = endByCommand(container) ?? (container.kind === "init" ? exitAfter(initMs, 0) : undefined);
  return { runs: [end === undefined ? plainRun : { ...plainRun, end }], image: undefined };
}

/** The end that the manifest itself says. Undefined if its command does not say it. */
export function endByCommand({ kind, command = [] }: UnwrittenContainer): RunEnd | undefined {
  const sleeping = sleepingCommand(command);
  if (sleeping === undefined || sleeping.sleepMs === Number.POSITIVE_INFINITY) return undefined;
  if (sleeping.isWhole) return exitAfter(sleeping.sleepMs, 0);
  return kind === "init" ? exitAfter(sleeping.sleepMs + initMs, 0) : undefined;
}

interface NamedContainer extends UnwrittenContainer {
  readonly name: string;
}

export function scriptOf(scenario: Scenario, container: NamedContainer): ContainerScript {
  return writtenScript(scenario, container) ?? defaultScript(container);
}

/** What the scenario says of the container; undefined if it says nothing. */
export function writtenScript(
  { containers }: Scenario,
  { name }: { readonly name: string },
): ContainerScript | undefined {
  // A manifest may call a container `constructor`.
  return Object.hasOwn(containers, name) ? containers[name] : undefined;
}

/** Whether the scenario or the manifest says when and how the container ends. */
export function hasOwnScript(scenario: Scenario, container: NamedContainer): boolean {
  return writtenScript(scenario, container) !== undefined || endByCommand(container) !== undefined;
}

/** The run of an attempt to create the container. `attempt` counts from 0; the last run repeats forever. */
export function runOf(script: ContainerScript, attempt: number): Run {
  let left = attempt;
  for (const run of script.runs) {
    if (left < run.times) return run;
    left -= run.times;
  }
  return script.runs.at(-1) ?? plainRun;
}

/** An end by an exit code, with the reason that the runtime reports. */
export function exitAfter(afterMs: number, exitCode: number): RunEnd {
  return { afterMs, exitCode, reason: exitCode === 0 ? "Completed" : "Error" };
}

/** Nobody says what the containers do, nor what happens to the pod. */
export function isEmptyScenario({ containers, events }: Pick<Scenario, "containers" | "events">): boolean {
  return Object.keys(containers).length === 0 && events.length === 0;
}
