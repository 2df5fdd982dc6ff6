import { lanesOf } from "../../shared/drawing/lanes/lanes.ts";
import { timelineSvg } from "../../shared/drawing/svg/svg.ts";
import { defaultHorizonMs } from "../../shared/forecast/pod/restarts.ts";
import type { DefaultedPod } from "../../shared/kubernetes/pod.ts";
import type { Fault } from "../../shared/scenario/model.ts";
import type { OutsideEvent } from "../../shared/simulation/outside.ts";
import { createSimulation, horizonLimitMs, type Simulation as Played } from "../../shared/simulation/simulation.ts";
import { kubectlColumns } from "../../shared/simulation/status/kubectl.ts";
import { describeEntry } from "../../shared/simulation/timeline/describe.ts";
import type { TimelineEntry as PlayedEntry } from "../../shared/simulation/timeline/timeline.ts";
import type { ResolvedSettings } from "../schema/model.ts";
import type { AnalyzedPod, Simulation, SimulationOptions, TimelineEntry } from "./model.ts";
import { sourceOf } from "./source.ts";

/** As wide as the column of a page. */
const svgWidthPx = 960;

export function simulationOf(
  pod: AnalyzedPod,
  { seed = 1, untilMs = defaultHorizonMs }: SimulationOptions,
): Simulation {
  const { settings, scenario, pod: admitted } = sourceOf(pod).pod;
  if (admitted === undefined) throw new RangeError(`${pod.kind}/${pod.name} has nothing to run.`);
  const played = createSimulation({
    pod: admitted,
    assumptions: settings.assumptions,
    scenario: scenario.scenario,
    seed,
    untilMs: Math.min(untilMs, horizonLimitMs),
    recording: "statuses",
  });
  const entryOf = (entry: TimelineEntry): PlayedEntry | undefined => played.why(entry.id)[0];
  const printed = { pod: admitted, kubernetes: settings.assumptions.node.kubernetes };
  return {
    runUntil: (tMs) => played.runUntil(tMs),
    step: () => played.step(),
    inject: (event) => played.inject(eventOf(event, pod)),
    nowMs: () => played.nowMs(),
    entries: () => played.timeline().entries,
    describe: (entry) => {
      const own = entryOf(entry);
      return own === undefined ? "" : describeEntry(own, admitted);
    },
    why: (entry) => played.why(entry.id),
    kubectlAt: (tMs) => {
      const status = played.statusAt(tMs);
      return status && kubectlColumns(status, printed, tMs);
    },
    svg: () => svgOf(played, { title: `${pod.kind}/${pod.name}`, pod: admitted, settings }),
  };
}

type Injected = Parameters<Simulation["inject"]>[0];

function eventOf(event: Injected, pod: AnalyzedPod): OutsideEvent {
  if (event.kind === "kubelet-restart" || event.kind === "node-reboot" || event.kind === "pod-deleted") return event;
  const { atMs, container } = event;
  if (!pod.containers.includes(container))
    throw new RangeError(`${pod.kind}/${pod.name} has no container ${container}: use ${pod.containers.join(", ")}.`);
  return { kind: "container-fault", atMs, container, fault: faultOf(event) };
}

function faultOf(
  event: Exclude<Injected, { readonly kind: "kubelet-restart" | "node-reboot" | "pod-deleted" }>,
): Fault {
  const target =
    "probe" in event && event.probe !== undefined ? ({ kind: "probe", type: event.probe } as const) : undefined;
  switch (event.kind) {
    case "crash":
      return { kind: "crash", exitCode: event.exitCode };
    case "oom":
      return { kind: "oom" };
    case "hang":
      return { kind: "hang", target, forMs: event.forMs };
    case "slow":
      return { kind: "slow", latencyMs: event.latencyMs, target, forMs: event.forMs };
    case "image-missing":
      return { kind: "image-missing", times: event.times };
  }
}

interface Drawn {
  readonly title: string;
  readonly pod: DefaultedPod;
  readonly settings: ResolvedSettings;
}

function svgOf(played: Played, { title, pod, settings }: Drawn): string {
  const timeline = played.timeline();
  return timelineSvg({
    timeline,
    pod,
    lanes: lanesOf(timeline, pod),
    view: { fromMs: 0, toMs: Math.max(played.nowMs(), 1) },
    widthPx: svgWidthPx,
    title,
    answer: "",
    assumptionsText: settings.assumptionsText,
  });
}
