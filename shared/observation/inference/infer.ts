import type { Container } from "../../kubernetes/pod.ts";
import { formatScript } from "../../scenario/language/format.ts";
import type { ScenarioLine } from "../../scenario/language/scenario-lines.ts";
import type { ContainerScript, ImageBehavior, Run } from "../../scenario/model.ts";
import { plainRun } from "../../scenario/script.ts";
import { restartingAllReason } from "../../simulation/status/phase.ts";
import type { ObservedEvent } from "../objects/event-object.ts";
import { type KubeletModel, specOf } from "../objects/kubelet-model.ts";
import type { ObservedContainer } from "../objects/pod-object.ts";
import type { PodSnapshot } from "../objects/pod-snapshot.ts";
import { type ObservedRun, stopsOf } from "../objects/runs.ts";
import { pullFailures } from "../windows/image-back-off.ts";
import { runsOf } from "../windows/next-try.ts";
import { inferRun } from "./infer-run.ts";
import { nearestScript } from "./nearest-script.ts";
import { unseenRuns } from "./unseen-runs.ts";

/** A scenario that does what was observed. */
export interface InferredScenario {
  /** One for each container of which something was observed that it would not do anyway. */
  readonly lines: readonly ScenarioLine[];
  /** What had to be assumed: sentences for people. */
  readonly notes: readonly string[];
}

/**
 * What containers did, in the language of scenarios: how long they ran, how they ended, and what a probe must have seen to have
 * them killed. Times are those of the API and so up to a second off. A container that waits goes on as in its last run; one that
 * runs goes on running.
 */
export function inferScenario(model: KubeletModel, look: PodSnapshot): InferredScenario {
  const notes: string[] = [];
  const lines = look.pod.containers.flatMap((container): readonly ScenarioLine[] => {
    const { name } = container;
    const spec = specOf(model, name);
    const inferred = spec && inferScript(model, look, { container, spec, notes });
    if (inferred === undefined) return [];
    const nearest = nearestScript(inferred, name);
    notes.push(...nearest.notes);
    return [{ container: name, text: formatScript(nearest.script) }];
  });
  return { lines, notes };
}

interface About {
  readonly container: ObservedContainer;
  readonly spec: Container;
  readonly notes: string[];
}

/** Undefined if it did nothing but run. */
function inferScript(
  model: KubeletModel,
  look: PodSnapshot,
  { container, spec, notes }: About,
): ContainerScript | undefined {
  const { name, state } = container;
  const { runs: observed, missing } = runsOf(look, container);
  const stops = stopsOf(look.events, name);
  const about = { model, spec, stops, runs: observed, missing, events: look.events, pod: look.pod };
  const ended = observed.filter(({ end }) => end !== undefined);
  const known = ended.flatMap((run) => {
    const next = observed.find(({ number }) => number === run.number + 1);
    return inferRun(run, { ...about, next }) ?? [];
  });
  const [first] = known;
  // How a container took SIGTERM when all were restarted is seen of some runs only.
  const stop = known.find((run) => run.stop !== plainRun.stop)?.stop ?? plainRun.stop;
  const unseen = missing > 0 ? unseenRuns(about, first) : undefined;
  if (unseen !== undefined) {
    notes.push(
      `${name}: ${missing} of ${observed.length + missing} runs were not observed; assuming they ${unseen.words}.`,
    );
  }
  const before = unseen === undefined ? [] : [{ ...unseen.run, times: missing }];
  const runs = grouped([
    ...before,
    ...known.map((run) => (run === plainRun ? { ...run, stop } : run)),
    ...present(container, spec, observed),
  ]);
  const image = inferImage(look.events, container, spec.image);
  if (state.is === "running" && runs.length <= 1 && runs.every((run) => formatRuns([run]) === "runs") && !image)
    return undefined;
  return runs.length === 0 && image === undefined ? undefined : { runs: runs.length === 0 ? [plainRun] : runs, image };
}

