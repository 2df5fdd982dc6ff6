import { plainLine } from "../basics/plain-line.ts";
import type { Span } from "../basics/span.ts";
import type { SeenEvent, SeenLook } from "../evidence/incident.ts";
import type { ActSighting, Place } from "../evidence/model.ts";
import { isHookError, stopOfRun } from "../observation/describe.ts";
import { earliestKillMs, isToldUnstopped, type ObservedStop } from "../observation/inference/causes.ts";
import { type KubeletModel, specOf } from "../observation/objects/kubelet-model.ts";
import type { ObservedContainer, ObservedPod } from "../observation/objects/pod-object.ts";
import type { PodSnapshot } from "../observation/objects/pod-snapshot.ts";
import { isStartFailure, type ObservedRun, type Stops, stopsOf } from "../observation/objects/runs.ts";
import { runsOf } from "../observation/windows/next-try.ts";
import { actText, stopBefore } from "./acts.ts";
import type { Cause, EndedBy } from "./model.ts";

/** One container of an incident, and all that is known of its pod. */
export interface ContainerEvidence {
  readonly model: KubeletModel;
  readonly look: PodSnapshot;
  readonly container: ObservedContainer;
  readonly looks: readonly SeenLook[];
  readonly events: readonly SeenEvent[];
  /** What an audit log says that somebody did to the pod. */
  readonly acts: readonly ActSighting[];
  /** Fields that no input says: their defaults prove nothing. */
  readonly unknown: readonly string[];
}

interface EndedRun extends ObservedRun {
  readonly end: NonNullable<ObservedRun["end"]>;
}

function hasEnded(run: ObservedRun): run is EndedRun {
  return run.end !== undefined;
}

/** Who ended a run, and what shows it. Undefined while it goes on. */
export function causeOf(subject: ContainerEvidence, run: ObservedRun): Cause | undefined {
  if (!hasEnded(run)) return undefined;
  return (
    ofObject(subject, run) ?? ofAct(subject, run) ?? ofCount(subject) ?? ofStop(subject, run) ?? ofExit(subject, run)
  );
}

/** Runs of a container that are over. */
function endedRuns({ restartCount, state, lastState }: ObservedContainer): number {
  if (state.is === "terminated") return restartCount + 1;
  const isAfterRun = state.is === "waiting" && state.reason === "CrashLoopBackOff" && lastState !== undefined;
  return isAfterRun ? restartCount + 1 : restartCount;
}

/** Who ended every run: as many kills by one probe as there are ended runs. */
export function ofCount({
  look,
  container,
  events,
}: Pick<ContainerEvidence, "look" | "container" | "events">): Cause | undefined {
  const [kills, ...others] = stopsOf(look.events, container.name);
  if (kills === undefined || kills.by === "other" || others.length > 0) return undefined;
  const ended = endedRuns(container);
  if (kills.count !== ended || ended === 0 || isUncounted(events, container.name)) return undefined;
  return {
    by: kills.by,
    certainty: "told",
    rule: "count",
    text: killText(kills.by),
    sources: killPlaces(events, container.name),
  };
}

function isUncounted(events: readonly SeenEvent[], container: string): boolean {
  return events.some(
    (seen) => seen.isUncounted && seen.event.container === container && seen.event.reason === "Killing",
  );
}

export function killPlaces(events: readonly SeenEvent[], container: string): readonly Place[] {
  return events.flatMap(({ event, place }) =>
    event.container === container && event.reason === "Killing" ? [place] : [],
  );
}

function killText(by: "liveness" | "startup"): string {
  return `killed by the ${by} probe`;
}

