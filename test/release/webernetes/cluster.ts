import { BaseImage, Cluster, type ProcessContext, type V1Container, type V1Pod, type V1Probe } from "@ngrok/webernetes";
import type { Container, DefaultedPod, Probe, ProbeType } from "../../../shared/kubernetes/pod.ts";
import type { AnswerWindow, Run, Scenario } from "../../../shared/scenario/model.ts";
import { runOf, scriptOf } from "../../../shared/scenario/script.ts";
import type { Seen, Story } from "./story.ts";
import { inVirtualTime, type VirtualTime } from "./virtual-time.ts";

export interface WebernetesInput {
  readonly pod: DefaultedPod;
  readonly scenario: Scenario;
  readonly untilMs: number;
  readonly seed: number;
}

/** By then the cluster's own pods run. */
const bootMs = 5000;
const image = { name: "scripted", version: "1" };

/**
 * Plays a pod in webernetes, in virtual time. Its containers and probes do what the scenario says; every probe is an exec probe there,
 * whatever its handler. Times count from the moment at which the API server gets the pod.
 */
export function playInWebernetes({ pod, scenario, untilMs, seed }: WebernetesInput): Promise<Story> {
  return inVirtualTime(randomNumbers(seed), async (time) => {
    const seen: Seen[] = [];
    const statuses: { tMs: number; text: string }[] = [];
    const sinceBoot = () => time.nowMs() - bootMs;
    const failures: unknown[] = [];
    const onError = (error: unknown) => failures.push(error);
    const cluster = new Cluster({ nodes: 1 });
    cluster.registerImage(
      scriptedImage({ pod, scenario, time, report: (each) => seen.push({ ...each, tMs: sinceBoot() }) }),
    );
    cluster.init().catch(onError);
    await time.runUntil(bootMs);
    cluster.informer("pods", (_, changed) => {
      if (changed.metadata?.name === pod.name && changed.status !== undefined)
        statuses.push({ tMs: sinceBoot(), text: statusText(changed) });
    });
    cluster.apply([manifestOf(pod)]).catch(onError);
    await time.runUntil(bootMs + untilMs);
    const story = { seen: [...seen], statuses: [...statuses] };
    cluster.close().catch(onError);
    await time.runUntil(bootMs + untilMs + 1000);
    if (failures.length > 0) throw failures[0];
    return story;
  });
}

/** What one container does at the moment. */
interface Running {
  readonly run: Run;
  readonly startedMs: number;
  exitCode: number | undefined;
}

interface Script {
  readonly pod: DefaultedPod;
  readonly scenario: Scenario;
  readonly time: VirtualTime;
  report(what: Omit<Seen, "tMs">): void;
}

/** An image whose process is a script of ours: `run NAME` is a container, `probe NAME TYPE` one of its probes. */
function scriptedImage({ pod, scenario, time, report }: Script) {
  const running = new Map<string, Running>();
  const attempts = new Map<string, number>();

  const begin = (container: string): Running => {
    const attempt = attempts.get(container) ?? 0;
    attempts.set(container, attempt + 1);
    const kind = pod.initContainers.find(({ name }) => name === container)?.kind ?? "regular";
    const run = runOf(scriptOf(scenario, { name: container, kind }), attempt);
    const state = { run, startedMs: time.nowMs(), exitCode: undefined };
    running.set(container, state);
    report({ container, what: "start", exitCode: undefined });
    return state;
  };
  const exitAfter = (ctx: ProcessContext, state: Running, afterMs: number, exitCode: number): void => {
    ctx.setTimeout(() => {
      state.exitCode = exitCode;
      ctx.exit(exitCode);
    }, afterMs);
  };

  return class extends BaseImage {
    static readonly imageName = image.name;
    static readonly imageVersion = image.version;

    override async exec(ctx: ProcessContext, [what, container = "", type]: readonly string[]): Promise<number> {
      if (what === "probe") return answerProbe(ctx, running.get(container), type, time);
      const state = begin(container);
      const { end } = state.run;
      if (end !== undefined) exitAfter(ctx, state, end.afterMs, end.exitCode);
      const killedWith = await ctx.waitUntilKilled();
      const exitCode = state.exitCode ?? killedWith;
      report({ container, what: "exit", exitCode });
      return exitCode;
    }

    signalHandler(ctx: ProcessContext, signal: "SIGTERM" | "SIGKILL"): void {
      const state = running.get(ctx.argv[1] ?? "");
      if (signal === "SIGKILL" || state?.run.stop.kind !== "stops") return;
      exitAfter(ctx, state, state.run.stop.inMs, state.run.stop.exitCode);
    }
  };
}

