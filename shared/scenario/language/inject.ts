import { isDeepEqual } from "../../basics/values.ts";
import { probeTypes } from "../../kubernetes/pod.ts";
import type { AnswerTarget, AnswerWindow, ContainerScript, Fault, ImageBehavior, Run } from "../model.ts";
import { startingIn } from "../ranges.ts";
import { exitAfter, runOf } from "../script.ts";

/** A moment in the life of one container, as `attemptAt` of the simulation finds it. */
export interface FaultPlace {
  /** The attempt that was created last and has not ended, or the next one; counts from 1, as the entries of a timeline do. */
  readonly attempt: number;
  /** Since the entry `container-started` of that attempt, from which the engine counts `after`; 0 while it does not run. */
  readonly sinceStartMs: number;
  /** Since the kubelet first saw the pod. */
  readonly tMs: number;
  /** What the container does in the attempt, where that is known more exactly than by the script: its ranges are drawn. */
  readonly run?: Run;
}

/**
 * The same script with a fault at a moment: what came before stays as it was, and the attempts after this one do what they did.
 * `after` of a clause counts from the entry `container-started` (shared/simulation/runtime/runtime.ts, startInstance): the time to create and
 * to start lies before it. Creations count, whatever made them: a crash, a probe's kill, a restart of all containers, the node.
 * A container that does not run has the fault at its next start.
 */
export function injectFault(script: ContainerScript, place: FaultPlace, fault: Fault): ContainerScript {
  if (fault.kind === "image-missing")
    return { ...script, image: missingFrom(script, Math.round(place.tMs), fault.times) };
  const index = place.attempt - 1;
  const run = faulty(place.run ?? runOf(script, index), Math.round(place.sinceStartMs), fault);
  return { ...script, runs: merged([...runsUntil(script, index), run, ...runsFrom(script, index + 1)]) };
}

function missingFrom({ image }: ContainerScript, fromMs: number, missingTimes: number): ImageBehavior {
  const before = image?.absences.filter((absence) => absence.fromMs < fromMs) ?? [];
  return { pullMs: image?.pullMs, absences: [...before, { fromMs, missingTimes }] };
}

type RunFault = Exclude<Fault, { readonly kind: "image-missing" }>;

/** A run that cannot be created or started has no moment at which something could happen to it: it can now. */
function faulty(before: Run, sinceMs: number, fault: RunFault): Run {
  const run = { ...before, times: 1, fault: undefined };
  if (fault.kind === "crash") return { ...run, end: exitAfter(sinceMs, fault.exitCode) };
  if (fault.kind === "oom") return { ...run, end: { afterMs: sinceMs, exitCode: 137, reason: "OOMKilled" } };
  const { target, forMs } = fault;
  const answer =
    fault.kind === "hang"
      ? ({ answer: "hangs", latencyMs: undefined } as const)
      : ({ answer: "answers", latencyMs: fault.latencyMs } as const);
  const window = { ...answer, target, afterMs: sinceMs, forMs };
  return forMs === undefined ? answering(run, window) : answeringFor(run, window);
}

/** For a time the window alone says how long an answer takes; then everything goes on as it was, a start that was under way, too. */
function answeringFor(run: Run, window: AnswerWindow): Run {
  const leftMs = run.startsInMs - window.afterMs;
  if (leftMs <= 0 || window.target?.kind === "hook") return { ...run, answers: [...run.answers, window] };
  const stillStarting: AnswerWindow = { ...plainWindow, afterMs: window.afterMs, forMs: leftMs };
  return { ...startingIn(run, window.afterMs), answers: [...run.answers, stillStarting, window] };
}

/**
 * Windows that would begin later go: this one lasts forever and comes last. From then on it alone says how long an answer takes;
 * what failed goes on failing, and a start that is under way hides a hang no longer.
 */
function answering(run: Run, window: AnswerWindow): Run {
  const { answer, target, afterMs } = window;
  const answers = run.answers
    .filter((each) => each.afterMs < afterMs || !covers(target, each.target))
    .flatMap((each) => (each.answer === "hangs" || each.answer === "answers" ? until(each, target, afterMs) : [each]));
  const leftMs = run.startsInMs - afterMs;
  if (leftMs <= 0 || target?.kind === "hook") return { ...run, answers: [...answers, window] };
  const stillStarting: AnswerWindow = { ...plainWindow, afterMs, forMs: leftMs };
  return {
    ...startingIn(run, afterMs),
    answers: [...answers, ...(target === undefined && answer === "hangs" ? [] : [stillStarting]), window],
  };
}

/** A window that holds for what is asked only until then. */
function until(window: AnswerWindow, asked: AnswerTarget | undefined, untilMs: number): readonly AnswerWindow[] {
  const { target, afterMs, forMs = Number.POSITIVE_INFINITY } = window;
  if (afterMs + forMs <= untilMs) return [window];
  if (covers(asked, target)) return [lasting(window, untilMs - afterMs)];
  if (asked?.kind !== "probe" || target !== undefined) return [window];
  const others = probeTypes
    .filter((other) => other !== asked.type)
    .map((other) => ({ ...window, target: { kind: "probe", type: other } as const }));
  const before = { ...lasting(window, untilMs - afterMs), target: asked };
  return untilMs > afterMs ? [...others, before] : others;
}

/** The window with another length, of which nothing is open. */
function lasting(window: AnswerWindow, forMs: number): AnswerWindow {
  const { forMs: _open, ...others } = window.ranges ?? {};
  const { ranges: _ranges, ...exact } = window;
  return { ...exact, forMs, ...(Object.keys(others).length > 0 && { ranges: others }) };
}

const plainWindow: Omit<AnswerWindow, "afterMs" | "forMs"> = {
  answer: "fails",
  latencyMs: undefined,
  target: undefined,
};

/** Whether everything that `other` speaks of is spoken of. An exec command may be that of a hook. */
function covers(target: AnswerTarget | undefined, other: AnswerTarget | undefined): boolean {
  if (target === undefined) return other === undefined || other.kind === "probe";
  return other !== undefined && isDeepEqual(target, other);
}

/** The runs of the first attempts. */
function runsUntil({ runs }: ContainerScript, attempts: number): readonly Run[] {
  const until: Run[] = [];
  let left = attempts;
  for (const [index, run] of runs.entries()) {
    const times = index === runs.length - 1 ? left : Math.min(left, run.times);
    if (times > 0) until.push({ ...run, times });
    left -= times;
  }
  return until;
}

/** The runs of all attempts but the first ones. Never empty: the last run repeats forever. */
function runsFrom({ runs }: ContainerScript, attempts: number): readonly Run[] {
  let left = attempts;
  return runs.flatMap((run, index) => {
    if (index === runs.length - 1) return [run];
    const skipped = Math.min(left, run.times);
    left -= skipped;
    return skipped === run.times ? [] : [{ ...run, times: run.times - skipped }];
  });
}

/** Neighbors that say the same are one, so that the text stays short. */
function merged(runs: readonly Run[]): readonly Run[] {
  const short: Run[] = [];
  for (const run of runs) {
    const last = short.at(-1);
    if (last !== undefined && isDeepEqual({ ...last, times: 1 }, { ...run, times: 1 }))
      short[short.length - 1] = { ...run, times: last.times + run.times };
    else short.push(run);
  }
  return short.map((run, index) => (index === short.length - 1 ? { ...run, times: 1 } : run));
}
