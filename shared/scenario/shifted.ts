import type { Run, Scenario, ScenarioEvent, When } from "./model.ts";
import { hasPhases } from "./phases.ts";

/** Until when the phases and outages of a scenario last. */
export function lastPhaseMs({ containers, events }: Pick<Scenario, "containers" | "events">): number {
  const ofRuns = Object.values(containers).flatMap(({ runs, image }) => [
    ...runs.flatMap(({ phasedEnds, answers, faultWhen }) =>
      [...phasedEnds, ...answers].map(({ when }) => untilOf(when)).concat(untilOf(faultWhen)),
    ),
    ...(image?.absences ?? []).map(({ untilMs = 0 }) => untilMs),
  ]);
  return [...ofRuns, ...events.map(endOfEvent)].reduce((latest, ms) => Math.max(latest, ms), 0);
}

/** When an event is over. */
export function endOfEvent(event: ScenarioEvent): number {
  if (event.kind === "outage") return event.atMs + (event.ranges?.forMs?.maxMs ?? event.forMs);
  const lastsMs = event.kind === "container-fault" && "forMs" in event.fault ? event.fault.forMs : undefined;
  return event.atMs + (lastsMs ?? 0);
}

/** The same run for a pod that is created later. */
export function shiftedRun(run: Run, byMs: number): Run {
  if (!hasPhases(run)) return run;
  const shifted = <Part extends { readonly when?: When }>(part: Part): Part =>
    part.when === undefined ? part : { ...part, when: shiftedWhen(part.when, byMs) };
  return {
    ...run,
    phasedEnds: run.phasedEnds.map(shifted),
    answers: run.answers.map(shifted),
    faultWhen: run.faultWhen && shiftedWhen(run.faultWhen, byMs),
  };
}

function shiftedWhen(when: When, byMs: number): When {
  if (when.kind === "away") return when;
  return { ...when, fromMs: Math.max(0, when.fromMs - byMs), untilMs: Math.max(0, when.untilMs - byMs) };
}

function untilOf(when: When | undefined): number {
  return when?.kind === "during" ? when.untilMs : 0;
}
