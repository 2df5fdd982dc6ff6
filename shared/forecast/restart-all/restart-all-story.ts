import type { Path } from "../../basics/path.ts";
import { allContainers, type ContainerKind, type Pod, type RestartRule } from "../../kubernetes/pod.ts";
import { firstMatch } from "../../restart/decision.ts";
import type { EntryKind, Timeline, TimelineEntry } from "../../simulation/timeline/timeline.ts";

/** One restart of all containers, from the exit that asked for it until the pod is Ready again. Each step is an entry of the timeline. */
export interface RestartAllStory {
  /** Undefined if a kubelet that was restarted goes on with what another one began. */
  readonly trigger: RestartAllTrigger | undefined;
  /** The condition `AllContainersRestarting` becomes True and False. */
  readonly restarting: { readonly from: TimelineEntry | undefined; readonly to: TimelineEntry | undefined };
  readonly began: TimelineEntry;
  readonly startedMs: number;
  /** One after the other. */
  readonly killed: readonly KilledContainer[];
  readonly removed: readonly TimelineEntry[];
  /** Undefined if not within the run, or something else came first. */
  readonly ended: TimelineEntry | undefined;
  /** The first start of each container after that, in order. */
  readonly started: readonly TimelineEntry[];
  /** Undefined if not before the next restart of all containers, or not within the run. */
  readonly ready: TimelineEntry | undefined;
  /** Time since the exit. */
  readonly downMs: number | undefined;
  readonly lost: readonly LostRun[];
}

export interface RestartAllTrigger {
  readonly exit: TimelineEntry;
  /** Undefined if the pod is not the one that was played. */
  readonly rule: RestartRule | undefined;
  /** Of the rule, relative to the pod spec. */
  readonly path: Path;
}

export interface KilledContainer {
  /** When it gets SIGTERM; its grace period is `data.graceMs`. */
  readonly stopping: TimelineEntry;
  /** SIGKILL; undefined if it ended before. */
  readonly killed: TimelineEntry | undefined;
  readonly exit: TimelineEntry | undefined;
  readonly tookMs: number | undefined;
}

/** A container's run that a restart of all containers ended, and what remains of it. */
export interface LostRun {
  readonly container: string;
  readonly kind: ContainerKind | undefined;
  /** Length of the run; undefined if it had not started, or not ended. */
  readonly ranMs: number | undefined;
  readonly exitCode: number | undefined;
  /** `after` undefined if it has not started again. */
  readonly restartCount: { readonly before: number; readonly after: number | undefined };
}

/** Every restart of all containers of a run, in order. Needs a recording of entries; the pod is the one that was played. */
export function restartAllStories({ entries }: Pick<Timeline, "entries">, pod: Pod): readonly RestartAllStory[] {
  const begins = entries.flatMap(({ kind }, index) => (kind === "restart-all-started" ? [index] : []));
  return begins.flatMap((index, nth) => {
    const began = entries[index];
    const before = entries.slice(begins[nth - 1] ?? 0, index);
    const after = entries.slice(index + 1, begins[nth + 1]);
    return began === undefined ? [] : [storyOf(began, { before, after, pod })];
  });
}

interface Surroundings {
  /** Since the restart of all before this one. */
  readonly before: readonly TimelineEntry[];
  /** Up to the next one. */
  readonly after: readonly TimelineEntry[];
  readonly pod: Pod;
}

function storyOf(began: TimelineEntry, { before, after, pod }: Surroundings): RestartAllStory {
  const exit = before.findLast(({ id, kind }) => id === began.cause && kind === "container-exited");
  const endIndex = after.findIndex(({ kind }) => kind === "restart-all-ended");
  const during = endIndex < 0 ? after : after.slice(0, endIndex);
  const since = endIndex < 0 ? [] : after.slice(endIndex);
  const removed = during.filter(({ kind, data }) => kind === "container-removed" && data.isRoutine !== true);
  const started = firstStarts(since);
  const ready = after.find((entry) => isCondition(entry, "Ready", "True"));
  const restarts = before.findLast((entry) => isCondition(entry, restarting, "True"));
  return {
    trigger: exit && { exit, ...ruleOf(exit, pod) },
    restarting: { from: restarts, to: after.find((entry) => isCondition(entry, restarting, "False")) },
    began,
    startedMs: began.tMs,
    killed: killedIn(during),
    removed,
    ended: after[endIndex],
    started,
    ready,
    downMs: exit && ready && ready.tMs - exit.tMs,
    lost: lostRuns(removed, { exits: [...before, ...during].filter(isA("container-exited")), started, pod }),
  };
}

const restarting = "AllContainersRestarting";

function isCondition({ kind, data }: TimelineEntry, condition: string, status: string): boolean {
  return kind === "condition-changed" && data.condition === condition && data.status === status;
}

function isA(wanted: EntryKind): (entry: TimelineEntry) => boolean {
  return ({ kind }) => kind === wanted;
}

function ruleOf({ container, data }: TimelineEntry, pod: Pod): Pick<RestartAllTrigger, "rule" | "path"> {
  const spec = allContainers(pod).find(({ name }) => name === container);
  const index = spec && firstMatch(spec, data.exitCode ?? 0);
  if (spec === undefined || index === undefined) return { rule: undefined, path: spec?.path ?? [] };
  return { rule: spec.restartPolicyRules[index], path: [...spec.path, "restartPolicyRules", index] };
}

function killedIn(during: readonly TimelineEntry[]): readonly KilledContainer[] {
  return during.filter(isA("container-stopping")).map((stopping) => {
    const own = during.filter(({ container, run }) => container === stopping.container && run === stopping.run);
    const exit = own.find(isA("container-exited"));
    return {
      stopping,
      killed: own.find(isA("container-killed")),
      exit,
      tookMs: exit && exit.tMs - stopping.tMs,
    };
  });
}

function firstStarts(since: readonly TimelineEntry[]): readonly TimelineEntry[] {
  const starts = since.filter(isA("container-started"));
  return starts.filter(({ container }, index) => starts.findIndex((each) => each.container === container) === index);
}

interface Runs {
  readonly exits: readonly TimelineEntry[];
  readonly started: readonly TimelineEntry[];
  readonly pod: Pod;
}

/** Of a container with two records the newer one, which goes first. */
function lostRuns(removed: readonly TimelineEntry[], { exits, started, pod }: Runs): readonly LostRun[] {
  const newest = removed.filter(
    ({ container }, index) => removed.findIndex((each) => each.container === container) === index,
  );
  return newest.map(({ container = "", run, restartCount = 0 }) => {
    const exit = exits.find((each) => each.container === container && each.run === run);
    const again = started.find((each) => each.container === container);
    return {
      container,
      kind: allContainers(pod).find(({ name }) => name === container)?.kind,
      ranMs: exit?.data.ranMs,
      exitCode: exit?.data.exitCode,
      restartCount: { before: restartCount, after: again?.restartCount },
    };
  });
}
