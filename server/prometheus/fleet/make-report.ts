import { newestVersion, parseVersion } from "../../../shared/kubernetes/versions.ts";
import { watchSentences } from "../../../shared/kubernetes/watched-metrics.ts";
import { type ChosenSetting, chooseSetting } from "../../../shared/prometheus/fleet/choose-setting.ts";
import { LoopEngine } from "../../../shared/prometheus/fleet/engine.ts";
import { LoopHistory } from "../../../shared/prometheus/fleet/loop-history.ts";
import type { FleetLoop, FleetReport } from "../../../shared/prometheus/fleet/model.ts";
import { defaultSetting, nodeOf } from "../../../shared/prometheus/fleet/node-setting.ts";
import {
  type LoopNames,
  settingWith,
  summarizeLoop,
  type WhatIfSetting,
} from "../../../shared/prometheus/fleet/summarize.ts";
import {
  backOffOf,
  fitOf,
  groupedBy,
  groupsBy,
  nodesOf,
  placeOf,
  sumsOf,
} from "../../../shared/prometheus/fleet/totals.ts";
import { assumedTexts, whatIfText } from "../../../shared/prometheus/fleet/words.ts";
import type { Places, PodOrigin } from "./owners.ts";
import type { ProbesOf } from "./probes.ts";
import type { RangeOf } from "./prometheus.ts";
import type { FleetQuestion } from "./question.ts";
import type { ContainerHistory } from "./read-histories.ts";
import { type InferredLoop, silentAlerts } from "./silent-alerts.ts";
import type { Survey } from "./survey.ts";

interface ReportInput {
  readonly question: FleetQuestion;
  readonly range: RangeOf;
  readonly survey: Survey;
  readonly address: string;
  readonly histories: readonly ContainerHistory[];
  readonly places: Places;
  readonly probesOf: ProbesOf;
  readonly missing: readonly string[];
}

interface Placed extends ContainerHistory {
  readonly place: PodOrigin;
}

/** Steps of the range that its course is shown in. */
const historySteps = 168;

/** Everything from here on is computed. */
export function makeReport(input: ReportInput): FleetReport {
  const { question, range, survey, address, places } = input;
  const { whatIf } = question;
  const placed = input.histories.map((each): Placed => ({ ...each, place: places.placeOf(each.container) }));
  const { loops, inferred, course } = replayed(input, placed);
  const silent = silentAlerts(inferred, survey.scrapeMs);
  const unplayed = whatIf === undefined ? 0 : loops.filter((loop) => loop.whatIf === null).length;
  return {
    version: 1,
    prometheus: address,
    match: question.match.text,
    range: {
      from: new Date(range.fromMs).toISOString(),
      until: new Date(range.untilMs).toISOString(),
      sinceMs: range.untilMs - range.fromMs,
      scrapeMs: survey.scrapeMs,
    },
    whatIf: whatIf === undefined ? null : whatIfFields(whatIf),
    loops,
    nodes: [...nodesOf(loops, whatIf !== undefined)],
    totals: { ...totalsOf(loops, whatIf !== undefined), restarted: placed.length, history: course.value() },
    silentAlerts: [...silent.alerts],
    assumed: [...assumedTexts({ loops, whatIf, unplayed, upgraded: places.upgraded }), ...silent.assumed],
    watch: whatIf === undefined ? [] : [...watchSentences],
    missing: [...input.missing],
  };
}

interface Replayed {
  readonly loops: FleetLoop[];
  readonly inferred: readonly InferredLoop[];
  readonly course: LoopHistory;
}

/** Each container under the setting that explains it best, those with the most trouble first. */
function replayed({ question: { whatIf }, range, probesOf }: ReportInput, placed: readonly Placed[]): Replayed {
  const engine = new LoopEngine();
  const settings = new Settings(placed, engine);
  const course = new LoopHistory(range.fromMs, range.untilMs, historySteps);
  const inferred: InferredLoop[] = [];
  const loops = placed.flatMap((each): FleetLoop[] => {
    const { history, isGone } = each;
    const chosen = settings.of(each);
    const names = namesOf(each, probesOf(each.container));
    const loop = summarizeLoop({ names, history, isGone, chosen, whatIf, fromMs: range.fromMs }, engine);
    if (loop === undefined) return [];
    course.add(history);
    inferred.push(...inferredLoop(loop, chosen, whatIf));
    return [loop];
  });
  return { loops: loops.toSorted(byTrouble), inferred, course };
}

