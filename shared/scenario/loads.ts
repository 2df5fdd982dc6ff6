import type { ContainerScript, Run, Scenario, SharedLoad } from "./model.ts";

/**
 * What a container does while this many pods are ready, itself one of them. Undefined: it is not ready, gets no requests, and
 * answers as fast as it can.
 */
export function scriptAtLoad(script: ContainerScript, ready: number | undefined): ContainerScript {
  if (!hasLoads(script)) return script;
  return { ...script, runs: script.runs.map((run) => runAtLoad(run, ready)) };
}

export function runAtLoad(run: Run, ready: number | undefined): Run {
  const answers = run.answers.map((window) =>
    window.loads === undefined ? window : { ...window, latencyMs: latencyAt(window.loads, ready) },
  );
  return { ...run, answers };
}

function latencyAt(loads: readonly SharedLoad[], ready: number | undefined): number | undefined {
  const known = ready === undefined ? undefined : loads.findLast((load) => load.ready >= ready);
  return (known ?? loads[0])?.latencyMs;
}

/** All that is said of load, of all containers. */
export function loadsOf({ containers }: Pick<Scenario, "containers">): readonly SharedLoad[] {
  return Object.values(containers).flatMap(({ runs }) =>
    runs.flatMap(({ answers }) => answers.flatMap(({ loads }) => loads ?? [])),
  );
}

/** Whether how long its answers take depends on how many pods are ready. */
export function hasLoads({ runs }: Pick<ContainerScript, "runs">): boolean {
  return runs.some(({ answers }) => answers.some(({ loads }) => loads !== undefined));
}
