import { formatDuration } from "../../../shared/basics/durations.ts";
import type { Span } from "../../../shared/basics/span.ts";
import { usualFrom } from "../../../shared/basics/usual-numbers.ts";
import { isFields, valueAt } from "../../../shared/basics/values.ts";
import { type ProbeType, probeField } from "../../../shared/kubernetes/pod.ts";
import { slowestStart } from "../../../shared/scenario/ranges.ts";
import { scriptOf } from "../../../shared/scenario/script.ts";
import type { ContainerSubject } from "../../analysis/subject.ts";
import type { FieldFix, FieldValue } from "../core/model.ts";
import { isProbeAbsent, isProbeCertain } from "./certain.ts";
import { type ContainerChange, whatIf, withProbeField } from "./what-if.ts";

/** A start from the scenario that takes longer than the probes allow, always or with unlucky probe timing. */
export interface SlowStart {
  readonly startsInMs: number;
  /** The probe that kills the container. */
  readonly probe: ProbeType;
  readonly budget: Span;
  /** `never`: killed at every start; `luck`: depends on probe timing. */
  readonly outcome: "never" | "luck";
}

/** How much slower a start is under a CPU limit, with a cold disk or while many pods start. */
export const slower = 2;

/** Undefined if no scenario gives the start time, it is always short enough, or the numbers are not certain. */
export function slowStartOf(subject: ContainerSubject): SlowStart | undefined {
  const { runs } = scriptOf(subject.pod.scenario.scenario, subject.container);
  const { minMs, maxMs: startsInMs } = slowestStart(runs);
  if (startsInMs === 0) return undefined;
  const { startupBudget: budget, startupBudgetProbe: probe } = subject.forecast() ?? {};
  if (budget === undefined || probe === undefined || startsInMs <= budget.earliestMs) return undefined;
  if (!isProbeCertain(subject, probe) || (probe === "liveness" && !isProbeAbsent(subject, "startup"))) return undefined;
  return { startsInMs, probe, budget, outcome: minMs >= budget.latestMs ? "never" : "luck" };
}

/** Raises the startup probe's failureThreshold enough for a slow start, if the engine shows that it is enough. */
export function thresholdFix(subject: ContainerSubject, start: SlowStart): FieldFix | undefined {
  const field = probeField(start.probe);
  const probe = subject.container.probes[start.probe];
  if (probe === undefined) return undefined;
  const value = usualFrom(probe.failureThreshold + missingAttempts(start, probe.periodSeconds));
  if (!allows(subject, start, withProbeField(field, "failureThreshold", value))) return undefined;
  const path = [...subject.container.path, field];
  return { kind: "set-field", title: `Set failureThreshold to ${value}`, path, field: "failureThreshold", value };
}

/** Adds a startup probe with liveness' check that allows a slow start, if the engine shows that it does. */
export function startupProbeFix(subject: ContainerSubject, start: SlowStart): FieldFix | undefined {
  const question = questionOf(subject);
  const liveness = subject.container.probes.liveness;
  if (question === undefined || liveness === undefined) return undefined;
  const value = {
    ...question,
    failureThreshold: usualFrom(Math.ceil((slower * start.startsInMs) / (liveness.periodSeconds * 1000)) + 1),
  };
  if (!allows(subject, start, (container) => ({ ...container, startupProbe: value }))) return undefined;
  const title = `Add a startupProbe that allows ${formatDuration(slower * start.startsInMs)}`;
  return { kind: "set-field", title, path: subject.container.path, field: "startupProbe", value };
}

export function thresholdAdvice(fix: FieldFix | undefined): string {
  return fix === undefined ? "Set a larger failureThreshold." : `Set failureThreshold to ${String(fix.value)} or more.`;
}

export function startupProbeAdvice({ startsInMs }: Pick<SlowStart, "startsInMs">): string {
  return `Add a startupProbe that allows more than ${formatDuration(startsInMs)}.`;
}

function missingAttempts({ startsInMs, budget }: SlowStart, periodSeconds: number): number {
  return Math.ceil((slower * startsInMs - budget.earliestMs) / (periodSeconds * 1000));
}

function allows(subject: ContainerSubject, { startsInMs }: SlowStart, change: ContainerChange): boolean {
  const budget = whatIf(subject, change)?.container.startupBudget;
  return budget !== undefined && budget.earliestMs >= slower * startsInMs;
}

/** Fields of the liveness probe that do not belong to its check, or that a startup probe does not need. */
const ownFields = ["initialDelaySeconds", "successThreshold", "failureThreshold"];

/** What liveness checks and how often, as written. Undefined if it depends on a template. */
function questionOf({ pod, container }: ContainerSubject): Readonly<Record<string, FieldValue>> | undefined {
  const probe = valueAt(pod.located.spec, [...container.path, "livenessProbe"]);
  if (!isFields(probe)) return undefined;
  const question = Object.fromEntries(Object.entries(probe).filter(([field]) => !ownFields.includes(field)));
  return isWritable(question) ? question : undefined;
}

function isWritable(fields: Readonly<Record<string, unknown>>): fields is Readonly<Record<string, FieldValue>> {
  return Object.values(fields).every(isFieldValue);
}

function isFieldValue(value: unknown): value is FieldValue {
  if (Array.isArray(value)) return value.every(isFieldValue);
  return isFields(value) ? isWritable(value) : ["string", "number", "boolean"].includes(typeof value);
}
