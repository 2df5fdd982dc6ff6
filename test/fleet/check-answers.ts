import type { FleetLoop, FleetReport } from "../../shared/prometheus/fleet/model.ts";
import type { Fleet } from "./fleet.ts";
import { playLife } from "./life.ts";
import { type ContainerTruth, truthOf } from "./truth.ts";

/** How far an answer may be from the truth: a share of it, and something that does not depend on it. */
interface Error {
  readonly share: number;
  readonly and: number;
}

/** Of one container. Scrapes see the last of several restarts between two of them, and the API has whole seconds. */
const errors = {
  restarts: { share: 0, and: 1 },
  /** A wait that is open at an end of the range may be left out. */
  downMs: { share: 0.03, and: 330_000 },
  backOffMs: { share: 0.06, and: 330_000 },
  /** A loop that needs more runs than there were repeats those: the real ones would have been others (`repeatedShare`). */
  whatIf: { share: 0.15, and: 2 },
  whatIfDownMs: { share: 0.15, and: 120_000 },
} as const;

/** Of sums over the fleet. */
const sumErrors = {
  restarts: { share: 0.005, and: 5 },
  downMs: { share: 0.01, and: 60_000 },
  whatIf: { share: 0.05, and: 5 },
} as const;

/** What happened behind the last scrape of a range is not known: of each loop, so much of a wait may be over. */
const unseenMs = 30_000;

/**
 * Containers that a probe kills: their back-off counts from the exit before, which no metric tells (the kubelet starts them again
 * in the pass that killed them). Restarts and time down are compared; waits and the other setting are not.
 */
const killedByProbes = "hangs";

/** So many restarts tell the maximum of a node. */
const tellingRestarts = 30;

const minRestarts = 3;

export interface Checked {
  /** What was compared, in words. */
  readonly lines: readonly string[];
  readonly problems: readonly string[];
}

/** Compares a report with what the fleet really did. */
export function checkAnswers(fleet: Fleet, report: FleetReport): Checked {
  const { from, until } = report.range;
  // What was before the store begins, nobody can know.
  const fromMs = Math.max(Date.parse(from), fleet.startMs);
  const truths = truthOf(fleet, { fromMs, untilMs: Date.parse(until) });
  const loops = new Map(report.loops.map((loop) => [`${loop.uid}/${loop.container}`, loop]));
  const problems: string[] = [];
  const sums = { loops: 0, restarts: 0, downMs: 0 };
  for (const [key, truth] of truths) {
    if (!isLoop(truth)) continue;
    sums.loops += 1;
    sums.restarts += truth.restarts;
    sums.downMs += truth.downMs;
    const loop = loops.get(key);
    loops.delete(key);
    if (loop === undefined) problems.push(`${key}: ${truth.restarts} restarts are not found`);
    else problems.push(...loopProblems(truth, loop).map((text) => `${key} (${truth.pod.nodeClass.name}): ${text}`));
  }
  // A container may have waited only at the edge of the range.
  for (const [key, loop] of loops)
    if ((truths.get(key)?.restarts ?? 0) < minRestarts - 1)
      problems.push(`${key}: no loop, but ${loop.restarts} restarts`);
  const { totals } = report;
  problems.push(
    ...difference("restarts of all", sums.restarts, totals.restarts, sumErrors.restarts),
    ...difference("time down of all", sums.downMs, totals.downMs, {
      ...sumErrors.downMs,
      and: sumErrors.downMs.and + sums.loops * unseenMs,
    }),
  );
  const lines = [
    `${sums.loops} loops: restarts ${sums.restarts}, reported ${totals.restarts}`,
    `time down ${hours(sums.downMs)}, reported ${hours(totals.downMs)}; fit ${totals.fit}`,
  ];
  return { lines, problems };
}

/** As the command says: several restarts, of which one waited. */
function isLoop({ restarts, backOff }: ContainerTruth): boolean {
  return restarts >= minRestarts && [...backOff.keys()].some((delayMs) => delayMs > 0);
}

function loopProblems(truth: ContainerTruth, loop: FleetLoop): readonly string[] {
  const { pod } = truth;
  const places = [
    ["workload", pod.workload, loop.workload],
    ["node", pod.node, loop.node],
    ["cluster", pod.nodeClass.cluster, loop.cluster],
    ["kubelet", `v${pod.nodeClass.kubernetes}.1`, loop.kubelet],
  ].flatMap(([what, wanted, got]) => (wanted === got ? [] : [`${what} is ${wanted}, not ${got}`]));
  const isKilled = pod.archetype.name === killedByProbes;
  const steps = isKilled
    ? []
    : [...truth.backOff].flatMap(([delayMs, { waitedMs }]) => {
        const reported = loop.backOff.find((step) => step.delayMs === delayMs)?.waitedMs ?? 0;
        return difference(`time in back-off ${delayMs}`, waitedMs, reported, errors.backOffMs);
      });
  const codes = Object.entries(loop.exitCodes).flatMap(([code, times]) => {
    const wanted = truth.exitCodes.get(code) ?? 0;
    // Those of the runs at the ends of the range may be on either side.
    return times <= wanted + 1 ? [] : [`exit code ${code} ${wanted} times, not ${times}`];
  });
  const maximumMs = pod.nodeClass.maxContainerRestartPeriodMs ?? 300_000;
  const maximum =
    truth.restarts < tellingRestarts ? [] : difference("maximum", maximumMs, loop.policy.maximumMs, exactly);
  return [
    ...places,
    ...maximum,
    ...difference("restarts", truth.restarts, loop.restarts, errors.restarts),
    ...difference("time down", truth.downMs, loop.downMs, errors.downMs),
    ...steps,
    ...codes,
  ];
}

