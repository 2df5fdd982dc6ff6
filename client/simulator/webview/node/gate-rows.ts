import { admit } from "../../../../shared/api-server/admission/admit.ts";
import { memoBounded } from "../../../../shared/basics/memo-bounded.ts";
import { memo } from "../../../../shared/basics/once.ts";
import { isEnabled } from "../../../../shared/kubernetes/gates/feature-gates.ts";
import { type RelevantGate, relevantGates } from "../../../../shared/kubernetes/gates/relevant-gates.ts";
import type { Assumptions } from "../../../../shared/kubernetes/node.ts";
import type { NodeChanges } from "../../../../shared/protocol/pod/setup.ts";
import { type PanelRun, playOn } from "../run/run.ts";
import { t } from "../words/l10n.ts";

/** A gate of one node, and whether this pod would do anything else with its other value. */
export interface GateRow extends RelevantGate {
  /** The setting that decides what the gate would, in a sentence. */
  readonly hiddenBy: string | undefined;
  /** The run is the same with it and without it. */
  readonly isWithoutEffect: boolean;
}

/** So much of the run is played with each gate the other way. */
const triedMs = 600_000;

/** The gates that can matter to this pod on a node, played with each of their values. */
export function gateRows(run: PanelRun, changes: NodeChanges): readonly GateRow[] {
  return rowsOf(run).map((gate) => ({
    ...gate,
    hiddenBy: hiddenBy(run.assumptions, gate),
    isWithoutEffect: isWithoutEffect(run, changes, gate),
  }));
}

/** As who has all gates would admit the pod: one whose gate is off has dropped what the gate is about. */
const rowsOf = memo(({ written, assumptions, pod }: PanelRun): readonly RelevantGate[] => {
  const featureGates = { AllAlpha: true, AllBeta: true };
  const { node, apiServer } = assumptions;
  const all = admit(written, { node: { ...node, featureGates }, apiServer: { ...apiServer, featureGates } });
  return relevantGates(all.pod ?? pod, assumptions.node).filter(({ matters }) => matters);
});

function hiddenBy({ node, apiServer }: Assumptions, { gate, value }: RelevantGate): string | undefined {
  const { maxContainerRestartPeriodMs } = node.kubeletConfiguration;
  const isReduced = isEnabled(node, "ReduceDefaultCrashLoopBackOffDecay");
  if (gate === "RestartAllContainersOnContainerExits" && !isEnabled(apiServer, "ContainerRestartRules"))
    return t("No effect: ContainerRestartRules is off, so all rules are ignored.");
  if (gate === "KubeletCrashLoopBackOffMax" && maxContainerRestartPeriodMs === undefined && !isReduced)
    return t("No effect until maxContainerRestartPeriod is set.");
  if (gate !== "ReduceDefaultCrashLoopBackOffDecay" || !value || !isEnabled(node, "KubeletCrashLoopBackOffMax"))
    return undefined;
  return maxContainerRestartPeriodMs === undefined
    ? t("KubeletCrashLoopBackOffMax hides its maximum of 1m: the back-off grows to 5m.")
    : t("maxContainerRestartPeriod hides its maximum of 1m.");
}

function isWithoutEffect(run: PanelRun, changes: NodeChanges, { gate, value, locked }: RelevantGate): boolean {
  return !locked && isSameWithout(run)(gate, value, changes);
}

const isSameWithout = memo((run: PanelRun) =>
  memoBounded(gatesMax, (gate: string, value: boolean, changes: NodeChanges) => {
    const other = { ...changes, featureGates: { ...changes.featureGates, [gate]: !value } };
    return playShort(run, changes) === playShort(run, other);
  }),
);
/** More than matter to one pod. */
const gatesMax = 100;

function playShort({ payload, seed, scenarioTexts, horizonMs }: PanelRun, changes: NodeChanges): string {
  const lines = scenarioTexts.map(({ container, text }) => ({ container, text }));
  const setup = { node: changes, seed, lines };
  const run = playOn({ payload, setup, horizonMs: Math.min(horizonMs, triedMs) }, changes, "");
  return JSON.stringify([run?.timeline.entries, run?.timeline.statuses]);
}
