import { counted } from "../../basics/counted.ts";
import { plainLine } from "../../basics/plain-line.ts";
import type { Outlook } from "../../forecast/answer/model.ts";
import { humanDuration } from "../../simulation/status/kubectl.ts";
import { loopUntil } from "../loop.ts";
import { specOf } from "../objects/kubelet-model.ts";
import type { ObservedContainer, ObservedPod } from "../objects/pod-object.ts";
import type { PodSnapshot } from "../objects/pod-snapshot.ts";
import { restartsOf } from "../objects/runs.ts";
import { lastRestart } from "../short.ts";
import { nodeHold, probeFailure } from "../stuck.ts";
import { clockText, clockWindow, lasting, lastingText } from "./clock.ts";
import { type LastEnd, lastEnd } from "./ends.ts";
import { endFix } from "./fixes.ts";
import type { ContainerAt, ContainerCase } from "./waiting.ts";

/** Of a container that runs and is not ready: it starts, or has lost its readiness. Undefined if it is ready, or nobody waits for it. */
export function unreadyCase(at: ContainerAt): ContainerCase | undefined {
  const { model, look, container, atMs } = at;
  const { state, kind, ready, started, name } = container;
  if (state.is !== "running" || ready || kind === "ephemeral" || kind === "init") return undefined;
  const spec = specOf(model, name);
  const sinceMs = state.startedAt?.nominalMs;
  const restarts = restartsText(at);
  if (spec?.probes.startup !== undefined && !started) {
    return {
      is: "starting",
      outlook: loopOutlook(at),
      ...lasting({ what: "starts", sinceMs, why: restarts, tail: "its startup probe has not succeeded yet" }, atMs),
      ...likeBefore(at),
      next: undefined,
    };
  }
  const lostMs = unreadySince(look.pod);
  const wasReady = sinceMs !== undefined && lostMs !== undefined && lostMs > sinceMs + startToleranceMs;
  const told = probeFailure(look, container);
  // Nothing else takes the readiness of a container that runs.
  const known = told ?? (wasReady && spec?.probes.readiness !== undefined ? "its readiness probe fails" : undefined);
  const why = [known, restarts].filter((text) => text !== undefined).join(", ");
  const what = wasReady ? "runs, and is not ready any more" : "runs, not ready yet";
  const isLate = wasReady || told !== undefined || isOverdue(at);
  return {
    is: isLate ? "not-ready" : "starting",
    outlook: isLate ? (loopOutlook(at) ?? "never-ready") : loopOutlook(at),
    ...lasting({ what, sinceMs: wasReady ? lostMs : sinceMs, why: why === "" ? undefined : why }, atMs),
    ...(isLate
      ? {
          fix: "see why it fails the readiness probe: that alone never restarts it",
          after: "Services send it no traffic until the readiness probe succeeds",
        }
      : likeBefore(at)),
    next: undefined,
  };
}

const nothingToDo = { fix: undefined, after: undefined };

/** Of a container that runs again after it was killed or has crashed: what would help, and when this run ends if it is like the last one. */
function likeBefore(at: ContainerAt): Pick<ContainerCase, "fix" | "after"> {
  const { model, look, container, atMs } = at;
  const end = lastEnd(model, look, container);
  if (end === undefined || loopOutlook(at) === undefined) return nothingToDo;
  return { fix: endFix(at, end), after: repeatText(container, end, atMs) };
}

/** Undefined where the run that goes on is older than that already, or the last one says nothing about it. */
function repeatText({ state }: ObservedContainer, { kind, run }: LastEnd, atMs: number): string | undefined {
  const startedAt = state.is === "running" ? state.startedAt : undefined;
  const { lengthMs } = run;
  if (startedAt === undefined || lengthMs === undefined || !repeating.has(kind)) return undefined;
  const window = {
    nominalMs: startedAt.nominalMs + lengthMs.nominalMs,
    earliestMs: startedAt.earliestMs + lengthMs.earliestMs,
    latestMs: startedAt.latestMs + lengthMs.latestMs,
  };
  return window.earliestMs <= atMs
    ? undefined
    : `if this run is like the last one, it ends ${clockWindow(window, atMs)} UTC`;
}

