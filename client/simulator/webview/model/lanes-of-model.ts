import type { Lane } from "../../../../shared/drawing/lanes/model.ts";
import type { Model } from "./model.ts";

/** The lanes of all runs: those of the second and of what was observed stand below those that they belong to. */
export function lanesOfAll(
  model: Pick<Model, "run" | "second" | "observed" | "alerts" | "closed" | "deferredUi">,
): readonly Lane[] {
  const { run, second, observed } = model;
  const others = [second, observed].flatMap((other) => other?.lanes ?? []);
  const belongsTo = (lane: Lane): string => lane.id.replace(/^(second|observed)-/, "");
  const groups = run.lanes.flatMap((lane) => [
    ...faultsAbove(run, lane),
    lane,
    ...(lane.kind === "condition" ? between(model, lane) : []),
    ...others.filter((other) => belongsTo(other) === lane.id),
  ]);
  return [...groups, ...others.filter((other) => !groups.includes(other)), ...(alertsIn(model)?.lanes ?? [])];
}

/** How the two rows of Ready differ in a comparison. */
function between({ second, deferredUi }: Pick<Model, "second" | "deferredUi">, ready: Lane): readonly Lane[] {
  const other = second?.lanes.find(({ kind }) => kind === "condition");
  return other === undefined || deferredUi === undefined ? [] : [deferredUi.differenceLane(ready, other)];
}

/** Room for the faults that the scenario injects into a container. They are drawn over the lanes. */
function faultsAbove({ scenario }: Model["run"], { id, kind }: Lane): readonly Lane[] {
  const name = kind === "container" ? id.slice(id.indexOf(":") + 1) : undefined;
  const isHit = scenario.events.some((event) => event.kind === "container-fault" && event.container === name);
  return isHit
    ? [{ id: `faults:${name}`, kind: "faults", label: "", note: "", path: undefined, bars: [], marks: [] }]
    : [];
}

/** What is drawn of alerts: nothing where their part of the page is closed. */
export function alertsIn({ alerts, closed }: Pick<Model, "alerts" | "closed">): Model["alerts"] {
  return closed.has("alerts") ? undefined : alerts;
}
