import { admit } from "../../api-server/admission/admit.ts";
import { backOffCurve } from "../../backoff/policy.ts";
import { playForLoad } from "../../forecast/node-load/load-run.ts";
import { defaultAssumptions } from "../../kubernetes/assumptions.ts";
import type { Assumptions } from "../../kubernetes/node.ts";
import type { DefaultedPod, ProbeType } from "../../kubernetes/pod.ts";
import type { Scenario } from "../../scenario/model.ts";
import { exitAfter, plainRun } from "../../scenario/script.ts";
import { simulate } from "../../simulation/simulation.ts";
import { SeededChance } from "../../simulation/world/chance.ts";
import { createLoops, requeueMs, waitSpan } from "../../simulation/world/loops.ts";
import type { WaitModel } from "./explain.ts";
import { type NodeSetting, nodeOf, policyOf, settingKey } from "./node-setting.ts";

const container = "app";
/** Runs that waits are measured over: each has phases of its own. */
const seeds = 8;
const measuredRunMs = 3000;
/** What creating and starting a container take, and a pull that finds the image. */
const startMs = 2000;
/** Long enough for some restarts at the maximum. */
const measuredAtMaximum = 6;
const minuteMs = 60_000;

/** What the engine says of a node's crash loops. It is asked once for each node setting, and for each length of runs. */
export class LoopEngine {
  readonly #models = new Map<string, WaitModel>();
  readonly #writes = new Map<string, number>();

  modelOf(setting: NodeSetting): WaitModel {
    const key = settingKey(setting);
    const known = this.#models.get(key) ?? waitModel(setting);
    this.#models.set(key, known);
    return known;
  }

  /** Writes of the pod's status and events that reach the API server, per restart in a loop of such runs. */
  writesPerRestart(setting: NodeSetting, runMs: number, probes: readonly ProbeType[] = []): number {
    const roundedMs = 1000 * 2 ** Math.round(Math.log2(Math.max(1000, Math.min(runMs, 3_600_000)) / 1000));
    const key = `${settingKey(setting)} ${roundedMs} ${probes.join()}`;
    const known = this.#writes.get(key) ?? measureWrites(setting, roundedMs, probes);
    this.#writes.set(key, known);
    return known;
  }
}

function waitModel(setting: NodeSetting): WaitModel {
  const policy = policyOf(setting);
  const { pod, assumptions } = crashingPod(setting);
  const loops = { ...createLoops(assumptions, pod, new SeededChance(1)), isQuiet: false };
  const means = meanWaits(setting);
  const lookMs = loops.requeuesAtExpiry ? loops.resyncMs : requeueMs;
  const boundsOf = (delayMs: number, forgottenMs: number): readonly [number, number] => {
    const { earliestMs, latestMs } = waitSpan(loops, delayMs, forgottenMs);
    return [earliestMs, latestMs + startMs];
  };
  const meanOf = (delayMs: number, forgottenMs: number): number => {
    const meanMs = means.get(delayMs) ?? delayMs;
    // The first look after it was forgotten comes in the middle of an interval, which jitter makes a quarter longer in the mean.
    return forgottenMs < delayMs ? Math.min(meanMs, forgottenMs + (lookMs * 1.25) / 2) : meanMs;
  };
  return { policy, boundsOf, meanOf };
}

/** From exits to starts, by back-off. */
function meanWaits(setting: NodeSetting): ReadonlyMap<number, number> {
  const { pod, assumptions } = crashingPod(setting);
  const policy = policyOf(setting);
  const climbMs = backOffCurve(policy).reduce((sum, delayMs) => sum + delayMs + 2 * measuredRunMs, 0) * 1.6 + minuteMs;
  const untilMs = Math.round(climbMs + measuredAtMaximum * 1.5 * policy.maximumMs);
  const sums = new Map<number, { waitedMs: number; count: number }>();
  for (let seed = 1; seed <= seeds; seed++) {
    const scenario = crashes(measuredRunMs);
    const { entries } = simulate({ pod, assumptions, scenario, seed, untilMs, recording: "entries" });
    let exitMs: number | undefined;
    let delayMs = 0;
    for (const { kind, tMs, data } of entries) {
      if (kind === "container-exited") [exitMs, delayMs] = [tMs, 0];
      if (kind === "back-off-started") delayMs = data.delayMs ?? 0;
      if (kind !== "container-started" || exitMs === undefined) continue;
      const sum = sums.get(delayMs) ?? { waitedMs: 0, count: 0 };
      sums.set(delayMs, { waitedMs: sum.waitedMs + tMs - exitMs, count: sum.count + 1 });
    }
  }
  return new Map([...sums].map(([delayMs, { waitedMs, count }]) => [delayMs, waitedMs / count]));
}

function measureWrites(setting: NodeSetting, runMs: number, probes: readonly ProbeType[]): number {
  const { pod, assumptions } = crashingPod(setting, probes);
  const { maximumMs } = policyOf(setting);
  const fromMs = 4 * maximumMs;
  const window = { fromMs, untilMs: fromMs + Math.max(60 * minuteMs, measuredAtMaximum * (runMs + maximumMs)) };
  const { counts } = playForLoad({ count: 1, pod, scenario: crashes(runMs) }, assumptions, window, 1);
  return counts.restarts === 0 ? 0 : (counts.statusWrites + counts.eventsSent) / counts.restarts;
}

function crashes(runMs: number): Scenario {
  const app = { runs: [{ ...plainRun, end: exitAfter(runMs, 1) }], image: undefined };
  return { containers: { [container]: app }, events: [], expectations: [] };
}

/** One container, on such a node. Others of its pod do not change what its restarts cost. */
function crashingPod(
  setting: NodeSetting,
  probes: readonly ProbeType[] = [],
): { readonly pod: DefaultedPod; readonly assumptions: Assumptions } {
  const node = nodeOf(setting);
  const assumptions: Assumptions = { ...defaultAssumptions(), node, imagePull: undefined };
  const spec = { containers: [{ name: container, image: container, ...probeFields(probes) }] };
  const { pod } = admit({ kind: "Pod", name: "pod", namespace: "default", spec }, assumptions);
  if (pod === undefined) throw new Error("a pod with one container is admitted");
  return { pod, assumptions };
}

/** Probes of these types that succeed while the container runs. */
export function probeFields(probes: readonly ProbeType[]): Readonly<Record<string, object>> {
  return Object.fromEntries(probes.map((type) => [`${type}Probe`, { tcpSocket: { port: 80 } }]));
}