/** What the container does now, after its finished runs. */
function present(
  { state, ready, started }: ObservedContainer,
  spec: Container,
  observed: readonly ObservedRun[],
): readonly Run[] {
  if (state.is === "running") {
    const isUnready = started && !ready && spec.probes.readiness !== undefined && spec.kind !== "init";
    if (!isUnready) return [plainRun];
    const target = { kind: "probe", type: "readiness" } as const;
    return [
      { ...plainRun, answers: [{ answer: "fails", latencyMs: undefined, target, afterMs: 0, forMs: undefined }] },
    ];
  }
  const reason = state.is === "waiting" ? (state.reason ?? "") : "";
  if (reason.startsWith("CreateContainer")) return [{ ...plainRun, fault: "cannot be created" }];
  if (reason === "RunContainerError" && observed.length === 0) return [{ ...plainRun, fault: "cannot be started" }];
  // Its last run was ended by somebody else, such as a restart of all containers.
  return observed.length > 0 && observed.at(-1)?.end?.reason === restartingAllReason ? [plainRun] : [];
}

function inferImage(
  events: readonly ObservedEvent[],
  container: ObservedContainer,
  image: string,
): ImageBehavior | undefined {
  const { state } = container;
  const isMissing = state.is === "waiting" && (state.reason === "ErrImagePull" || state.reason === "ImagePullBackOff");
  if (isMissing) return { pullMs: undefined, absences: [{ fromMs: 0, missingTimes: undefined }] };
  const failures = pullFailures(events, container.name, image);
  const count = failures.reduce((sum, event) => sum + event.count, 0);
  return count === 0 ? undefined : { pullMs: undefined, absences: [{ fromMs: 0, missingTimes: count }] };
}

/** Largest difference between two times of the same run: each is known to a second. */
const sameMs = 1000;

/** Equal runs that follow one another become one that is repeated, with the mean of their times. */
function grouped(runs: readonly Run[]): readonly Run[] {
  const groups: Run[] = [];
  for (const run of runs) {
    const last = groups.at(-1);
    const joined = last && join(last, run);
    if (joined === undefined) groups.push(run);
    else groups[groups.length - 1] = joined;
  }
  return groups.map(wholeSeconds);
}

function join(group: Run, run: Run): Run | undefined {
  const times = group.times + run.times;
  const mean = (one: number, other: number) => (one * group.times + other * run.times) / times;
  const ends = group.end && run.end && { one: group.end, other: run.end };
  const windows = group.answers.map((one, index) => ({ one, other: run.answers[index] }));
  const apartMs = [
    ends ? Math.abs(ends.one.afterMs - ends.other.afterMs) : 0,
    ...windows.map(({ one, other }) => Math.abs(one.afterMs - (other?.afterMs ?? 0))),
  ];
  if (shapeOf(group) !== shapeOf(run) || Math.max(...apartMs) > sameMs) return undefined;
  return {
    ...group,
    times,
    end: ends && { ...ends.one, afterMs: mean(ends.one.afterMs, ends.other.afterMs) },
    answers: windows.map(({ one, other }) => ({ ...one, afterMs: mean(one.afterMs, other?.afterMs ?? one.afterMs) })),
  };
}

/** A run without its times. */
function shapeOf({ end, answers, ...run }: Run): string {
  return JSON.stringify({
    ...run,
    times: 1,
    end: end && { ...end, afterMs: 0 },
    answers: answers.map((window) => ({ ...window, afterMs: 0 })),
  });
}

function wholeSeconds(run: Run): Run {
  const whole = (ms: number) => Math.round(ms / 1000) * 1000;
  return {
    ...run,
    end: run.end && { ...run.end, afterMs: whole(run.end.afterMs) },
    answers: run.answers.map((window) => ({ ...window, afterMs: whole(window.afterMs) })),
  };
}

function formatRuns(runs: readonly Run[]): string {
  return formatScript({ runs, image: undefined });
}
