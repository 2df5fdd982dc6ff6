import { policyCurve } from "../../backoff/curves.ts";
import { playCurve, restartsWithin, sameEnd } from "../../backoff/play-curve.ts";
import { backOffCurve, crashLoopPolicy } from "../../backoff/policy.ts";
import { counted } from "../../basics/counted.ts";
import { formatDuration } from "../../basics/durations.ts";
import { formatCurve } from "../../basics/sum-words.ts";
import { readKubeletConfiguration } from "../../kubelet-configuration/read-configuration.ts";
import { makeNode } from "../../kubernetes/assumptions.ts";
import { isEnabled } from "../../kubernetes/gates/feature-gates.ts";
import type { Node, Semantics } from "../../kubernetes/node.ts";
import type { KubernetesVersion } from "../../kubernetes/versions.ts";
import { type FieldChange, type Solution, type Solved, unsolved } from "./solve-model.ts";
import { smallestReaching } from "./solve-search.ts";
import { withChanges } from "./solve-trial.ts";

/** A KubeletConfiguration as plain data, and the kubelet that reads it. */
export interface KubeletQuestion {
  readonly value: unknown;
  readonly kubernetes: KubernetesVersion;
  readonly featureGates: Readonly<Record<string, boolean>>;
  readonly semantics: Semantics;
}

const hourMs = 3600_000;
/** The longest maximum back-off that a kubelet accepts, in seconds. */
const maximumSecondsMax = 300;
/** Maximum back-offs that people write, in seconds. */
export const usualMaximums: readonly number[] = [
  1,
  2,
  5,
  10,
  15,
  20,
  30,
  45,
  60,
  90,
  120,
  150,
  180,
  240,
  maximumSecondsMax,
];
const curveSteps = 6;
const maximumGate = "KubeletCrashLoopBackOffMax";
const reducedGate = "ReduceDefaultCrashLoopBackOffDecay";

/** What to set to limit the restarts of a container that crashes immediately in its first hour, which is the worst one. */
export function solveKubelet(question: KubeletQuestion, restartsAtMost: number): Solved {
  const now = crashesInAnHour(question, []);
  if (now === undefined) return unsolved("The kubelet does not start with this configuration.");
  if (now.restarts <= restartsAtMost) return unsolved(`Already met: ${restartsText(now.restarts)}.`);
  const solutions = [...maximumChanges(question, restartsAtMost), ...slowStartChanges(question)].flatMap((changes) => {
    const then = crashesInAnHour(question, changes);
    return then !== undefined && then.restarts <= restartsAtMost ? [solutionOf(changes, now, then)] : [];
  });
  return solutions.length > 0 ? { solutions, reason: "" } : unsolved(reasonOf(question));
}

/** The fewest restarts in an hour that any setting of this kubelet can reach; undefined if no setting changes them. */
export function fewestRestarts(question: KubeletQuestion): number | undefined {
  return crashesInAnHour(question, maximumChange(question, maximumSecondsMax))?.restarts;
}

/** How often a container that crashes immediately restarts now; undefined if the kubelet does not start. */
export function restartsNow(question: KubeletQuestion): number | undefined {
  return crashesInAnHour(question, [])?.restarts;
}

interface Crashes {
  readonly node: Node;
  readonly delaysMs: readonly number[];
  readonly restarts: number;
}

/** Undefined if a kubelet with these changes would not start. */
function crashesInAnHour(question: KubeletQuestion, changes: readonly FieldChange[]): Crashes | undefined {
  const { kubernetes, featureGates, semantics } = question;
  const value = withChanges(question.value, changes);
  const read = readKubeletConfiguration(value, undefined, kubernetes, featureGates, semantics);
  if (read.problems.some(({ origin }) => origin === "kubelet")) return undefined;
  const node = makeNode({ kubernetes, featureGates, kubeletConfiguration: read });
  const policy = crashLoopPolicy(node, semantics);
  const labels = { id: "node", title: "", source: "", about: "" };
  const play = playCurve(policyCurve(labels, policy), sameEnd(0), hourMs);
  return { node, delaysMs: backOffCurve(policy), restarts: restartsWithin(play, hourMs - 1) };
}

/** The shortest maximum back-off that is long enough. */
function maximumChanges(question: KubeletQuestion, restartsAtMost: number): readonly (readonly FieldChange[])[] {
  const measure = (seconds: number) => {
    const crashes = crashesInAnHour(question, maximumChange(question, seconds));
    return crashes && -crashes.restarts;
  };
  const seconds = smallestReaching(measure, -restartsAtMost, { from: 10, min: 1, max: maximumSecondsMax });
  const usual = usualMaximums.find((each) => seconds !== undefined && each >= seconds);
  return usual === undefined ? [] : [maximumChange(question, usual)];
}

function maximumChange(question: KubeletQuestion, seconds: number): readonly FieldChange[] {
  const value = formatDuration(seconds * 1000);
  const change: FieldChange = { path: ["crashLoopBackOff"], field: "maxContainerRestartPeriod", value };
  const node = crashesInAnHour(question, [])?.node;
  const isOn = node !== undefined && isEnabled(node, maximumGate);
  return isOn ? [change] : [change, { path: ["featureGates"], field: maximumGate, value: true }];
}

/** Starts the back-off at 10s again, if a gate makes it start at 1s. */
function slowStartChanges(question: KubeletQuestion): readonly (readonly FieldChange[])[] {
  const node = crashesInAnHour(question, [])?.node;
  if (node === undefined || !isEnabled(node, reducedGate)) return [];
  return [[{ path: ["featureGates"], field: reducedGate, value: false }]];
}

function solutionOf(changes: readonly FieldChange[], now: Crashes, then: Crashes): Solution {
  const longest = ({ delaysMs }: Crashes) => formatDuration(delaysMs.at(-1) ?? 0);
  return {
    writes: changes.map(({ field, value }) => `${field}: ${String(value)}`).join(", "),
    where: changes.map(({ path }) => path.join(".")).join(", "),
    effects: [
      `${restartsText(then.restarts)} (now ${now.restarts})`,
      `back-off ${formatCurve(then.delaysMs, curveSteps)}`,
      `a recovered container waits up to ${longest(then)} (now ${longest(now)})`,
    ],
    changes,
  };
}

function restartsText(restarts: number): string {
  return `${counted(restarts, "restart")} in the first hour of a container that crashes immediately`;
}

function reasonOf(question: KubeletQuestion): string {
  const fewest = fewestRestarts(question);
  if (fewest === undefined) return `Kubernetes ${question.kubernetes} has no setting for the back-off.`;
  const longest = formatDuration(maximumSecondsMax * 1000);
  return `Not possible: with the longest maximum back-off of ${longest} there are ${restartsText(fewest)}.`;
}