function namesOf({ container, place }: Placed, probes: ReturnType<ProbesOf>): LoopNames {
  const { kind, cluster, namespace, pod, uid, container: name, reasons } = container;
  const known = { reasons: [...reasons], probes: probes === undefined ? null : [...probes] };
  return { kind, cluster, namespace, pod, uid, container: name, ...known, ...place };
}

function totalsOf(
  loops: readonly FleetLoop[],
  hasWhatIf: boolean,
): Omit<FleetReport["totals"], "restarted" | "history"> {
  const by = (nameOf: (loop: FleetLoop) => string) => [...groupsBy(loops, nameOf, hasWhatIf)];
  return {
    ...sumsOf(loops, hasWhatIf),
    fit: fitOf(loops),
    backOff: backOffOf(loops),
    clusters: by(({ cluster }) => cluster),
    namespaces: by(({ cluster, namespace }) => placeOf({ cluster, namespace, workload: "" })),
    workloads: by(placeOf),
    kubelets: by(({ kubelet }) => kubelet),
  };
}

/** Nothing where no run is known. */
function inferredLoop(
  { kind, runsMs, exitCodes, probes }: FleetLoop,
  { setting }: ChosenSetting,
  whatIf: WhatIfSetting | undefined,
): readonly InferredLoop[] {
  if (runsMs === null) return [];
  const [usual] = Object.entries(exitCodes).toSorted(([, a], [, b]) => b - a);
  const changed = whatIf === undefined ? undefined : nodeOf(settingWith(setting, whatIf));
  const exitCode = Number(usual?.[0] ?? 1);
  return [{ kind, runMs: runsMs.p50, exitCode, probes: probes ?? [], node: nodeOf(setting), whatIf: changed }];
}

/** Of pods that are still in trouble, those that are down the longest come first. */
function byTrouble(a: FleetLoop, b: FleetLoop): number {
  return b.downMs - a.downMs || b.restarts - a.restarts || (a.pod < b.pod ? -1 : 1);
}

function whatIfFields(whatIf: WhatIfSetting): NonNullable<FleetReport["whatIf"]> {
  return {
    text: whatIfText(whatIf),
    kubernetes: whatIf.kubernetes ?? null,
    featureGates: { ...whatIf.featureGates },
    maxContainerRestartPeriodMs: whatIf.maxContainerRestartPeriodMs ?? null,
  };
}

/** The setting of each node, found in the restarts of its containers. */
class Settings {
  readonly #byNode: ReadonlyMap<string, ChosenSetting>;

  constructor(placed: readonly Placed[], engine: LoopEngine) {
    const byNode = new Map<string, ChosenSetting>();
    // Nodes of a version in a cluster are often alike: what explains all of them is tried for each.
    for (const pool of groupedBy(placed, poolOf).values()) {
      const kubernetes = parseVersion(pool[0]?.place.kubelet ?? "") ?? newestVersion;
      const usual = defaultSetting(kubernetes);
      const modelOf = engine.modelOf.bind(engine);
      const shared = chooseSetting(
        pool.map(({ history }) => history),
        usual,
        modelOf,
      );
      const others = shared.is === "inferred" ? [shared.setting] : [];
      for (const [node, own] of groupedBy(pool, nodeKey)) {
        const histories = own.map(({ history }) => history);
        byNode.set(node, chooseSetting(histories, usual, modelOf, others));
      }
    }
    this.#byNode = byNode;
  }

  of(placed: Placed): ChosenSetting {
    const chosen = this.#byNode.get(nodeKey(placed));
    if (chosen === undefined) throw new Error("a node has a setting");
    return chosen;
  }
}

function poolOf({ container, place }: Placed): string {
  return `${container.cluster}\n${place.kubelet}`;
}

/** Where the node is not known, each pod is looked at by itself. */
function nodeKey(placed: Placed): string {
  const { container, place } = placed;
  return `${poolOf(placed)}\n${place.node === "" ? `pod ${container.namespace}/${container.pod}/${container.uid}` : place.node}`;
}
