import type { Container, Handler, Probe, ProbeType } from "../kubernetes/pod.ts";
import { type SleepingCommand, sleepingCommand } from "../kubernetes/sleeping-command.ts";
import type { AnswerWindow, Run } from "../scenario/model.ts";

/** Result and duration of one attempt. The prober discards `error`: it neither counts nor resets the counters. */
export interface AttemptAnswer {
  readonly result: "success" | "failure" | "timeout" | "error";
  readonly tookMs: number;
}

/** A time since the start of the run from which on the same attempt gets another answer. */
interface AnswerChange {
  readonly atMs: number;
  readonly window: AnswerWindow | undefined;
  /** It comes again and again, so long after it came last. */
  readonly everyMs: number | undefined;
}

/**
 * Answers a probe that is asked `elapsedMs` after the start of a run.
 * Models pkg/kubelet/prober/prober.go runProbe (v1.37.1) for what the scenario says about the container.
 */
export function answerProbe(
  run: Run,
  container: Container,
  type: ProbeType,
  probe: Probe,
  elapsedMs: number,
  dials: "until it connects" | "once" = "until it connects",
): AttemptAnswer {
  if (probe.handler === undefined || hasUndeclaredPortName(probe.handler, container))
    return { result: "error", tookMs: 0 };
  const asked = { type, handler: probe.handler };
  const timeoutMs = probe.timeoutSeconds * 1000;
  const redials = probe.handler.type === "grpc" && dials === "until it connects";
  const dialedMs = redials ? grpcDialMs(run, elapsedMs, timeoutMs) : 0;
  if (dialedMs === undefined) return { result: "failure", tookMs: timeoutMs };
  const sleepMs = sleepOfProbe(run, asked);
  if (sleepMs > timeoutMs) return { result: "timeout", tookMs: timeoutMs };
  let tookMs = dialedMs + sleepMs;
  for (let tries = 1; ; tries += 1) {
    const answer = answerInWindows(run, asked, elapsedMs + tookMs, timeoutMs - dialedMs - sleepMs);
    tookMs += answer.tookMs;
    if (answer.result !== "error" || tries === maxProbeRetries) return { result: answer.result, tookMs };
  }
}

/** The sleep that a probe's command says, where the scenario does not say how long it takes. */
export function sleepOfProbe(run: Run, asked: Asked): number {
  if (asked.handler?.type !== "exec") return 0;
  const sleepMs = sleepingCommand(asked.handler.command)?.sleepMs ?? 0;
  const isSaid = ({ target, answer }: AnswerWindow): boolean => target !== undefined || answer === "answers";
  return sleepMs > 0 && run.answers.some((window) => isSaid(window) && concerns(window, asked)) ? 0 : sleepMs;
}

/** First and longest time between two dials of gRPC, and by how much it grows. */
const grpcBackOff = { baseMs: 1000, factor: 1.6, maxMs: 120_000 } as const;

/**
 * How long gRPC dials until the program listens; undefined means longer than the timeout. Up to 1.37 a refused connection ends no attempt.
 * Models pkg/probe/grpc/grpc.go Probe (v1.37.1), without the jitter of the dials.
 */
function grpcDialMs({ startsInMs }: Run, elapsedMs: number, timeoutMs: number): number | undefined {
  let delayMs: number = grpcBackOff.baseMs;
  for (
    let dialMs = 0;
    dialMs < timeoutMs;
    dialMs += delayMs, delayMs = Math.min(delayMs * grpcBackOff.factor, grpcBackOff.maxMs)
  )
    if (elapsedMs + dialMs >= startsInMs) return Math.round(dialMs);
  return undefined;
}

/** An attempt that errs is retried immediately. Models pkg/kubelet/prober/prober.go runProbeWithRetries (v1.37.1). */
const maxProbeRetries = 3;

/** When the answers to this probe change during a run: the end of the start, and both ends of each window that concerns it. */
export function answerChanges(run: Run, type: ProbeType, probe: Probe): readonly AnswerChange[] {
  const asked = { type, handler: probe.handler };
  const changes: AnswerChange[] =
    run.startsInMs > 0 ? [{ atMs: run.startsInMs, window: undefined, everyMs: undefined }] : [];
  for (const window of run.answers) {
    if (!concerns(window, asked)) continue;
    const { afterMs, forMs, everyMs } = window;
    changes.push({ atMs: afterMs, window, everyMs });
    if (forMs !== undefined) changes.push({ atMs: afterMs + forMs, window: undefined, everyMs });
  }
  return changes.sort((left, right) => left.atMs - right.atMs);
}

/**
 * How long a hook takes and whether it succeeds, when it starts `elapsedMs` after the start of the run. `tookMs` is Infinity
 * for one that never answers. A command that sleeps takes that long, unless the scenario says what the hook does.
 * Models pkg/kubelet/lifecycle/handlers.go Run (v1.37.1), which gives a command no timeout.
 */