const repeating: ReadonlySet<LastEnd["kind"]> = new Set(["liveness", "startup", "oom", "crash", "completion", "hook"]);

/** Conditions follow a start by some seconds. */
const startToleranceMs = 5000;
/** A program that is not ready so long after its first probes may never be. */
const lateMs = 60_000;

function isOverdue({ model, container, atMs }: ContainerAt): boolean {
  const { state, name } = container;
  const readiness = specOf(model, name)?.probes.readiness;
  if (state.is !== "running" || state.startedAt === undefined || readiness === undefined) return false;
  const { initialDelaySeconds, periodSeconds, failureThreshold } = readiness;
  const allowedMs = 1000 * (initialDelaySeconds + periodSeconds * failureThreshold) + lateMs;
  return atMs - state.startedAt.latestMs > allowedMs;
}

function unreadySince({ conditions }: ObservedPod): number | undefined {
  const condition =
    conditions.find(({ type }) => type === "ContainersReady") ?? conditions.find(({ type }) => type === "Ready");
  return condition?.status === "False" ? condition.since?.nominalMs : undefined;
}

/** `3 restarts, the last 31s ago (OOM-killed after 8s)`. Undefined if there was none. */
export function restartsText(at: ContainerAt): string | undefined {
  const { restartCount } = at.container;
  if (restartCount === 0) return undefined;
  const end = lastEnd(at.model, at.look, at.container);
  const when =
    end?.run.end?.finishedAt === undefined ? "" : ` at ${clockText(end.run.end.finishedAt.nominalMs, at.atMs)}`;
  const how = end === undefined ? "" : `, the last${when}: ${end.text}`;
  return `${counted(restartCount, "restart")}${how}`;
}

/** What recent restarts of a container that runs come to; undefined if there was none within the time that resets its back-off. */
export function loopOutlook({ model, look, container, atMs }: ContainerAt): Outlook | undefined {
  const endedMs = container.lastState?.finishedAt?.nominalMs;
  if (container.restartCount === 0 || endedMs === undefined || atMs - endedMs > model.policy.resetAfterMs)
    return undefined;
  const untilMs = loopUntil(model, look, container);
  return untilMs !== undefined && atMs <= untilMs ? "crash-loop" : "restarts";
}

/** Of a pod whose containers all do what they should. */
export function readyCase(at: Omit<ContainerAt, "container">, isNow: boolean): ContainerCase {
  const { look, atMs } = at;
  const { pod } = look;
  const ready = pod.conditions.find(({ type }) => type === "Ready");
  const count = restartsOf(pod);
  const last = lastRestarted(look);
  const end = last && lastEnd(at.model, look, last);
  const lastMs = lastRestart(look);
  const when =
    lastMs === undefined ? "" : `, the last ${isNow ? agoText(atMs - lastMs) : `at ${clockText(lastMs, atMs)}`}`;
  const how = end === undefined ? "" : ` (${end.text})`;
  const outlooks = pod.containers.map((container) => loopOutlook({ ...at, container }));
  const outlook = outlooks.find((each) => each === "crash-loop") ?? outlooks.find((each) => each !== undefined);
  const isReady = ready === undefined || ready.status === "True";
  const gate = isReady ? undefined : openGate(pod);
  return {
    is: isReady ? "ready" : "not-ready",
    outlook: isReady ? (outlook ?? "healthy") : "never-ready",
    headline: [
      lastingText(
        isReady
          ? { what: "ready", sinceMs: ready?.since?.nominalMs }
          : { what: "is not ready", sinceMs: ready?.since?.nominalMs, why: gate ?? nodeHold(look) ?? ready?.reason },
        atMs,
      ),
      ...(count === 0 ? [] : [`${counted(count, "restart")}${when}${how}`]),
    ].join("; "),
    ...(last === undefined || outlook === undefined ? nothingToDo : likeBefore({ ...at, container: last })),
    next: undefined,
  };
}

