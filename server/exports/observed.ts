import { counted } from "../../shared/basics/counted.ts";
import { formatPath } from "../../shared/basics/path.ts";
import { plainLine } from "../../shared/basics/plain-line.ts";
import { observedContainerCase } from "../../shared/observation/answer/pod-answer.ts";
import {
  type BackOff,
  backOffText,
  type ContainerReport,
  conditionsText,
  nextTryText,
  type ObservedRun,
  type PodReport,
  restartsAllText,
  runText,
  timeText,
  windowText,
} from "../../shared/observation/index.ts";
import { list, type Prose } from "../markdown/markdown.ts";
import type { ObservedJson } from "./schemas/observed.ts";
import { spanJson } from "./span-json.ts";

/** What a report says, as rows of a table: container, question, answer. */
type ObservedRow = readonly [container: string, question: string, answer: string];

/** `isLatest`: the moment is the latest time in the status, because nobody says when that was read. */
export function observedTitle({ atMs, state, restarts, containers }: PodReport, isLatest: boolean): string {
  const at = isLatest ? `${timeText(atMs)} (latest time in the status)` : timeText(atMs);
  return `Observed at ${at}: ${plainLine(state)}${containers.length === 0 ? "" : `; ${counted(restarts, "restart")}`}.`;
}

export function observedRows(report: PodReport): readonly ObservedRow[] {
  return rowsOf(report).map(([container, question, answer]): ObservedRow => {
    return [plainLine(container), plainLine(question), plainLine(answer, rowMax)];
  });
}

/** A scenario may be as long as a container's life is rich. */
const rowMax = 2000;

function rowsOf(report: PodReport): readonly ObservedRow[] {
  const { containers, conditions, restartsAll, scenario, contradictions } = report;
  return [
    ...containers.flatMap(containerRows),
    ...(restartsAll === undefined ? [] : [["pod", "restarts", restartsAllText(restartsAll)] as const]),
    ...(conditions.length === 0 ? [] : [["conditions", "", shortened(conditionsText(conditions))] as const]),
    ...scenario.lines.map(({ container, text }, index): ObservedRow => {
      return [index === 0 ? "scenario" : "", container ?? "", text];
    }),
    ...scenario.notes.map((note): ObservedRow => ["", "", note]),
    ...contradictions.map(({ message }): ObservedRow => ["contradiction", "", message]),
  ];
}

function containerRows({ container, state, message, known, backOff, next }: ContainerReport): readonly ObservedRow[] {
  const { name, kind, restartCount } = container;
  const rows: (readonly [string, string])[] = [["now", `${state}; ${counted(restartCount, "restart")}`]];
  if (message !== undefined) rows.push(["message", shortened(message)]);
  if (next.is === "start" && backOff !== undefined) rows.push(["back-off", backOffText(next.backOff)]);
  if ("window" in next && next.window !== undefined) rows.push(["next try", windowText(next.window)]);
  for (const run of known.runs.toReversed()) rows.push([`run ${run.number + 1}`, runText(run)]);
  const head = kind === "regular" ? name : `${name} (${kind})`;
  return rows.map(([question, answer], index): ObservedRow => [index === 0 ? head : "", question, answer]);
}

/** In one line; a termination message has up to 4096 bytes. */
const textMax = 300;

function shortened(text: string): string {
  const line = text
    .slice(0, 2 * textMax)
    .trim()
    .replace(/\s+/g, " ");
  return line.length > textMax ? `${line.slice(0, textMax)}…` : line;
}

/** Of the last runs of a container so many are listed. */
const runsMax = 5;

/**
 * What one container does and did, or its pod where none has a status yet; else nothing where it has none. `where` names the pod of a cluster; without it a manifest
 * has the status, and the moment is the latest time in that.
 */
export function observedOfContainer(report: PodReport, name: string, where?: string): readonly Prose[] {
  const { atMs, state: stateOfPod, containers, contradictions } = report;
  const found = containers.find(({ container }) => container.name === name);
  const at = where === undefined ? `${timeText(atMs)} (latest time in the status)` : `${timeText(atMs)} in ${where}`;
  if (found === undefined) return containers.length === 0 ? [`Observed at ${at}: ${stateOfPod}.`] : [];
  const { state, next, known, container } = found;
  const backOff = next.is === "start" ? ` Back-off: ${backOffText(next.backOff)}.` : "";
  const now = observedContainerCase(report, name);
  const first =
    now === undefined
      ? `Observed at ${at}: ${state}; ${counted(container.restartCount, "restart")}.`
      : `Observed at ${at}: ${plainLine(now.headline)}.${backOff}`;
  const runs = known.runs.toReversed().slice(0, runsMax);
  const others = contradictions.filter((each) => each.container === name);
  const lines = [
    ...runs.map((run) => `Run ${run.number + 1}: ${runText(run)}`),
    ...others.map(({ message }) => message),
  ];
  const help = [now?.fix && `Fix: ${now.fix}.`, now?.after && `After: ${now.after}.`];
  return [first, ...help.map((text) => text ?? ""), list(lines)];
}

/** `observed` of a pod in JSON. Times are ms since 1970, each the span in which it lies. */
export function observedJson(report: PodReport, isLatest: boolean): ObservedJson {
  const { atMs, state, restarts, restartsAll, conditions, containers, scenario, contradictions } = report;
  return {
    atMs,
    atLatestTime: isLatest,
    state,
    restarts,
    restartsAll: restartsAll === undefined ? null : { countMax: restartsAll.countMax, triggers: restartsAll.triggers },
    conditions: conditions.map(({ type, status, reason, message, since }) => ({
      ...{ type, status, reason: reason ?? null, message: message ?? null },
      since: spanJson(since),
    })),
    containers: containers.map(({ container, next, known, backOff, ...rest }) => ({
      name: container.name,
      kind: container.kind,
      state: rest.state,
      message: rest.message ?? null,
      restartCount: container.restartCount,
      backOff: backOff === undefined ? null : backOffJson(backOff),
      next: {
        is: next.is,
        text: nextTryText(next, atMs),
        window: spanJson("window" in next ? next.window : undefined),
      },
      runs: known.runs.map(runJson),
    })),
    scenario: scenario.lines,
    notes: scenario.notes,
    contradictions: contradictions.map(({ kind, container, path, message }) => ({
      kind,
      container: container ?? null,
      fieldPath: formatPath(path),
      message,
    })),
  };
}

function backOffJson({ delaysMs, source, certainty }: BackOff): ObservedJson["containers"][number]["backOff"] {
  return { delaysMs, source, certainty };
}

function runJson({
  number,
  startedAt,
  end,
  lengthMs,
}: ObservedRun): ObservedJson["containers"][number]["runs"][number] {
  return {
    run: number + 1,
    startedAt: spanJson(startedAt),
    finishedAt: spanJson(end?.finishedAt),
    length: spanJson(lengthMs),
    exitCode: end?.exitCode ?? null,
    reason: end?.reason ?? null,
  };
}