const exactly: Error = { share: 0, and: 0 };

function difference(what: string, wanted: number, got: number, { share, and }: Error): readonly string[] {
  if (Math.abs(got - wanted) <= wanted * share + and) return [];
  return [`${what}: ${Math.round(wanted)}, not ${Math.round(got)}`];
}

/** Compares what would be with what is when the same fleet is simulated with the other maximum. */
export function checkWhatIf(fleet: Fleet, report: FleetReport, maximumMs: number): Checked {
  const { from, until } = report.range;
  const range = { fromMs: Date.parse(from), untilMs: Date.parse(until) };
  const changed = { ...fleet, pods: fleet.pods.map((pod) => withMaximum(fleet, pod, maximumMs)) };
  const truths = truthOf(changed, range);
  const sums = { restarts: 0, downMs: 0 };
  const reported = { restarts: 0, downMs: 0 };
  const problems = report.loops.flatMap(({ uid, container, whatIf, pod, restarts: seen }) => {
    const truth = truths.get(`${uid}/${container}`);
    if (whatIf === null || truth === undefined) return [`${pod}/${container}: nothing is said of the other setting`];
    if (truth.pod.archetype.name === killedByProbes) return [];
    sums.restarts += truth.restarts;
    sums.downMs += truth.downMs;
    reported.restarts += whatIf.restarts;
    reported.downMs += whatIf.downMs;
    const share = repeatedShare(truth, seen);
    const within = ({ share: own, and }: Error): Error => ({ share: own + share, and });
    return [
      ...difference("what-if restarts", truth.restarts, whatIf.restarts, within(errors.whatIf)),
      ...difference("what-if time down", truth.downMs, whatIf.downMs, within(errors.whatIfDownMs)),
    ].map((text) => `${uid}/${container} (${truth.pod.nodeClass.name}): ${text}`);
  });
  const lines = [
    `with a maximum of ${maximumMs} ms: restarts ${sums.restarts}, predicted ${reported.restarts}; time down ${hours(sums.downMs)}, predicted ${hours(reported.downMs)}`,
  ];
  const restarts = difference("what-if restarts of all", sums.restarts, reported.restarts, sumErrors.whatIf);
  const down = difference("what-if time down of all", sums.downMs, reported.downMs, {
    ...sumErrors.whatIf,
    and: 600_000,
  });
  return { lines, problems: [...problems, ...restarts, ...down] };
}

/** Errors of a mean that are larger than this are one in hundreds. */
const deviations = 3;

/**
 * How far a prediction may be off because runs differ: both those that were seen and those that would be are samples, and the mean of n
 * lies within their deviation / √n. A share of the mean time from one start to the next; 0 where all runs are as long.
 */
function repeatedShare({ runs, restarts }: ContainerTruth, seen: number): number {
  const rounds = runs.flatMap(({ startedMs, exitedMs }, index) => {
    const next = runs[index + 1];
    return exitedMs === undefined || next === undefined
      ? []
      : [{ ranMs: exitedMs - startedMs, roundMs: next.startedMs - startedMs }];
  });
  const meanOf = (values: readonly number[]): number => values.reduce((sum, each) => sum + each, 0) / values.length;
  const ran = rounds.map(({ ranMs }) => ranMs);
  const meanMs = meanOf(ran);
  const deviationMs = Math.sqrt(meanOf(ran.map((ms) => (ms - meanMs) ** 2)));
  const spread = deviationMs / meanOf(rounds.map(({ roundMs }) => roundMs));
  return rounds.length === 0 || seen === 0 || restarts === 0
    ? 0
    : deviations * spread * Math.sqrt(1 / seen + 1 / restarts);
}

const knownLives = new Map<string, ReturnType<typeof playLife>>();

function withMaximum({ stepMs, startMs }: Fleet, pod: Fleet["pods"][number], maximumMs: number): Fleet["pods"][number] {
  const { life, archetype, nodeClass, seed, bornMs } = pod;
  if ([...life.runs.values()].every((runs) => runs.length < 2)) return pod;
  const key = [archetype.name, nodeClass.name, seed, maximumMs].join();
  const gates = { ...nodeClass.featureGates, KubeletCrashLoopBackOffMax: true };
  const node = { ...nodeClass, featureGates: gates, maxContainerRestartPeriodMs: maximumMs };
  const phaseMs = (bornMs - startMs) % stepMs;
  const other = knownLives.get(key) ?? playLife(archetype, node, { seed, livesMs: life.livesMs, stepMs, phaseMs });
  knownLives.set(key, other);
  return { ...pod, life: other };
}

function hours(ms: number): string {
  return `${(ms / 3_600_000).toFixed(1)} h`;
}
