import { admit } from "../../../shared/api-server/admission/admit.ts";
import { agreeing, counted } from "../../../shared/basics/counted.ts";
import { defaultAssumptions, makeNode } from "../../../shared/kubernetes/assumptions.ts";
import type { Node } from "../../../shared/kubernetes/node.ts";
import type { ProbeType } from "../../../shared/kubernetes/pod.ts";
import { metricsOf } from "../../../shared/prometheus/alerts/metrics-of.ts";
import type { RuleGroup } from "../../../shared/prometheus/alerts/model.ts";
import { probeFields } from "../../../shared/prometheus/fleet/engine.ts";
import type { SilentAlert } from "../../../shared/prometheus/fleet/model.ts";
import type { Scenario } from "../../../shared/scenario/model.ts";
import { exitAfter, plainRun } from "../../../shared/scenario/script.ts";
import type { AlertResult } from "../alerts/evaluate-runs.ts";
import { packNames, packRules } from "../alerts/packs.ts";
import { type AlertSubject, playSubject } from "../alerts/play-subject.ts";

/** A crash loop as its metrics show it. */
export interface InferredLoop {
  /** Of a pod's `initContainers`: played as one that runs before the others. */
  readonly kind: "regular" | "init";
  /** How long its runs last, in the middle. */
  readonly runMs: number;
  readonly exitCode: number;
  /** One of any type shows its waits. */
  readonly probes: readonly ProbeType[];
  readonly node: Node;
  /** The node under the other setting; undefined if none is asked about. */
  readonly whatIf: Node | undefined;
}

interface SilentAlerts {
  readonly alerts: readonly SilentAlert[];
  /** What they rest on, a sentence each. */
  readonly assumed: readonly string[];
}

/** Loops that differ in more ways than this are not all played: the most frequent are. */
const classesMax = 12;
const runs = 3;
const untilMs = 2 * 3_600_000;
const evaluateMs = 30_000;
/** Loops are played with runs of this length or a power of two times it. */
const shortestRunMs = 1000;
const longestRunMs = 64 * 60_000;

/**
 * Alerts of the built-in rules that do not see loops: they fire for a loop that every kubelet before 1.35 shows, but not for these.
 * All are played for two hours from the pod's start.
 */
export function silentAlerts(loops: readonly InferredLoop[], scrapeMs: number): SilentAlerts {
  const classes = classesOf(loops);
  if (classes.length === 0) return { alerts: [], assumed: [] };
  const player = new Player(scrapeMs);
  const rules = player.play(visibleLoop, visibleLoop.node);
  const played = classes.map(({ loop, count }) => ({
    loop,
    count,
    today: player.play(loop, loop.node),
    changed: loop.whatIf === undefined ? undefined : player.play(loop, loop.whatIf),
  }));
  const of = classes.reduce((sum, { count }) => sum + count, 0);
  const alerts = rules.flatMap((result, index): readonly SilentAlert[] => {
    if (!fires(result)) return [];
    const missedNow: Missed[] = [];
    const missedThen: Missed[] = [];
    for (const { loop, count, today, changed } of played) {
      const now = today[index];
      const later = changed?.[index];
      if (now !== undefined && isSilent(now)) missedNow.push({ count, because: becauseOf(now, loop) });
      else if (later !== undefined && isSilent(later)) missedThen.push({ count, because: becauseOf(later, loop) });
    }
    return [...silentAlert(result, "what-if", missedThen, of), ...silentAlert(result, "now", missedNow, of)];
  });
  const left = loops.length - of;
  const assumed = [
    "Alerts: each loop is played for 2h, with the probes that are known, and an alert counts if it sees a loop of 1.34 without probes that runs for 5s.",
    ...(left === 0 ? [] : [`Alerts: ${counted(left, "loop")} of rare kinds ${agreeing(left, "are")} not played.`]),
  ];
  return { alerts, assumed };
}

interface Missed {
  readonly count: number;
  readonly because: string;
}

function silentAlert(
  { rule }: AlertResult,
  when: SilentAlert["when"],
  missed: readonly Missed[],
  of: number,
): readonly SilentAlert[] {
  const [most] = missed.toSorted((a, b) => b.count - a.count);
  if (most === undefined) return [];
  const loops = missed.reduce((sum, { count }) => sum + count, 0);
  const about = { name: rule.name, from: rule.from, expression: rule.text };
  return [{ ...about, when, loops, of, because: most.because }];
}