export function answerHook(
  run: Run,
  hook: "postStart" | "preStop",
  handler: Handler,
  elapsedMs: number,
): AttemptAnswer {
  if (handler.type === "sleep") return { result: "success", tookMs: handler.seconds * 1000 };
  const asked = { hook, handler };
  const sleeping = sleepOfHook(run, hook, handler);
  if (sleeping === undefined) return answerInWindows(run, asked, elapsedMs, Number.POSITIVE_INFINITY);
  const { sleepMs, isWhole } = sleeping;
  if (isWhole) return { result: "success", tookMs: sleepMs };
  const after = answerInWindows(run, asked, elapsedMs + sleepMs, Number.POSITIVE_INFINITY);
  return { result: after.result, tookMs: sleepMs + after.tookMs };
}

/** The sleep that a hook's command says, where the scenario says nothing of that hook. */
function sleepOfHook(run: Run, hook: "postStart" | "preStop", handler: Handler): SleepingCommand | undefined {
  if (handler.type !== "exec" || run.answers.some((window) => concerns(window, { hook, handler }))) return undefined;
  return sleepingCommand(handler.command);
}

/** A probe or a hook, and what it does. */
interface Asked {
  readonly type?: ProbeType;
  readonly hook?: "postStart" | "preStop";
  readonly handler: Handler | undefined;
}

function windowsAt(run: Run, asked: Asked, elapsedMs: number): readonly AnswerWindow[] {
  return run.answers.filter((window) => {
    const sinceMs = sinceBegin(window, elapsedMs);
    return concerns(window, asked) && sinceMs >= 0 && (window.forMs === undefined || sinceMs < window.forMs);
  });
}

/** How long ago a window began last; negative before its first time. */
function sinceBegin({ afterMs, everyMs }: AnswerWindow, elapsedMs: number): number {
  const sinceMs = elapsedMs - afterMs;
  return everyMs === undefined || sinceMs < 0 ? sinceMs : sinceMs % everyMs;
}

function concerns(window: AnswerWindow, asked: Asked): boolean {
  const target = window.target;
  if (target === undefined) return asked.type !== undefined;
  if (target.kind === "probe") return target.type === asked.type;
  if (target.kind === "hook") return target.hook === asked.hook;
  if (asked.handler?.type === "exec" && asked.handler.command[0] === target.command) return true;
  return asked.type !== undefined && shortNames[asked.type] === target.command;
}

/** What people call a probe, whatever it runs: `fails live`. */
const shortNames: Partial<Readonly<Record<ProbeType, string>>> = { liveness: "live", readiness: "ready" };

/**
 * Windows that overlap add up: the answer is the worst of theirs. What has not started yet fails, however long it takes to
 * say so.
 */
function answerInWindows(run: Run, asked: Asked, elapsedMs: number, timeoutMs: number): AttemptAnswer {
  // Most containers answer at once whatever they are asked.
  if (run.answers.length === 0) return { result: elapsedMs < run.startsInMs ? "failure" : "success", tookMs: 0 };
  const windows = windowsAt(run, asked, elapsedMs);
  const latencyMs = latencyOf(windows, elapsedMs);
  if (latencyMs > timeoutMs) return { result: "timeout", tookMs: timeoutMs };
  const does = (answer: AnswerWindow["answer"]): boolean => windows.some((window) => window.answer === answer);
  if (does("breaks")) return { result: "error", tookMs: latencyMs };
  const isFailure = elapsedMs < run.startsInMs || does("fails");
  return { result: isFailure ? "failure" : "success", tookMs: latencyMs };
}

/** The last statement about response time wins. A hang that begins later delays the response until it ends; one without an end never responds. */
function latencyOf(windows: readonly AnswerWindow[], elapsedMs: number): number {
  let latencyMs = 0;
  for (const window of windows) {
    if (window.answer === "hangs") latencyMs = Math.max(latencyMs, untilEndMs(window, elapsedMs));
    else if (window.answer === "answers" && latencyMs !== Number.POSITIVE_INFINITY) latencyMs = window.latencyMs ?? 0;
  }
  return latencyMs;
}

function untilEndMs(window: AnswerWindow, elapsedMs: number): number {
  const { forMs } = window;
  return forMs === undefined ? Number.POSITIVE_INFINITY : forMs - sinceBegin(window, elapsedMs);
}

/** A port name that the container does not declare cannot be resolved: the attempt is an error, not a failure. */
export function hasUndeclaredPortName(handler: Handler, container: Container): boolean {
  if (handler.type !== "httpGet" && handler.type !== "tcpSocket") return false;
  const port = handler.port;
  return typeof port === "string" && !/^\d+$/.test(port) && !container.ports.some((declared) => declared.name === port);
}