/** What the object itself says. */
function ofObject(subject: ContainerEvidence, run: EndedRun): Cause | undefined {
  const { end } = run;
  const told = (by: EndedBy, text: string): Cause => ({
    ...{ by, text, certainty: "told", rule: "object" },
    sources: placesOfEnd(subject, run),
  });
  if (run.isReset) {
    const text = "all containers were restarted; the API forgets how it ended";
    return { ...told("restart-all", text), certainty: "unexplained" };
  }
  if (end.reason === "OOMKilled") return told("oom", "OOM-killed");
  if (isStartFailure(end)) return told("start-failure", "could not be started");
  const disruption = disruptionOf(subject.look.pod);
  const isLast = run.number === subject.container.restartCount && subject.container.state.is === "terminated";
  const isDone = subject.container.kind === "init" && end.exitCode === 0;
  if (disruption === undefined || !isLast || isDone || !stopCodes.has(end.exitCode)) return undefined;
  return { ...told("disruption", `stopped with its pod (${plainLine(disruption)})`) };
}

/** Somebody had the pod evicted or deleted, by the audit log, and then its last run ended as programs do that are told to. */
function ofAct({ acts, container, looks }: ContainerEvidence, run: EndedRun): Cause | undefined {
  const isLast = run.number === container.restartCount && container.state.is === "terminated";
  const act = isLast && stopCodes.has(run.end.exitCode) ? stopBefore(acts, run) : undefined;
  if (act === undefined || (container.kind === "init" && run.end.exitCode === 0)) return undefined;
  return {
    by: act.act.is === "evicted" ? "disruption" : "stop",
    // It may have completed by itself, just then.
    certainty: run.end.exitCode === 0 ? "seen" : "told",
    rule: "audit",
    text: `stopped with its pod, ${actText(act)}`,
    sources: [act.place, ...placesOfEnd({ looks, container }, run)],
  };
}

/** As programs end that are told to. */
const stopCodes: ReadonlySet<number> = new Set([0, 137, 143]);

/** Why the pod as a whole ended. */
function disruptionOf({ phase, reason, conditions }: ObservedPod): string | undefined {
  const target = conditions.find(({ type, status }) => type === "DisruptionTarget" && status === "True");
  if (target !== undefined) return target.reason ?? "DisruptionTarget";
  return phase === "Failed" && reason !== undefined && reason !== "" ? reason : undefined;
}

/** By an event of the run, or by its length. */
function ofStop(subject: ContainerEvidence, run: EndedRun): Cause | undefined {
  const stop = stopOfRun(subject.model, subject.look, { container: subject.container, run });
  if (stop === undefined) return undefined;
  if (stop.by === "other") {
    // A hook after the start fails, too, because its container has crashed; a describe does not say that there is one.
    const isCrash = isHookTold(subject) && !stopCodes.has(run.end.exitCode);
    return isCrash ? undefined : ofOtherStop(subject, run, stop);
  }
  if (stop.evidence === "event")
    return {
      by: stop.by,
      certainty: "told",
      rule: "event",
      text: killText(stop.by),
      sources: killPlaces(subject.events, subject.container.name),
    };
  return {
    by: stop.by,
    certainty: certaintyOfWindow(subject, run, stop),
    rule: "window",
    text: killText(stop.by),
    sources: placesOfEnd(subject, run),
  };
}

/** Its length fits, and its exit code. An unknown grace period may make another length of it. */
function certaintyOfWindow(
  { unknown, look }: ContainerEvidence,
  { end }: EndedRun,
  stop: ObservedStop,
): Cause["certainty"] {
  if (stop.isGuess === true || end.exitCode === 0) return "possible";
  const isGraceUnknown = end.exitCode === 137 && unknown.includes("terminationGracePeriodSeconds");
  return isGraceUnknown || look.events.length === 0 || stop.countsOn === true ? "likely" : "seen";
}

function isHookTold({ events, container }: ContainerEvidence): boolean {
  return events.some(({ event }) => event.container === container.name && event.reason === "FailedPostStartHook");
}

function ofOtherStop(subject: ContainerEvidence, run: EndedRun, { evidence }: ObservedStop): Cause {
  const { look, events, container } = subject;
  const isDeleted = look.pod.deletionAt !== undefined;
  const isHook = isHookTold(subject);
  const why = isDeleted ? " when its pod was deleted" : isHook ? " because its postStart hook failed" : "";
  const sources = evidence === "event" ? killPlaces(events, container.name) : placesOfEnd(subject, run);
  return {
    by: "stop",
    certainty: evidence === "event" ? "told" : "likely",
    rule: evidence === "event" ? "event" : "window",
    text: `stopped by the kubelet${why}`,
    sources,
  };
}

