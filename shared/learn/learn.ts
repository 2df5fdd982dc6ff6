import { counted } from "../basics/counted.ts";
import type { Span } from "../basics/span.ts";
import { formatAtLeast, formatAtMost } from "../basics/span-words.ts";
import { formatWallTime } from "../basics/wall-time.ts";
import type { IncidentPod } from "../evidence/incident.ts";
import type { Assumptions } from "../kubernetes/node.ts";
import { latestTime } from "../observation/report.ts";
import { exitCodeMax } from "../scenario/limits.ts";
import { learnedEnds, type SeenEnds, seenEnds } from "./ends.ts";
import { type LearningContainer, learningContainers, learningPod } from "./learning-pod.ts";
import { type MeasuredTime, measuredOf } from "./measured.ts";
import type { LearnedContainer, LearnedEnd, LearnedStarts, LearnedStops, LearnedWorkload } from "./model.ts";
import { proposalsOf } from "./proposals.ts";
import { scriptText } from "./script.ts";
import { type SeenStarts, seenStarts, withoutOutliers } from "./starts.ts";
import { type StopSample, seenStops } from "./stops.ts";
import { seenTimeouts, timeoutProposals } from "./timeouts.ts";
import { byWorkload, type PodsOfWorkload } from "./workloads.ts";

/** What the pods of each workload did, as scenarios, and what their settings should be by that. */
export function learnWorkloads(pods: readonly IncidentPod[], assumptions: Assumptions): readonly LearnedWorkload[] {
  const seen = pods.flatMap((pod) => learningPod(pod, assumptions) ?? []);
  return byWorkload(seen).map(learnWorkload);
}

/** As the API server takes them; others cannot stand in a comment. */
const containerNames = /^[a-z0-9](?:[-a-z0-9]{0,61}[a-z0-9])?$/;

/** A container of the template, in each of its pods. */
interface Seen {
  readonly about: LearningContainer;
  readonly starts: SeenStarts;
  readonly stops: readonly StopSample[];
  readonly ends: SeenEnds;
}

function learnWorkload({ kind, name, namespace, revision, pods }: PodsOfWorkload): LearnedWorkload {
  const budgets = new Map<string, Span | undefined>();
  const seen = pods.flatMap((pod) => {
    const atMs = pod.taken?.nominalMs ?? latestTime(pod.look.pod, pod.look.events) ?? 0;
    return learningContainers(pod, budgets).map(
      (about): Seen => ({ about, starts: seenStarts(about), stops: seenStops(about), ends: seenEnds(about, atMs) }),
    );
  });
  const names = pods[0].look.pod.containers.map((container) => container.name);
  const samples = seen.flatMap(samplesOf);
  return {
    ...{ kind, name, namespace, revision, pods: pods.length },
    from: samples.length === 0 ? undefined : least(samples.map(({ atMs }) => atMs)),
    until: samples.length === 0 ? undefined : greatest(samples.map(({ atMs }) => atMs)),
    containers: names.flatMap((container) => {
      const own = seen.filter(({ about }) => about.spec.name === container);
      const [first] = own;
      return first === undefined ? [] : [learnContainer(own, first, pods.length)];
    }),
  };
}

function samplesOf({ starts, stops, ends }: Seen): readonly MeasuredTime[] {
  return [...starts.starts, ...stops, ...ends.ends];
}

function learnContainer(seen: readonly Seen[], first: Seen, pods: number): LearnedContainer {
  const { about } = first;
  const samples = seen.flatMap(samplesOf);
  const found = seen.flatMap(({ starts }) => starts.starts);
  const kept = withoutOutliers(found);
  const starts: LearnedStarts = {
    measured: measuredOf(kept),
    cutOff: cutOffOf(seen, about.budget),
    doubtful: sum(seen.map((each) => each.starts.doubtful)) + found.length - kept.length,
  };
  const stops = learnedStops(seen.flatMap((each) => each.stops));
  const ends = learnedEnds(seen.flatMap((each) => each.ends.ends));
  const last = lastEnd(seen, ends);
  const isSayable = starts.cutOff === undefined && containerNames.test(about.spec.name);
  const script = isSayable ? scriptText({ starts, stops, inOrder: inOrder(seen), last }) : undefined;
  const spec = { pod: about.pod.model.pod, spec: about.spec, budget: about.budget };
  const coveredMs = greatest(kept.map(({ atMs }) => atMs)) - least(kept.map(({ atMs }) => atMs));
  return {
    name: about.spec.name,
    scenario: script,
    // The note covers the time over which starts were measured, because rules that lower a limit ask how long that was.
    note: noteOf(
      { starts, stops, ends: ends.filter((end) => end !== last), last },
      kept.length > 0 ? kept : samples,
      pods,
    ),
    ...{ starts, stops, ends },
    proposals: [
      ...proposalsOf({ ...spec, ...{ starts, stops, pods, coveredMs: Math.max(0, coveredMs) } }),
      ...timeoutProposals(
        about.spec,
        seen.map((each) => seenTimeouts(each.about, starts)),
      ),
    ],
    unknown: unknownOf(first.starts, starts, ends.length > 0),
  };
}

