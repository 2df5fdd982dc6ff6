import { becauseOf } from "../../../../shared/prometheus/alerts/because.ts";
import { type EmptySelector, emptySelectorIn } from "../../../../shared/prometheus/alerts/closed-labels.ts";
import { metricsOf } from "../../../../shared/prometheus/alerts/metrics-of.ts";
import type { AlertingRule, AlertRun } from "../../../../shared/prometheus/alerts/model.ts";
import { unsimulatedMetrics } from "../../../../shared/prometheus/alerts/play-alerts.ts";
import type { CrashLoops, TroubledPod } from "../../../../shared/prometheus/alerts/troubled-pods.ts";
import { type AlertVerdict, verdictOf } from "../../../../shared/prometheus/alerts/verdict.ts";
import type { Steps } from "../../../../shared/prometheus/promql/evaluate.ts";
import { parsePromql } from "../../promql/parse.ts";
import { phasesPerPod, runOver } from "./play.ts";
import { replacementOf } from "./replacement.ts";

/** What is wrong with an alert. */
export type AlertDefect =
  /** It looks for crash loops, and sees none of the assumed nodes without a probe. `rewritten`: an expression that does. */
  | {
      readonly is: "blind";
      readonly because: string;
      readonly rewritten: string | undefined;
      readonly seesProbed: boolean;
    }
  /** It looks for crash loops, and its condition does not hold for long enough on any node. */
  | { readonly is: "too-short"; readonly because: string; readonly rewritten: string | undefined }
  /** It selects something that no pod ever has. */
  | { readonly is: "empty"; readonly selector: EmptySelector; readonly rewritten: string | undefined };

/** A rule with the interval of its group. */
export interface AskedRule {
  readonly rule: AlertingRule;
  readonly intervalMs: number | undefined;
}

/** What an alert does for one crash loop. */
export type LoopVerdict = Pick<AlertVerdict, "outcome" | "fires" | "share"> & { readonly because: string };

/** Undefined if the alert fires, is about something else, or cannot be judged. */
export function defectOf(asked: AskedRule, loops: CrashLoops, steps: Steps): AlertDefect | undefined {
  const { rule } = asked;
  const empty = emptySelectorIn(rule.expression);
  const canPlay = isPlayable(rule, loops);
  if (empty !== undefined) {
    const isDead = !canPlay || !everHolds(asked, [...loops.loops(), ...loops.others()], loops, steps);
    return isDead && !hasAlternatives(rule.text)
      ? { is: "empty", selector: empty, rewritten: withMeant(rule.text, empty) }
      : undefined;
  }
  if (!canPlay || firesFor(asked, loops.loops(), loops, steps)) return undefined;
  if (everHolds(asked, loops.others(), loops, steps)) return undefined;
  const seesProbed = firesFor(asked, loops.probed(), loops, steps);
  if (seesProbed || firesFor(asked, loops.elsewhere(), loops, steps)) {
    const { because } = verdictOver(asked, loops.loops(), loops, steps);
    return { is: "blind", because, rewritten: rewrittenFor(asked, loops, steps), seesProbed };
  }
  const seen = verdictOver(asked, [...loops.loops(), ...loops.probed(), ...loops.elsewhere()], loops, steps);
  if (seen.outcome !== "pending") return undefined;
  return { is: "too-short", because: seen.because, rewritten: rewrittenFor(asked, loops, steps) };
}

/** What it does for crash loops without and with a probe, on the assumed nodes. Undefined if it does not read what pods decide. */
export function verdictsOf(
  asked: AskedRule,
  loops: CrashLoops,
  steps: Steps,
): { readonly plain: LoopVerdict; readonly probed: LoopVerdict } | undefined {
  if (!isPlayable(asked.rule, loops)) return undefined;
  const plain = verdictOver(asked, loops.loops(), loops, steps);
  const probed = verdictOver(asked, loops.probed(), loops, steps);
  return { plain, probed };
}

/** Reads a container's metrics, and nothing that is not simulated; and what was played is long enough for it. */
function isPlayable({ expression, forMs }: AlertingRule, { untilMs }: CrashLoops): boolean {
  const names = [...metricsOf(expression)];
  const readsContainers = names.some((name) => /^kube_pod_(?:init_)?container_/.test(name));
  return readsContainers && unsimulatedMetrics(expression, new Set()).length === 0 && forMs <= untilMs / 2;
}

/** The empty part of `a or b` is no defect of the whole. */
function hasAlternatives(text: string): boolean {
  return /\b(?:or|unless|absent|absent_over_time|scalar|vector)\b/i.test(text);
}

function withMeant(text: string, { label, written, meant }: EmptySelector): string | undefined {
  if (meant === undefined) return undefined;
  const parts = text.split(new RegExp(`(\\b${label}\\s*=\\s*["'])${written.replaceAll(/\W/g, "\\$&")}(?=["'])`));
  return parts.length === 3 ? `${parts[0]}${parts[1]}${meant}${parts[2]}` : undefined;
}

function rewrittenFor({ rule, intervalMs }: AskedRule, loops: CrashLoops, steps: Steps): string | undefined {
  const text = replacementOf(rule);
  const parsed = text === undefined ? undefined : parsePromql(text);
  if (text === undefined || parsed === undefined || "problem" in parsed) return undefined;
  const asked = { rule: { ...rule, text, expression: parsed.value }, intervalMs };
  return firesFor(asked, loops.loops().slice(0, 1), loops, steps) ? text : undefined;
}

function firesFor(asked: AskedRule, pods: readonly TroubledPod[], loops: CrashLoops, steps: Steps): boolean {
  return someRun(asked, pods, loops, steps, ({ firesMs }) => firesMs !== undefined);
}

function everHolds(asked: AskedRule, pods: readonly TroubledPod[], loops: CrashLoops, steps: Steps): boolean {
  return someRun(asked, pods, loops, steps, ({ pendingMs }) => pendingMs !== undefined);
}

function someRun(
  { rule, intervalMs }: AskedRule,
  pods: readonly TroubledPod[],
  { untilMs }: CrashLoops,
  steps: Steps,
  holds: (run: AlertRun) => boolean,
): boolean {
  for (const pod of pods)
    for (let run = 0; run < phasesPerPod; run++)
      if (holds(judgeable(runOver(rule, pod, { intervalMs, untilMs, run, steps })))) return true;
  return false;
}

function verdictOver(
  { rule, intervalMs }: AskedRule,
  pods: readonly TroubledPod[],
  { untilMs }: CrashLoops,
  steps: Steps,
): LoopVerdict {
  const runs = pods.flatMap((pod) =>
    Array.from({ length: phasesPerPod }, (_, run) =>
      judgeable(runOver(rule, pod, { intervalMs, untilMs, run, steps })),
    ),
  );
  const verdict = verdictOf(rule, runs, []);
  return { ...verdict, because: becauseOf(verdict, pods, untilMs) };
}

/** Thrown where a rule cannot be evaluated, or takes too long. */
export class NotJudged extends Error {}

function judgeable(run: AlertRun): AlertRun {
  if (run.error !== undefined) throw new NotJudged(run.error);
  return run;
}