function becauseOf({ rule, because }: AlertResult, { kind }: InferredLoop): string {
  const names = [...metricsOf(rule.expression)];
  const readsRegularOnly =
    names.some((name) => name.startsWith("kube_pod_container_")) &&
    !names.some((name) => name.startsWith("kube_pod_init_container_"));
  return kind === "init" && readsRegularOnly ? "reads no metrics of init containers and sidecars" : because;
}

function fires({ outcome }: AlertResult): boolean {
  return outcome === "fires" || outcome === "sometimes";
}

function isSilent({ outcome }: AlertResult): boolean {
  return outcome === "never" || outcome === "pending";
}

/** Its waits are visible as CrashLoopBackOff nearly all the time. */
const visibleLoop: InferredLoop = {
  kind: "regular",
  runMs: 5000,
  exitCode: 1,
  probes: [],
  node: makeNode({ kubernetes: "1.34", featureGates: {}, kubeletConfiguration: undefined }),
  whatIf: undefined,
};

interface LoopClass {
  readonly loop: InferredLoop;
  readonly count: number;
}

/** Loops that would be played alike, the most frequent first. */
function classesOf(loops: readonly InferredLoop[]): readonly LoopClass[] {
  const classes = new Map<string, LoopClass>();
  for (const loop of loops) {
    const alike = {
      ...loop,
      runMs: roundedRunMs(loop.runMs),
      exitCode: loop.exitCode === 0 ? 0 : 1,
      probes: alikeProbes(loop),
    };
    const key = JSON.stringify(alike);
    classes.set(key, { loop: alike, count: (classes.get(key)?.count ?? 0) + 1 });
  }
  return [...classes.values()].toSorted((a, b) => b.count - a.count).slice(0, classesMax);
}

/** Whether a container gets ready only when a probe says so makes a difference, and whether anything looks at it at all. */
function alikeProbes({ probes }: InferredLoop): readonly ProbeType[] {
  return probes.includes("readiness") ? ["readiness"] : probes.slice(0, 1);
}

function roundedRunMs(runMs: number): number {
  const limited = Math.min(Math.max(runMs, shortestRunMs), longestRunMs);
  return shortestRunMs * 2 ** Math.round(Math.log2(limited / shortestRunMs));
}

/** Plays each loop once on each node. */
class Player {
  readonly #groups: readonly RuleGroup[] = packNames.map(packRules);
  readonly #scrapeMs: number;
  readonly #resultsByKey = new Map<string, readonly AlertResult[]>();

  constructor(scrapeMs: number) {
    this.#scrapeMs = scrapeMs;
  }

  play(loop: InferredLoop, node: Node): readonly AlertResult[] {
    const { kind, runMs, exitCode, probes } = loop;
    const key = JSON.stringify([kind, runMs, exitCode, probes, node]);
    const kept = this.#resultsByKey.get(key);
    if (kept !== undefined) return kept;
    const timing = { scrapeMs: this.#scrapeMs, evaluateMs, untilMs, runs };
    const results = playSubject(subjectOf(loop, node), this.#groups, timing);
    this.#resultsByKey.set(key, results);
    return results;
  }
}

const looping = "loop";

function subjectOf({ kind, runMs, exitCode, probes }: InferredLoop, node: Node): AlertSubject {
  const assumptions = { ...defaultAssumptions(), node, imagePull: undefined };
  const main = kind === "init" ? { name: "app" } : { name: looping, ...probeFields(probes) };
  const regular = [{ ...main, image: "image" }];
  const init = kind === "init" ? [{ name: looping, image: "image" }] : [];
  const spec = { containers: regular, initContainers: init };
  const { pod } = admit({ kind: "Pod", name: "pod", namespace: "default", spec }, assumptions);
  if (pod === undefined) throw new Error("a pod with containers is admitted");
  const script = { runs: [{ ...plainRun, end: exitAfter(runMs, exitCode) }], image: undefined };
  const scenario: Scenario = { containers: { [looping]: script }, events: [], expectations: [] };
  return { name: "pod", pod, assumptions, scenario, workload: undefined, assumed: "" };
}
