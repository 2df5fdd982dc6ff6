import { nearest } from "../../basics/nearest.ts";
import type { OffsetRange } from "../../basics/offset-range.ts";
import type { ScenarioEvent } from "../model.ts";
import { type Mistake, mistakeAt } from "../reading/problem.ts";
import { shown } from "../reading/reader.ts";
import type { ContainerNames, Statement } from "./statement.ts";

/** A text that needs something. */
export interface SaidNeed extends OffsetRange {
  readonly dependency: string;
  readonly textIndex: number;
}

/** What a statement about runs needs. */
export function dependenciesOf(statement: Statement): readonly string[] {
  if (statement.kind !== "runs") return [];
  const { runs, image } = statement.runs;
  const whens = runs.flatMap(({ phasedEnds, answers, faultWhen }) => [
    ...[...phasedEnds, ...answers].map(({ when }) => when),
    faultWhen,
  ]);
  const names = whens.flatMap((when) => (when?.kind === "away" ? [when.dependency] : []));
  return [...new Set([...names, ...(image?.absences ?? []).flatMap(({ dependency }) => dependency ?? [])])];
}

/**
 * A need that nothing can meet: of a container of the same pod, whose outages are what the scenario says of it, or of a name that no
 * outage has while others do. Where no text says when anything is away, an event of the command line may.
 */
export function dependencyMistakes(
  needs: readonly SaidNeed[],
  events: readonly ScenarioEvent[],
  containers: readonly ContainerNames[],
): readonly (Mistake & Pick<SaidNeed, "textIndex">)[] {
  const away = [...new Set(events.flatMap((event) => (event.kind === "outage" ? [event.dependency] : [])))];
  return needs.flatMap(({ dependency, textIndex, start, end }) => {
    if (containers.some(({ name }) => name === dependency)) {
      return [{ ...mistakeAt({ start, end }, containerMessage(dependency)), textIndex }];
    }
    if (away.length === 0 || away.includes(dependency)) return [];
    const meant = nearest(dependency, away);
    const hint =
      meant === undefined
        ? `Add, for example, ${shown(`at 5m ${dependency} is away for 4m`)}.`
        : `Did you mean ${shown(meant)}?`;
    return [{ ...mistakeAt({ start, end }, `${shown(dependency)} is never away. ${hint}`), textIndex }];
  });
}

export function containerMessage(container: string): string {
  return `${shown(container)} is a container of this pod. Say what it does in its own scenario; a dependency is outside the pod.`;
}
