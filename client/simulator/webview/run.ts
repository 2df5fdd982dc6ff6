import { admit } from "../../../shared/admission/admit.ts";
import { backOffCurve, crashLoopPolicy } from "../../../shared/backoff/policy.ts";
import { lanesOf } from "../../../shared/drawing/lanes.ts";
import type { Lane } from "../../../shared/drawing/model.ts";
import { storyOf } from "../../../shared/drawing/navigation.ts";
import { forecastPod, type PodForecast } from "../../../shared/forecast/index.ts";
import { allContainers, type DefaultedPod } from "../../../shared/kubernetes/pod.ts";
import type { PodPayload } from "../../../shared/protocol/pod.ts";
import type { Scenario } from "../../../shared/scenario/model.ts";
import { parseScenario } from "../../../shared/scenario/parse.ts";
import { simulate, type Timeline, type TimelineEntry } from "../../../shared/simulation/index.ts";

/** One pod played once, with everything that the page shows of it. */
export interface Run {
  readonly payload: PodPayload;
  readonly pod: DefaultedPod;
  readonly scenario: Scenario;
  readonly timeline: Timeline;
  readonly forecast: PodForecast;
  readonly lanes: readonly Lane[];
  /** The entries that the arrows step through. */
  readonly story: readonly TimelineEntry[];
  readonly byId: ReadonlyMap<string, TimelineEntry>;
  /** Ids of what followed from an entry. */
  readonly effects: ReadonlyMap<string, readonly TimelineEntry[]>;
  readonly curve: Curve;
  /** What of the scenario was not understood, in sentences. */
  readonly scenarioProblems: readonly string[];
  readonly horizonMs: number;
}

/** The waits before the first, second, … restart, on this node and on one of the same version that nobody configured. */
export interface Curve {
  readonly delaysMs: readonly number[];
  readonly defaultDelaysMs: readonly number[];
}

/** The seed of the panel; another one shows another run that the same kubelet could make. */
export const seed = 1;

/** Plays the pod; undefined: there is not one container in it. */
export function playPod(payload: PodPayload, horizonMs: number): Run | undefined {
  const { assumptions } = payload;
  const { pod } = admit(payload.written, assumptions.apiServer);
  if (pod === undefined) return undefined;
  const { scenario, problems } = parseScenario(payload.scenarioTexts, allContainers(pod));
  const timeline = simulate({ pod, assumptions, scenario, seed, untilMs: horizonMs, recording: "statuses" });
  return {
    payload,
    pod,
    scenario,
    timeline,
    forecast: forecastPod(pod, assumptions, scenario),
    lanes: lanesOf(timeline, pod),
    story: storyOf(timeline.entries),
    byId: new Map(timeline.entries.map((entry) => [entry.id, entry])),
    effects: effectsOf(timeline.entries),
    curve: curveOf(payload),
    scenarioProblems: problems.map(({ message }) => message),
    horizonMs,
  };
}

function effectsOf(entries: readonly TimelineEntry[]): ReadonlyMap<string, readonly TimelineEntry[]> {
  const effects = new Map<string, TimelineEntry[]>();
  for (const entry of entries) {
    if (entry.cause === undefined) continue;
    const known = effects.get(entry.cause);
    if (known === undefined) effects.set(entry.cause, [entry]);
    else known.push(entry);
  }
  return effects;
}

function curveOf({ assumptions }: PodPayload): Curve {
  const { node, semantics } = assumptions;
  const unconfigured = {
    ...node,
    featureGates: {},
    kubeletConfiguration: { name: undefined, maxContainerRestartPeriodMs: undefined, syncFrequencyMs: undefined },
  };
  return {
    delaysMs: backOffCurve(crashLoopPolicy(node, semantics)),
    defaultDelaysMs: backOffCurve(crashLoopPolicy(unconfigured, semantics)),
  };
}