/** Nothing shows that anybody stopped it. */
function ofExit(subject: ContainerEvidence, run: EndedRun): Cause {
  const { exitCode } = run.end;
  const sources = placesOfEnd(subject, run);
  if (exitCode === 137 || exitCode === 143) {
    const signal = exitCode === 137 ? "SIGKILL" : "SIGTERM";
    return {
      by: "unknown",
      certainty: "unexplained",
      rule: "none",
      text: `got ${signal}; nothing says from whom`,
      sources,
    };
  }
  if (isAfterHook(subject, run)) return ofHook(exitCode, sources);
  const text = exitCode === 0 ? "completed" : `its program exited with ${exitCode}`;
  const isUnknown = subject.unknown.includes("probes");
  if (isUnknown && exitCode !== 0) return { by: "program", certainty: "possible", rule: "exit", text, sources };
  if (!isUnknown && stopBefore(subject.acts, run) === undefined && isOutOfReach(subject, run))
    return { by: "program", certainty: "seen", rule: "alone", text, sources };
  if (exitCode !== 0) return { by: "program", certainty: "likely", rule: "exit", text, sources };
  return {
    by: "program",
    certainty: "possible",
    rule: "exit",
    text: "exit code 0: completed, or answered SIGTERM",
    sources,
  };
}

/** A program that ends as it wants to takes its hook along more often than it answers SIGTERM in this way. */
function ofHook(exitCode: number, sources: Cause["sources"]): Cause {
  return stopCodes.has(exitCode)
    ? { by: "stop", certainty: "likely", rule: "status", text: "stopped because its postStart hook failed", sources }
    : {
        by: "program",
        certainty: "possible",
        rule: "status",
        text: `exit code ${exitCode}, and its postStart hook failed`,
        sources,
      };
}

/** The status says that its hook failed. It fails with its program, too, and nothing says which came first. */
function isAfterHook({ look, container }: ContainerEvidence, { number }: EndedRun): boolean {
  return isHookError(container) && runsOf(look, container).runs.findLast(hasEnded)?.number === number;
}

/** No probe can have stopped it, or events would tell. */
function isOutOfReach({ model, look, container }: ContainerEvidence, run: EndedRun): boolean {
  const spec = specOf(model, container.name);
  if (spec === undefined) return false;
  const stops: readonly Stops[] = stopsOf(look.events, container.name);
  // A stop of which nobody knows when it was may be that of this run.
  if (stops.some(({ times }) => times.length === 0)) return false;
  const { runs } = runsOf(look, container);
  const evidence = { container: container.name, runs, stops, events: look.events, pod: look.pod };
  if (isToldUnstopped(evidence, run)) return true;
  const probes = (["liveness", "startup"] as const).filter((by) => spec.probes[by] !== undefined);
  const latestMs = run.lengthMs?.latestMs ?? Number.POSITIVE_INFINITY;
  return probes.every((by) => latestMs < earliestKillMs(evidence, { run, spec, by }));
}

/** Looks that show a run's end: the first of them says it. */
function placesOfEnd(
  { looks, container }: Pick<ContainerEvidence, "looks" | "container">,
  run: EndedRun,
): readonly Place[] {
  const shows = (finishedAt: Span | undefined): boolean =>
    finishedAt?.nominalMs === run.end.finishedAt?.nominalMs && finishedAt !== undefined;
  const found = looks.find(({ pod }) => {
    const own = pod.containers.find(({ name }) => name === container.name);
    const state = own?.state.is === "terminated" ? own.state.finishedAt : undefined;
    return shows(state) || shows(own?.lastState?.finishedAt);
  });
  const place = found?.place ?? looks.at(-1)?.place;
  return place === undefined ? [] : [place];
}
