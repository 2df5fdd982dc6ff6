import { counted } from "../../basics/counted.ts";
import { formatDuration } from "../../basics/durations.ts";
import type { Span } from "../../basics/span.ts";
import { formatAtLeast, formatAtMost, formatBounds, formatSpan } from "../../basics/span-words.ts";
import type { ProbeType } from "../../kubernetes/pod.ts";
import { effectivePolicy } from "../../restart/decision.ts";
import { spanBetween } from "../runs/chain.ts";
import { actingMs, answering, inIdealTime, playUntilFound, settlingMs } from "../runs/experiments.ts";
import { rateOf } from "./solve-aims.ts";
import type { GoalKind } from "./solve-model.ts";
import type { Trial } from "./solve-trial.ts";

/** A statement about a trial and the changed probe; undefined if there is none. A statement that stays the same is not an effect. */
type Statement = (trial: Trial, type: ProbeType | undefined) => string | undefined;

/** The effects of the changes: the goal first, then everything else that changes, each with its current value. */
export function effectsOf(
  now: Trial,
  then: Trial,
  { kind, type }: { readonly kind: GoalKind; readonly type: ProbeType | undefined },
): readonly string[] {
  const compared = (statement: Statement) => comparedText(statement(now, type), statement(then, type));
  const goals = goalStatements[kind];
  const told = goals.flatMap((statement) => compared(statement) ?? statement(then, type) ?? []);
  const others = statements.filter((statement) => !goals.includes(statement));
  const costs = others.flatMap((statement) => compared(statement) ?? []);
  // A new probe has no earlier numbers.
  const changes =
    type && now.container.probes[type] && numberStatements.flatMap((statement) => compared(statement) ?? []);
  return [...told, ...costs, ...(changes ?? [])];
}

/** The value of the goal in a trial: `must start within 3m`. */
export function goalText(trial: Trial, kind: GoalKind): string | undefined {
  return goalStatements[kind][0]?.(trial, undefined);
}

/** Undefined if nothing changes. */
function comparedText(before: string | undefined, after: string | undefined): string | undefined {
  if (after === undefined || after === before) return undefined;
  return before === undefined ? after : `${after} (now ${shortened(before, after)})`;
}

/** Words that both statements begin or end with appear once: `hang: SIGTERM in 11–16s (now 21–31s)`. */
function shortened(before: string, after: string): string {
  const [words, others] = [before.split(" "), after.split(" ")];
  while (words.length > 1 && words[0] === others[0]) {
    words.shift();
    others.shift();
  }
  while (words.length > 1 && words.at(-1) === others.at(-1)) {
    words.pop();
    others.pop();
  }
  return words.join(" ");
}

const start: Statement = ({ forecast }) =>
  forecast.startupBudget && `must start within ${formatAtLeast(forecast.startupBudget.earliestMs)}`;

const hungStart: Statement = (trial) => {
  const span = hungStartToSigterm(trial);
  return span && `hang during startup: SIGTERM within ${formatBounds(span).latest}`;
};

const sigterm: Statement = ({ forecast }) =>
  forecast.hangToSigterm && `hang: SIGTERM in ${formatSpan(forecast.hangToSigterm)}`;

const unready: Statement = ({ forecast }) =>
  forecast.unreadyAfter && `hang: no traffic in ${formatSpan(forecast.unreadyAfter)}`;

const restarts: Statement = (trial) => {
  const { most, cut } = rateOf(trial);
  return `${cut ? "more than " : ""}${counted(most, "restart")} in the worst hour`;
};

const oneAttempt: Statement = ({ container: { probes } }) =>
  probes.liveness?.failureThreshold === 1 ? "one failed liveness probe kills the container" : undefined;

const oneGap: Statement = ({ container: { probes } }) =>
  probes.readiness?.failureThreshold === 1 ? "one failed readiness probe stops traffic" : undefined;

const slowAnswers: Statement = ({ container: { probes } }, type) => {
  const probe = type && probes[type];
  return probe && `probe times out after ${formatDuration(1000 * probe.timeoutSeconds)}`;
};

/** How late the startup probe can be: one period, depending on probe timing. */
const noticed: Statement = ({ container, forecast: { startupBudget, startupBudgetProbe } }) => {
  if (container.probes.startup === undefined || startupBudgetProbe !== "startup" || !startupBudget) return undefined;
  return `startup is detected within ${formatAtMost(startupBudget.latestMs - startupBudget.earliestMs)}`;
};

const attempts: Statement = ({ container: { probes } }, type) => {
  const probe = type && probes[type];
  return probe && `${Math.round(600 / probe.periodSeconds) / 10} probes per minute`;
};

const staysDown: Statement = ({ pod, container, question: { assumptions } }) => {
  const policy = effectivePolicy(container, pod, assumptions.node);
  if (policy === "Always") return undefined;
  return policy === "Never" ? "a container that exits stays down" : "a container that exits with 0 stays down";
};

const waiting: Statement = ({ container: { probes } }) =>
  probes.startup === undefined ? undefined : "the other probes wait until it succeeds";

const goalStatements: Readonly<Record<GoalKind, readonly Statement[]>> = {
  start: [start, hungStart],
  hang: [sigterm],
  unready: [unready],
  restarts: [restarts],
};

const statements: readonly Statement[] = [start, sigterm, unready, oneAttempt, oneGap, waiting, staysDown, noticed];

const numberStatements: readonly Statement[] = [slowAnswers, attempts];

/** From the start of a container that hangs immediately to its SIGTERM. */
function hungStartToSigterm({ question, pod, container }: Trial): Span | undefined {
  if (container.probes.startup === undefined && container.probes.liveness === undefined) return undefined;
  const experiment = { pod, assumptions: inIdealTime(question.assumptions), container };
  const run = {
    ...answering,
    answers: [{ answer: "hangs", latencyMs: undefined, target: undefined, afterMs: 0, forMs: undefined }],
  } as const;
  const timeline = playUntilFound(experiment, [run], {
    untilMs: settlingMs(container) + actingMs(pod, container),
    isAnswer: ({ kind, container: name }) => kind === "container-stopping" && name === container.name,
  });
  const own = timeline.entries.filter(({ container: name }) => name === container.name);
  const started = own.find(({ kind }) => kind === "container-started");
  const stopping = own.find(({ kind }) => kind === "container-stopping");
  return started && stopping && spanBetween(timeline, started, stopping);
}