async function answerProbe(
  ctx: ProcessContext,
  state: Running | undefined,
  type: string | undefined,
  time: VirtualTime,
): Promise<number> {
  if (state === undefined) return 1;
  const sinceMs = time.nowMs() - state.startedMs;
  if (sinceMs < state.run.startsInMs) return 1;
  const window = state.run.answers.findLast((each) => speaksOf(each, type) && isOpen(each, sinceMs));
  if (window?.answer === "hangs") return await ctx.waitUntilKilled();
  return window === undefined ? 0 : 1;
}

function speaksOf({ target }: AnswerWindow, type: string | undefined): boolean {
  return target === undefined || (target.kind === "probe" && target.type === type);
}

function isOpen({ afterMs, forMs }: AnswerWindow, sinceMs: number): boolean {
  return sinceMs >= afterMs && (forMs === undefined || sinceMs < afterMs + forMs);
}

function manifestOf(pod: DefaultedPod) {
  const { restartPolicy, terminationGracePeriodSeconds, activeDeadlineSeconds } = pod;
  return {
    apiVersion: "v1",
    kind: "Pod",
    metadata: { name: pod.name },
    spec: {
      restartPolicy,
      terminationGracePeriodSeconds,
      ...(activeDeadlineSeconds !== undefined && { activeDeadlineSeconds }),
      initContainers: pod.initContainers.map(containerOf),
      containers: pod.containers.map(containerOf),
    },
  } as const;
}

function containerOf({ name, restartPolicy, restartPolicyRules, probes }: Container): V1Container {
  const { startup, liveness, readiness } = probes;
  const rules = restartPolicyRules.map(({ action, exitCodes }) => ({
    action,
    ...(exitCodes && { exitCodes: { operator: exitCodes.operator, values: [...exitCodes.values] } }),
  }));
  return {
    name,
    image: `${image.name}:${image.version}`,
    command: ["run", name],
    ...(restartPolicy && { restartPolicy }),
    ...(rules.length > 0 && { restartPolicyRules: rules }),
    ...(startup && { startupProbe: probeOf(name, "startup", startup) }),
    ...(liveness && { livenessProbe: probeOf(name, "liveness", liveness) }),
    ...(readiness && { readinessProbe: probeOf(name, "readiness", readiness) }),
  };
}

function probeOf(name: string, type: ProbeType, probe: Probe): V1Probe {
  const { initialDelaySeconds, timeoutSeconds, periodSeconds, successThreshold, failureThreshold } = probe;
  const exec = { command: ["probe", name, type] };
  return { exec, initialDelaySeconds, timeoutSeconds, periodSeconds, successThreshold, failureThreshold };
}

function statusText({ status }: V1Pod): string {
  const ready = status?.conditions?.find(({ type }) => type === "Ready")?.status ?? "False";
  const containers = (status?.containerStatuses ?? []).map(({ name, state, restartCount }) => {
    if (state?.running !== undefined) return `${name} ${restartCount} running`;
    if (state?.terminated !== undefined) return `${name} ${restartCount} exited ${state.terminated.exitCode}`;
    return `${name} ${restartCount} ${state?.waiting?.reason ?? "waiting"}`;
  });
  return [status?.phase ?? "Pending", ready === "True" ? "ready" : "unready", ...containers].join(", ");
}

/** Numbers in [0, 1) that are the same for the same seed. Webernetes goes on for ever with one that does not change. */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