/** Of a pod that is not ready because one of its containers has completed, while others run: it completes with the last of them. */
export function doneBeside(at: Omit<ContainerAt, "container">): ContainerCase | undefined {
  const { look, atMs } = at;
  const regular = look.pod.containers.filter(({ kind }) => kind === "regular");
  const done = regular.filter(({ state }) => state.is === "terminated" && state.exitCode === 0);
  const running = regular.filter(({ state }) => state.is === "running");
  if (done.length === 0 || running.length === 0 || done.length + running.length < regular.length) return undefined;
  // What restarts again and again has more to say.
  if (running.some((container) => loopOutlook({ ...at, container }) !== undefined)) return undefined;
  const ends = done.flatMap(({ state }) => (state.is === "terminated" ? (state.finishedAt?.nominalMs ?? []) : []));
  const names = (containers: readonly ObservedContainer[]): string =>
    plainLine(containers.map(({ name }) => name).join(", "), namesMax);
  const isOne = running.length === 1;
  return {
    is: "not-ready",
    outlook: "loses-ready",
    ...lasting(
      {
        what: `${names(done)} completed`,
        from: "at",
        sinceMs: ends.length === 0 ? undefined : Math.max(...ends),
        tail: `${names(running)} still ${isOne ? "runs" : "run"}: the pod completes only when ${isOne ? "that ends" : "they end"}`,
      },
      atMs,
    ),
    fix: `if ${names(running)} only ${isOne ? "helps" : "help"}: an init container with restartPolicy Always, which ends with the pod`,
    after: undefined,
    next: undefined,
  };
}

const namesMax = 200;

/** As kubectl writes ages. */
function agoText(ms: number): string {
  return `${humanDuration(Math.max(0, ms))} ago`;
}

function lastRestarted({ pod }: PodSnapshot): ObservedContainer | undefined {
  const endedMs = ({ lastState }: ObservedContainer): number => lastState?.finishedAt?.nominalMs ?? 0;
  return pod.containers
    .filter(({ restartCount, lastState }) => restartCount > 0 && lastState !== undefined)
    .toSorted((one, other) => endedMs(other) - endedMs(one))[0];
}

/** Which of the pod's readiness gates keeps it from being Ready. */
function openGate({ spec, conditions }: ObservedPod): string | undefined {
  const gates: unknown = spec["readinessGates"];
  if (!Array.isArray(gates)) return undefined;
  const names = gates.flatMap((gate: unknown) => {
    const type = typeof gate === "object" && gate !== null && "conditionType" in gate ? gate.conditionType : undefined;
    return typeof type === "string" ? [type] : [];
  });
  const open = names.find((name) => !conditions.some(({ type, status }) => type === name && status === "True"));
  return open && `readiness gate ${open}`;
}

/** Of an init container that runs, and those that wait for it. */
export function initializingCase(at: ContainerAt): ContainerCase | undefined {
  const { look, container, atMs } = at;
  const { kind, state, restartCount } = container;
  if (kind !== "init" || state.is !== "running") return undefined;
  const { containers } = look.pod;
  const inits = containers.filter((each) => each.kind === "init");
  const others = containers.filter((each) => each.kind === "regular").map((each) => plainLine(each.name));
  const wait = others.length === 1 ? `${others.join("")} waits for it` : "its containers wait for it";
  const place = inits.length < 2 ? "" : `, ${inits.indexOf(container) + 1} of ${inits.length}`;
  const restarts = restartCount === 0 ? "" : `, ${restartsText(at) ?? ""}`;
  return {
    is: "initializing",
    outlook: loopOutlook(at),
    ...lasting(
      {
        what: "runs",
        sinceMs: state.startedAt?.nominalMs,
        why: `${place}${restarts}`.slice(2) || undefined,
        tail: others.length === 0 ? undefined : wait,
      },
      atMs,
    ),
    ...likeBefore(at),
    next: undefined,
  };
}
