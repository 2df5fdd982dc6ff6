import type { Path } from "../../../shared/basics/path.ts";
import { effectsBetween, type MovedTime } from "../../../shared/forecast/solve/effect.ts";
import type { SolveQuestion } from "../../../shared/forecast/solve/solve-model.ts";
import { type Trial, tryOut } from "../../../shared/forecast/solve/solve-trial.ts";
import { type Container, probeField, probeTypes } from "../../../shared/kubernetes/pod.ts";
import type { RunnablePod } from "../../analysis/subject.ts";
import type { PlacedDocument } from "../../manifest/text/model.ts";
import { pathAt } from "../../manifest/text/position.ts";
import { nodeAt } from "../../manifest/text/ranges.ts";
import type { RichText, Table } from "../../markdown/markdown.ts";
import type { Context } from "../core/feature.ts";
import { analyzed, containerAt, podAt } from "../core/subjects.ts";
import { answerTable } from "./markdown.ts";

/** What one more and one less of a number of a probe, or of the pod's grace period, would change. Undefined if no such number is here. */
export function effectAt(context: Context, placed: PlacedDocument, offset: number): Table | undefined {
  const { path } = pathAt(placed.document, offset);
  const at = podAt(analyzed(context, placed), path);
  const number = at && numberAt(at.pod, at.inside);
  const written = number && nodeAt(placed.document, path);
  if (at === undefined || number === undefined || written?.type !== "scalar") return undefined;
  const { value, unknown } = written;
  if (unknown || typeof value !== "number" || !Number.isInteger(value)) return undefined;
  const rows = [value + 1, value - 1]
    .filter((other) => other >= number.least)
    .flatMap((other) => rowsOf(at.pod, number, { from: value, to: other }));
  return rows.length === 0 ? undefined : { head: [number.field, "Change", "From → to"], rows };
}

/** The same for the notes of a hover. */
export function effectNotes(context: Context, placed: PlacedDocument, offset: number): readonly RichText[] {
  const table = effectAt(context, placed, offset);
  return table === undefined ? [] : [answerTable(table, context.client)];
}

interface WrittenNumber {
  /** Of the map that holds it, relative to the pod spec. */
  readonly path: Path;
  readonly field: string;
  /** The API server refuses less, or takes it for "not set". */
  readonly least: number;
  /** Containers that the number is about. */
  readonly containers: readonly Container[];
}

const graceField = "terminationGracePeriodSeconds";
const leasts: ReadonlyMap<string, number> = new Map([
  ["failureThreshold", 1],
  ["periodSeconds", 1],
  ["timeoutSeconds", 1],
  ["initialDelaySeconds", 0],
  ["successThreshold", 1],
  [graceField, 1],
]);

function numberAt({ pod }: RunnablePod, inside: Path): WrittenNumber | undefined {
  if (inside.length === 1 && inside[0] === graceField)
    return { path: [], field: graceField, least: 0, containers: pod.containers };
  const found = containerAt(pod, inside);
  const [probe, field, more] = found?.rest ?? [];
  const type = probeTypes.find((each) => probeField(each) === probe);
  if (found === undefined || type === undefined || typeof field !== "string" || more !== undefined) return undefined;
  const least = leasts.get(field);
  // Every probe but readiness must succeed once only, and a readiness probe ends nothing.
  const isFixed = type === "readiness" ? field === graceField : field === "successThreshold";
  if (least === undefined || isFixed) return undefined;
  return { path: inside.slice(0, -1), field, least, containers: [found.container] };
}

function rowsOf(
  pod: RunnablePod,
  { path, field, containers }: WrittenNumber,
  { from, to }: { readonly from: number; readonly to: number },
): readonly string[][] {
  const change = { path, field, value: to };
  const effects = containers.flatMap((container) => {
    const question = questionAbout(pod, container);
    const [now, then] = [tryOut(question, []), tryOut(question, [change])];
    return now && then ? namedEffects(now, then, containers.length > 1) : [];
  });
  const [first, ...others] = distinct(effects);
  const step = `${from} → ${to}`;
  if (first === undefined) return [[step, "no change in this forecast", ""]];
  return [rowOf(step, first), ...others.map((effect) => rowOf("", effect))];
}

function rowOf(step: string, { what, from, to }: MovedTime): string[] {
  return [step, what, `${from} → ${to}`];
}

function questionAbout({ located, settings, scenario, isStatic }: RunnablePod, { path }: Container): SolveQuestion {
  const { kind, name, namespace, spec } = located;
  const { assumptions } = settings;
  return { written: { kind, name, namespace, spec, isStatic }, assumptions, scenario: scenario.scenario, path };
}

/** What several containers have in common is said once. */
function namedEffects(now: Trial, then: Trial, hasOthers: boolean): readonly MovedTime[] {
  const isShared = ({ what }: MovedTime): boolean => what === "Pod ready" || what.startsWith("Deletion");
  return effectsBetween(now, then).map((effect) =>
    hasOthers && !isShared(effect) ? { ...effect, what: `${now.container.name}: ${effect.what}` } : effect,
  );
}

function distinct(effects: readonly MovedTime[]): readonly MovedTime[] {
  return [...new Map(effects.map((effect) => [JSON.stringify(effect), effect])).values()];
}
