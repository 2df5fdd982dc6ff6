import { formatDuration } from "../kubernetes/durations.ts";
import type { ProbeType } from "../kubernetes/pod.ts";
import { effectivePolicy } from "../restart/decision.ts";
import type { Span } from "../simulation/span.ts";
import { spanBetween } from "./chain.ts";
import { actingMs, answering, inIdealTime, playUntilFound, settlingMs } from "./experiments.ts";
import { rateOf } from "./solve-aims.ts";
import type { GoalKind } from "./solve-model.ts";
import type { Trial } from "./solve-trial.ts";
import { formatBounds, formatSafe, formatSpan } from "./words.ts";

/** A statement about a trial, and the probe that is changed; undefined: there is nothing to say. Where it stays the same the change costs nothing. */
type Statement = (trial: Trial, type: ProbeType | undefined) => string | undefined;

/** What the changes make of the container: the goal first, then everything that they change besides, with what it is now. */
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
  // Of a probe that is new nothing is otherwise than before.
  const changes =
    type && now.container.probes[type] && numberStatements.flatMap((statement) => compared(statement) ?? []);
  return [...told, ...costs, ...(changes ?? [])];
}

/** What a trial makes of the goal: `start ≤ 3m`. */
export function goalText(trial: Trial, kind: GoalKind): string | undefined {
  return goalStatements[kind][0]?.(trial, undefined);
}

/** Undefined: nothing changes. */
function comparedText(before: string | undefined, after: string | undefined): string | undefined {
  if (after === undefined || after === before) return undefined;
  return before === undefined ? after : `${after} (now ${shortened(before, after)})`;
}

/** Words that both statements begin or end with are said once: `SIGTERM 11–16s after a hang (now 21–31s)`. */
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

const start: Statement = ({ forecast }) => forecast.startupBudget && `start ≤ ${formatSafe(forecast.startupBudget)}`;

const hungStart: Statement = (trial) => {
  const span = hungStartToSigterm(trial);
  return span && `a hang in the start ends in SIGTERM after up to ${formatBounds(span).latest}`;
};

const sigterm: Statement = ({ forecast }) =>
  forecast.hangToSigterm && `SIGTERM ${formatSpan(forecast.hangToSigterm)} after a hang`;

const unready: Statement = ({ forecast }) =>
  forecast.unreadyAfter && `no traffic ${formatSpan(forecast.unreadyAfter)} after a hang`;

const restarts: Statement = (trial) => {
  const { most, cut } = rateOf(trial);
  return `${cut ? "more than " : ""}${most} ${most === 1 ? "restart" : "restarts"} in the worst hour`;
};

const oneAttempt: Statement = ({ container: { probes } }) =>
  probes.liveness?.failureThreshold === 1 ? "one failed attempt of liveness restarts it" : undefined;

const oneGap: Statement = ({ container: { probes } }) =>
  probes.readiness?.failureThreshold === 1 ? "one failed attempt takes its traffic" : undefined;

const slowAnswers: Statement = ({ container: { probes } }, type) => {
  const probe = type && probes[type];
  return probe && `an answer after ${probe.timeoutSeconds}s is a failure`;
};

/** How late the startup probe can be: a period, which is what its phase makes of the budget. */
const noticed: Statement = ({ container, forecast: { startupBudget, startupBudgetProbe } }) => {
  if (container.probes.startup === undefined || startupBudgetProbe !== "startup" || !startupBudget) return undefined;
  return `a complete start is noticed within ${formatDuration(startupBudget.latestMs - startupBudget.earliestMs)}`;
};

const attempts: Statement = ({ container: { probes } }, type) => {
  const probe = type && probes[type];
  return probe && `${Math.round(600 / probe.periodSeconds) / 10} attempts a minute`;
};

const staysDown: Statement = ({ pod, container, question: { assumptions } }) => {
  const policy = effectivePolicy(container, pod, assumptions.node);
  if (policy === "Always") return undefined;
  return policy === "Never" ? "a container that ends stays down" : "a container that ends with code 0 stays down";
};

const waiting: Statement = ({ container: { probes } }) =>
  probes.startup === undefined ? undefined : "the other probes wait until it has succeeded";

const goalStatements: Readonly<Record<GoalKind, readonly Statement[]>> = {
  start: [start, hungStart],
  hang: [sigterm],
  unready: [unready],
  restarts: [restarts],
};

const statements: readonly Statement[] = [start, sigterm, unready, oneAttempt, oneGap, waiting, staysDown, noticed];

const numberStatements: readonly Statement[] = [slowAnswers, attempts];

/** From the start of a container that never answers to its SIGTERM. */
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