function cutOffOf(seen: readonly Seen[], budget: Span | undefined): LearnedStarts["cutOff"] {
  const count = sum(seen.map(({ starts }) => starts.cutOff));
  return count === 0 || budget === undefined ? undefined : { count, atLeastMs: budget.earliestMs };
}

function learnedStops(samples: readonly StopSample[]): LearnedStops {
  const whole = samples.filter(({ isCutOff }) => !isCutOff);
  const codes = new Set(whole.map(({ exitCode }) => exitCode));
  const [code] = codes;
  return {
    measured: measuredOf(whole),
    cutOff: samples.length - whole.length,
    exitCode: codes.size === 1 ? code : undefined,
  };
}

/** The end that runs come to: the commonest, unless a pod runs on after it. */
function lastEnd(seen: readonly Seen[], [commonest]: readonly LearnedEnd[]): LearnedEnd | undefined {
  return seen.some(({ ends }) => ends.isSettled) || !isWritable(commonest) ? undefined : commonest;
}

/** Windows has exit codes that no scenario can say. */
function isWritable(end: Pick<LearnedEnd, "exitCode"> | undefined): boolean {
  return end !== undefined && end.exitCode >= 0 && end.exitCode <= exitCodeMax;
}

/** Of the only pod, if all its runs are known. */
function inOrder(seen: readonly Seen[]): SeenEnds["ends"] | undefined {
  const [only, ...others] = seen;
  return only !== undefined && others.length === 0 && only.ends.isWhole && only.ends.ends.every(isWritable)
    ? only.ends.ends
    : undefined;
}

interface Counted {
  readonly starts: LearnedStarts;
  readonly stops: LearnedStops;
  /** Those that are not in the scenario. */
  readonly ends: readonly LearnedEnd[];
  readonly last: LearnedEnd | undefined;
}

/** `212 starts, 90 stops, 31 pods, 2026-11-20 to 2026-11-27`. */
function noteOf({ starts, stops, ends, last }: Counted, samples: readonly MeasuredTime[], pods: number): string {
  const { cutOff, measured } = starts;
  const parts = [
    ...(measured === undefined ? [] : [counted(measured.count, "start")]),
    ...(cutOff === undefined ? [] : [`${counted(cutOff.count, "start")} cut off`]),
    ...(stops.measured === undefined ? [] : [counted(stops.measured.count, "stop")]),
    ...(stops.cutOff === 0 ? [] : [`${counted(stops.cutOff, "stop")} cut off`]),
    ...(last === undefined ? [] : [counted(last.lengths.count, "end")]),
    ...ends.map(otherEndText),
    ...(starts.doubtful === 0 ? [] : [`${starts.doubtful} left out`]),
    counted(pods, "pod"),
    ...datesOf(samples.map(({ atMs }) => atMs)),
  ];
  return parts.join(", ");
}

/** `2 exits with 3 after 5s to 9s`: a note has no range of its own. */
function otherEndText({ exitCode, reason, lengths }: LearnedEnd): string {
  const what =
    reason === "OOMKilled" ? counted(lengths.count, "OOM kill") : `${counted(lengths.count, "exit")} with ${exitCode}`;
  const [low, high] = [formatAtLeast(lengths.minMs), formatAtMost(lengths.maxMs)];
  return `${what} after ${low === high ? low : `${low} to ${high}`}`;
}

function datesOf(times: readonly number[]): readonly string[] {
  if (times.length === 0) return [];
  const [from = "", until = ""] = [least(times), greatest(times)].map((ms) => formatWallTime(ms).split(" ")[0]);
  return [from === until ? from : `${from} to ${until}`];
}

/** `isEnding`: how long a program runs is asked of it, and not how long it takes to start. */
function unknownOf(
  { why }: SeenStarts,
  { measured, cutOff, doubtful }: LearnedStarts,
  isEnding: boolean,
): readonly string[] {
  const subject = "How long it takes to start is not known";
  return [
    ...(why === undefined || isEnding || measured !== undefined || cutOff !== undefined ? [] : [`${subject}: ${why}.`]),
    ...(cutOff === undefined
      ? []
      : [
          `${subject}: at least ${formatAtLeast(cutOff.atLeastMs)} in ${counted(cutOff.count, "start")}, which a probe ended.`,
        ]),
    ...(doubtful === 0
      ? []
      : [`${counted(doubtful, "pod", "are")} left out: ready so late that it may have been ready before.`]),
  ];
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}

function least(numbers: readonly number[]): number {
  return numbers.reduce((low, each) => Math.min(low, each), Number.POSITIVE_INFINITY);
}

function greatest(numbers: readonly number[]): number {
  return numbers.reduce((high, each) => Math.max(high, each), Number.NEGATIVE_INFINITY);
}
