import type { Container, Handler, Probe, ProbeType } from "../kubernetes/pod.ts";
import type { AnswerWindow, Run } from "../scenario/model.ts";

/** What one attempt brings, and after how long. `error` is discarded by the prober: it neither counts nor resets. */
export interface Answer {
  readonly result: "success" | "failure" | "timeout" | "error";
  readonly tookMs: number;
}

/** A time since the start of the run from which on the same attempt gets another answer. */
export interface AnswerChange {
  readonly atMs: number;
  readonly window: AnswerWindow | undefined;
}

/**
 * Answers a probe that is asked `elapsedMs` after the start of a run.
 * Models pkg/kubelet/prober/prober.go runProbe (v1.37.1) for what the scenario says about the container.
 */
export function answerProbe(run: Run, container: Container, type: ProbeType, probe: Probe, elapsedMs: number): Answer {
  if (probe.handler === undefined || hasUndeclaredPortName(probe.handler, container))
    return { result: "error", tookMs: 0 };
  if (elapsedMs < run.startsInMs) return { result: "failure", tookMs: 0 };
  return answerInWindows(
    windowsAt(run, { type, handler: probe.handler }, elapsedMs),
    elapsedMs,
    probe.timeoutSeconds * 1000,
  );
}

/** When the answers to this probe change during a run: the end of the start, and both ends of each window that concerns it. */
export function answerChanges(run: Run, type: ProbeType, probe: Probe): readonly AnswerChange[] {
  const asked = { type, handler: probe.handler };
  const changes: AnswerChange[] = run.startsInMs > 0 ? [{ atMs: run.startsInMs, window: undefined }] : [];
  for (const window of run.answers) {
    if (!concerns(window, asked)) continue;
    changes.push({ atMs: window.afterMs, window });
    if (window.forMs !== undefined) changes.push({ atMs: window.afterMs + window.forMs, window: undefined });
  }
  return changes.sort((left, right) => left.atMs - right.atMs);
}

/** How long a hook takes and whether it succeeds, when it starts `elapsedMs` after the start of the run. `tookMs` is Infinity for one that never answers. */
export function answerHook(run: Run, hook: "postStart" | "preStop", handler: Handler, elapsedMs: number): Answer {
  if (handler.type === "sleep") return { result: "success", tookMs: handler.seconds * 1000 };
  if (hook === "postStart" && run.startsInMs > elapsedMs) return { result: "failure", tookMs: 0 };
  return answerInWindows(windowsAt(run, { hook, handler }, elapsedMs), elapsedMs, Number.POSITIVE_INFINITY);
}

interface Asked {
  readonly type?: ProbeType;
  readonly hook?: "postStart" | "preStop";
  readonly handler: Handler | undefined;
}

function windowsAt(run: Run, asked: Asked, elapsedMs: number): readonly AnswerWindow[] {
  return run.answers.filter(
    (window) =>
      concerns(window, asked) &&
      elapsedMs >= window.afterMs &&
      (window.forMs === undefined || elapsedMs < window.afterMs + window.forMs),
  );
}

function concerns(window: AnswerWindow, asked: Asked): boolean {
  const target = window.target;
  if (target === undefined) return asked.type !== undefined;
  if (target.kind === "probe") return target.type === asked.type;
  if (target.kind === "hook") return target.hook === asked.hook;
  return asked.handler?.type === "exec" && asked.handler.command[0] === target.command;
}

/** Where windows overlap, the one written last says what happens; how long an answer takes goes with each of them. */
function answerInWindows(windows: readonly AnswerWindow[], elapsedMs: number, timeoutMs: number): Answer {
  const window = windows.findLast(({ answer }) => answer !== "answers");
  const slow = windows.findLast(({ answer }) => answer === "answers");
  const slowMs = slow?.latencyMs ?? 0;
  const latencyMs = window?.answer === "hangs" ? Math.max(slowMs, untilEndMs(window, elapsedMs)) : slowMs;
  if (latencyMs > timeoutMs) return { result: "timeout", tookMs: timeoutMs };
  return { result: results[window?.answer ?? "answers"], tookMs: latencyMs };
}

const results = {
  answers: "success",
  redirects: "success",
  hangs: "success",
  fails: "failure",
  breaks: "error",
} as const;

function untilEndMs({ afterMs, forMs }: AnswerWindow, elapsedMs: number): number {
  return forMs === undefined ? Number.POSITIVE_INFINITY : afterMs + forMs - elapsedMs;
}

/** A port name that the container does not declare cannot be resolved: the attempt is an error, not a failure. */
export function hasUndeclaredPortName(handler: Handler, container: Container): boolean {
  if (handler.type !== "httpGet" && handler.type !== "tcpSocket") return false;
  const port = handler.port;
  return typeof port === "string" && !/^\d+$/.test(port) && !container.ports.some((declared) => declared.name === port);
}
