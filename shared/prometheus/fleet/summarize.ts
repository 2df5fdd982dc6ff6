import type { CrashLoopPolicy } from "../../backoff/policy.ts";
import type { KubernetesVersion } from "../../kubernetes/versions.ts";
import type { ChosenSetting } from "./choose-setting.ts";
import type { LoopEngine } from "./engine.ts";
import { type Explained, explain, type WaitModel } from "./explain.ts";
import type { RestartHistory } from "./history.ts";
import type { FleetLoop, FleetPolicy, WhatIfNumbers } from "./model.ts";
import { type NodeSetting, policyOf, withMaximumOf } from "./node-setting.ts";
import { withPredictedStarts } from "./predicted-starts.ts";
import { hasRecovered, replay, runLengths } from "./replay.ts";

/** The setting that is compared with what the nodes have. Undefined parts stay as they are. */
export interface WhatIfSetting {
  readonly kubernetes: KubernetesVersion | undefined;
  readonly featureGates: Readonly<Record<string, boolean>>;
  readonly maxContainerRestartPeriodMs: number | undefined;
}

/** Who a container is. */
export type LoopNames = Pick<
  FleetLoop,
  | "cluster"
  | "namespace"
  | "workload"
  | "pod"
  | "uid"
  | "container"
  | "kind"
  | "node"
  | "kubelet"
  | "reasons"
  | "probes"
>;

interface LoopInput {
  readonly names: LoopNames;
  readonly history: RestartHistory;
  readonly isGone: boolean;
  readonly chosen: ChosenSetting;
  readonly whatIf: WhatIfSetting | undefined;
  readonly fromMs: number;
}

/** What one container did, and would do; undefined if it never waited for a back-off, so that it was not in a loop. */
export function summarizeLoop(input: LoopInput, engine: LoopEngine): FleetLoop | undefined {
  const { names, chosen, whatIf, fromMs } = input;
  const model = engine.modelOf(chosen.setting);
  const seen = explain(input.history, model);
  const history = withPredictedStarts(input.history, seen, model);
  const explained = explain(history, model);
  const { policy } = model;
  if (!explained.restarts.some(({ delayMs, restart }) => delayMs > 0 || restart.unseen > 0)) return undefined;
  const lengths = runLengths(history).toSorted((a, b) => a - b);
  const medianMs = lengths[Math.floor(lengths.length / 2)] ?? 0;
  const usualRunMs = lengths.length === 0 || hasRecovered(history, policy) ? undefined : medianMs;
  const backOff = stepsOf(history, explained, { meanOf: model.meanOf, fromMs, usualRunMs });
  const restarts = backOff.reduce((sum, step) => sum + step.restarts, 0);
  const downMs = backOff.reduce((sum, step) => sum + step.waitedMs, 0);
  const state = stateOf(input, policy);
  return {
    ...names,
    restarts,
    downMs: Math.round(downMs),
    backOff: [...backOff],
    atMaximumMs: backOff.find(({ delayMs }) => delayMs === policy.maximumMs)?.waitedMs ?? 0,
    atMaximum: state === "looping" && explained.nextDelayMs === policy.maximumMs,
    state,
    exitCodes: exitCodesOf(history),
    runsMs: lengths.length === 0 ? null : { min: lengths[0] ?? 0, p50: medianMs, max: lengths.at(-1) ?? 0 },
    policy: policyNumbers(chosen),
    fit: seen.judged === 0 ? null : seen.inside / seen.judged,
    apiWrites: Math.round(restarts * engine.writesPerRestart(chosen.setting, medianMs, names.probes ?? [])),
    whatIf: whatIf === undefined ? null : whatIfOf({ ...input, history }, explained, engine, medianMs),
  };
}

function policyNumbers({ setting, is }: Pick<ChosenSetting, "setting" | "is">): FleetPolicy {
  const { initialMs, maximumMs, resetAfterMs } = policyOf(setting);
  return { initialMs, maximumMs, resetAfterMs, is };
}

