import type { ContainerKind } from "../kubernetes/pod.ts";
import type { ContainerScript, Run, RunEnd, Scenario } from "./model.ts";

/** Runs until something stops it, and responds immediately. */
export const plainRun: Run = {
  times: 1,
  end: undefined,
  startsInMs: 0,
  answers: [],
  stop: { kind: "stops", inMs: 0, exitCode: 143 },
  createMs: 0,
  startMs: 0,
  fault: undefined,
};

const initRun: Run = { ...plainRun, end: exitAfter(1000, 0) };

/** What a container without a scenario does: an init container completes after 1s, every other keeps running. */
export function defaultScript(kind: ContainerKind): ContainerScript {
  return { runs: [kind === "init" ? initRun : plainRun], image: undefined };
}

export function scriptOf(
  scenario: Scenario,
  container: { readonly name: string; readonly kind: ContainerKind },
): ContainerScript {
  // A manifest may call a container `constructor`.
  const script = Object.hasOwn(scenario.containers, container.name) ? scenario.containers[container.name] : undefined;
  return script ?? defaultScript(container.kind);
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