/** The node with what is asked about it. */
export function settingWith(setting: NodeSetting, whatIf: WhatIfSetting): NodeSetting {
  const { kubernetes, featureGates, maxContainerRestartPeriodMs: maximumMs } = whatIf;
  const changed: NodeSetting = {
    kubernetes: kubernetes ?? setting.kubernetes,
    featureGates: { ...setting.featureGates, ...featureGates },
    maximumMs: setting.maximumMs,
  };
  return maximumMs === undefined ? changed : withMaximumOf(changed, maximumMs);
}

function whatIfOf(
  { names, history, chosen, whatIf }: LoopInput,
  explained: Explained,
  engine: LoopEngine,
  medianMs: number,
): WhatIfNumbers | null {
  if (whatIf === undefined) return null;
  const setting = settingWith(chosen.setting, whatIf);
  const replayed = replay(history, explained, engine.modelOf(setting));
  if (replayed === undefined) return null;
  const { restarts, downMs } = replayed;
  return {
    restarts,
    downMs: Math.round(downMs),
    apiWrites: Math.round(restarts * engine.writesPerRestart(setting, medianMs, names.probes ?? [])),
  };
}

function stateOf({ history, isGone }: LoopInput, policy: CrashLoopPolicy): FleetLoop["state"] {
  if (isGone) return "gone";
  return hasRecovered(history, policy) ? "recovered" : "looping";
}

type Step = FleetLoop["backOff"][number];

interface StepInput {
  readonly meanOf: WaitModel["meanOf"];
  readonly fromMs: number;
  /** Of a container that is still in a loop. */
  readonly usualRunMs: number | undefined;
}

function stepsOf(
  { lastExitMs, untilMs }: RestartHistory,
  explained: Explained,
  { meanOf, fromMs, usualRunMs }: StepInput,
): readonly Step[] {
  const steps = new Map<number, { restarts: number; waitedMs: number }>();
  const add = (delayMs: number, restarts: number, waitedMs: number): void => {
    const step = steps.get(delayMs) ?? { restarts: 0, waitedMs: 0 };
    steps.set(delayMs, { restarts: step.restarts + restarts, waitedMs: step.waitedMs + waitedMs });
  };
  let beforeMs = fromMs;
  for (const { restart, delayMs, waitMs } of explained.restarts) {
    const startMs = (restart.startEarliestMs + restart.startLatestMs) / 2;
    // What nobody saw took as long as such restarts do, and not longer than there was time.
    const restMs = Math.max(0, startMs - beforeMs);
    const seenMs = Math.min(waitMs, restMs);
    const unseenMs = Math.min(restart.unseen * meanOf(delayMs, Number.POSITIVE_INFINITY), restMs - seenMs);
    add(delayMs, 1 + restart.unseen, seenMs + unseenMs);
    beforeMs = startMs;
  }
  if (lastExitMs !== undefined) add(explained.nextDelayMs, 0, Math.max(0, untilMs - Math.max(lastExitMs, beforeMs)));
  else if (usualRunMs !== undefined) {
    // Since 1.35, the end of a run shows when the next one begins.
    const tailMs = Math.min(untilMs - beforeMs - usualRunMs, meanOf(explained.nextDelayMs, Number.POSITIVE_INFINITY));
    if (tailMs > 0) add(explained.nextDelayMs, 0, tailMs);
  }
  return [...steps]
    .map(([delayMs, { restarts, waitedMs }]) => ({ delayMs, restarts, waitedMs: Math.round(waitedMs) }))
    .toSorted((a, b) => a.delayMs - b.delayMs);
}

function exitCodesOf({ restarts }: RestartHistory): Readonly<Record<string, number>> {
  const codes: Record<string, number> = {};
  for (const { exitCode } of restarts)
    if (exitCode !== undefined) codes[String(exitCode)] = (codes[String(exitCode)] ?? 0) + 1;
  return codes;
}
