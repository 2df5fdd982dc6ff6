import { crashLoopPolicy } from "../../backoff/policy.ts";
import { capitalized } from "../../basics/capitalized.ts";
import { formatDuration } from "../../basics/durations.ts";
import { formatSpan, formatTypical, rangeInWords } from "../../basics/span-words.ts";
import { replacedReason } from "../../controllers/job/model.ts";
import { allContainers, type Container, type DefaultedPod, type ProbeType, probeField } from "../../kubernetes/pod.ts";
import { hasUndeclaredPortName } from "../../probe/answer.ts";
import { firstMatch } from "../../restart/decision.ts";
import { completionBlocker } from "../../restart/restarting.ts";
import { formatEvent, formatScript } from "../../scenario/language/format.ts";
import type { Scenario, ScenarioEvent } from "../../scenario/model.ts";
import { slowestStart } from "../../scenario/ranges.ts";
import { scriptOf, writtenScript } from "../../scenario/script.ts";
import { earlyReadyOf } from "../container/early-ready.ts";
import { hangToSigtermOf } from "../container/limits.ts";
import { type CommonCause, causeInWords, exitVerb, itsName } from "./causes.ts";
import { assumedHookAdvice, endByCommandInWords, outsleptAdvice, outsleptInWords } from "./commands.ts";
import { type CauseDigest, finalEnd, type RunDigest, type StuckDigest } from "./digest-model.ts";
import { reasonOfLoss } from "./loss-reason.ts";
import type { Reason } from "./model.ts";
import { endByOutage, type OutageEnd } from "./outage.ts";
import type { OutcomeGroup } from "./outcomes.ts";
import type { AnswerInput } from "./runs.ts";

/** Why the runs come to that: a container that ends and leaves the pod not ready, else the most frequent cause of restarts, else what keeps the pod from being ready, else what made it fail. */
export function reasonOf(
  input: AnswerInput,
  groups: readonly OutcomeGroup[],
  causes: readonly CommonCause[],
): Reason | undefined {
  const [first] = causes;
  if (groups[0]?.manner === "blocked") return blockedReason(input);
  const ended = groups[0]?.manner === "not-ready" ? endOf(groups[0].runs) : undefined;
  if (ended !== undefined)
    return (
      reasonOfHolder(input, ended, groups[0]?.runs[0]) ??
      reasonOfFailure(input, ended, isIgnored(input, groups[0]?.runs[0]) ? ignoredWords : undefined)
    );
  if (first !== undefined) return reasonOfRestart(input, first);
  const runs = groups.flatMap((group) => (group.manner === "quiet" || group.manner === "succeeded" ? [] : group.runs));
  const [run] = runs;
  if (run === undefined) return groups[0]?.manner === "quiet" ? reasonOfEarlyReady(input) : undefined;
  if (finalEnd(run)?.reason === replacedReason) return { ...outlastedSchedule, path: undefined, scenario: undefined };
  if (run.end?.how === "Deleted") return eventReason(input, "pod-deleted");
  if (finalEnd(run)?.reason === "DeadlineExceeded" && !hasFailed(run.lastFailure)) return reasonOfDeadline(input);
  if (finalEnd(run)?.reason === "PodFailurePolicy")
    return reasonOfFailure(input, run.lastFailure, "podFailurePolicy fails the Job");
  if (run.lastFailure !== undefined) return reasonOfFailure(input, run.lastFailure);
  return run.end === undefined ? reasonOfStuck(input, run) : eventReason(input, "pod-deleted");
}

/** Nothing goes wrong with the pod, but with the requests that it gets. */
function reasonOfEarlyReady({ pod, scenario, job }: AnswerInput): Reason | undefined {
  const found = job === undefined ? earlyReadyOf(pod, scenario) : undefined;
  return (
    found && {
      text: `Nothing checks whether ${found.container.name} has started.`,
      path: [...found.container.path, "name"],
      scenario: undefined,
      advice: "Add a readinessProbe.",
    }
  );
}

/** Of a Job whose pods never complete, whatever their programs do. */
export function blockedReason({ pod, assumptions }: AnswerInput): Reason | undefined {
  const blocker = completionBlocker(pod, assumptions.node);
  return (
    blocker && {
      text: `${blocker.name} is restarted whenever it ends, even with exit code 0.`,
      path: [...blocker.path, "restartPolicy"],
      scenario: undefined,
      advice: blockerAdvice(pod),
    }
  );
}

/** What to do about a container that keeps a pod from completing. */
export function blockerAdvice({ containers }: Pick<DefaultedPod, "containers">): string {
  return containers.length === 1
    ? "Remove the container's restartPolicy."
    : "Move a helper to initContainers, which makes it a sidecar, or remove its restartPolicy.";
}

const outlastedSchedule = {
  text: "A run of the CronJob lasts longer than the time to its next start.",
  advice: "Leave more time between two starts, or set concurrencyPolicy to Forbid.",
};

function endOf([run]: readonly RunDigest[]): CauseDigest | undefined {
  return run?.lastFailure ?? run?.ended[0];
}

function reasonOfRestart(input: AnswerInput, common: CommonCause): Reason | undefined {
  const { cause } = common;
  const container = containerOf(input, cause.container);
  if (cause.kind === "outside" || container === undefined) return eventReason(input, "node-reboot");
  if (cause.kind === "probe") return probeReason(input, container, cause);
  if (cause.kind === "hook") return hookReason(input, common, container);
  if (cause.kind === "restart-all") return restartAllReason(input, container, cause.exitCode);
  return exitReason(input, container, { ...common, cause, outage: endByOutage(input.scenario, container) });
}

// Models pkg/kubelet/kuberuntime/kuberuntime_container.go startContainer (v1.37.1): the output of the hook goes into the kubelet's log.
function hookReason(input: AnswerInput, { restarts }: CommonCause, container: Container): Reason {
  const isDelayed = restarts.some(({ backOffMs }) => backOffMs > 0);
  return {
    text: `The postStart hook of ${container.name} fails, so the kubelet kills ${container.name}.${isDelayed ? doubling(input, "failure") : ""}`,
    path: [...container.path, "lifecycle", "postStart"],
    scenario: scriptText(input, container),
    advice: hookAdvice,
  };
}

const hookAdvice = "Find out why the hook fails: its output is in the log of the kubelet, not in kubectl logs.";

function doubling({ assumptions }: AnswerInput, what: "exit" | "crash" | "failure"): string {
  const { maximumMs } = crashLoopPolicy(assumptions.node, assumptions.semantics);
  return ` Each ${what} doubles the back-off, up to ${formatDuration(maximumMs)}.`;
}

type ExitCause = CommonCause & {
  readonly cause: Extract<CauseDigest, { kind: "exit" }>;
  readonly outage: OutageEnd | undefined;
};

function exitReason(input: AnswerInput, container: Container, { cause, ranMs, restarts, outage }: ExitCause): Reason {
  const { name } = container;
  const after = ranMs === undefined || ranMs.max < 500 ? "" : ` after ${rangeInWords(ranMs)}`;
  const code = cause.exitCode === 1 && cause.reason !== "OOMKilled" ? " (exit 1)" : "";
  const delayed = restarts.some(({ backOffMs }) => backOffMs > 0);
  const backOff = delayed ? doubling(input, cause.exitCode === 0 ? "exit" : "crash") : "";
  if (outage !== undefined) {
    return {
      text: `${name} ${exitVerb(cause)}${code} ${outage.when}.${backOff}`,
      path: container.path,
      scenario: scriptText(input, container),
      advice: outage.advice,
    };
  }
  return {
    text: `${name} ${exitVerb(cause)}${code}${after}${endByCommandInWords(input.scenario, container)}.${backOff}`,
    path: container.path,
    scenario: scriptText(input, container),
    advice: injectedIn(input.scenario, container) === undefined ? exitAdvice(input, container, cause) : undefined,
  };
}

function exitAdvice(
  { job, pod }: AnswerInput,
  container: Container,
  { exitCode, reason }: { readonly exitCode: number; readonly reason: string },
): string {
  if (reason === "OOMKilled") return memoryAdvice;
  if (exitCode === 0 && container.restartPolicy === "Always" && pod.restartPolicy !== "Always")
    return "Remove the container's restartPolicy: with Always, the pod never completes.";
  if (exitCode === 0) return "A container that is meant to end belongs in a Job, or needs restartPolicy OnFailure.";
  // A Job that fails deletes its active pods, and a pod between two restarts is active.
  return job === undefined || pod.restartPolicy === "Never"
    ? "Find out why in the log of its last run: kubectl logs --previous."
    : "Read its log while the Job runs: when the Job fails, it deletes the pod. With restartPolicy Never, failed pods and their logs stay.";
}

function probeReason(input: AnswerInput, container: Container, cause: Extract<CauseDigest, { kind: "probe" }>): Reason {
  const { pod, assumptions } = input;
  const { name } = container;
  const field = [...container.path, probeField(cause.probe)];
  const scenario = scriptText(input, container);
  const { maxMs: startMs } = slowestStart(scriptOf(input.scenario, container).runs);
  const probe = nameOf(cause.probe);
  const outslept = outsleptInWords(input.scenario, container, cause.probe);
  if (outslept !== undefined) return { text: `${outslept}.`, path: field, scenario, advice: outsleptAdvice };
  if (!cause.hadAnswered) {
    // When it kills, the headline says, as measured over the runs.
    const takes =
      startMs > 0
        ? `Startup of ${name} takes ${formatTypical(startMs)}, longer than ${probe} allows.`
        : `${name} never answers, so ${probe} kills it.`;
    const allow = `that allows more than ${formatTypical(startMs)}`;
    const advice =
      startMs === 0
        ? assumedHookAdvice(input.scenario, container)
        : cause.probe === "startup"
          ? `Give the startupProbe a failureThreshold ${allow}.`
          : `Add a startupProbe ${allow}.`;
    return { text: takes, path: field, scenario, advice };
  }
  const run = scriptOf(input.scenario, container).runs[0];
  const span = run && hangToSigtermOf({ pod, assumptions, container, run });
  const when =
    span === undefined || cause.probe !== "liveness" ? "" : `, ${formatSpan(span)} after it stops responding`;
  return {
    text: `${capitalized(probe)} fails ${container.probes[cause.probe]?.failureThreshold ?? 1} times in a row and kills ${name}${when}.`,
    path: field,
    scenario,
    advice: undefined,
  };
}

function restartAllReason(input: AnswerInput, container: Container, exitCode: number): Reason {
  const rule = firstMatch(container, exitCode);
  return {
    text: `${container.name} exits with ${exitCode}, and its rule restarts all containers.`,
    path: rule === undefined ? container.path : [...container.path, "restartPolicyRules", rule],
    scenario: scriptText(input, container),
    advice: undefined,
  };
}

/** A Job waits for its pods, and a pod is over only when all of its regular containers have ended. */
function reasonOfHolder(input: AnswerInput, ended: CauseDigest, run: RunDigest | undefined): Reason | undefined {
  const holder = run && holderOf(input, run);
  if (holder === undefined) return undefined;
  const does = ended.kind === "exit" ? exitVerb(ended) : "is killed";
  return {
    text: `${ended.container} ${does}, and the pod goes on as long as ${holder.name} keeps running.`,
    path: holder.path,
    scenario: scriptText(input, holder),
    advice: `If ${holder.name} is a helper, move it to initContainers and set its restartPolicy to Always.`,
  };
}

/** The container that keeps a pod of a Job from ending after another one has ended. */
export function holderOf({ pod, job }: Pick<AnswerInput, "pod" | "job">, run: RunDigest): Container | undefined {
  if (job === undefined || run.end !== undefined || run.ended.length === 0) return undefined;
  return pod.containers.find(({ name }) =>
    run.stuck.some(({ container, at }) => container === name && at === "running"),
  );
}

/** More pods have failed than the Job allows, so its podFailurePolicy does not count them. */
function isIgnored({ job }: AnswerInput, run: RunDigest | undefined): boolean {
  return job !== undefined && (run?.job?.failed ?? 0) > job.backoffLimit;
}

const ignoredWords = "podFailurePolicy ignores that, so the Job creates pods without end";

/** By itself. */
function hasFailed(cause: CauseDigest | undefined): boolean {
  return cause !== undefined && !(cause.kind === "exit" && cause.isStopped);
}

/** It would go on, and something ends it. */
function reasonOfDeadline({ pod, job }: AnswerInput): Reason {
  const isOfPod = pod.activeDeadlineSeconds !== undefined;
  const seconds = job?.activeDeadlineSeconds ?? pod.activeDeadlineSeconds ?? 0;
  return {
    text: `${job === undefined ? "The pod" : "The Job"} is not over when activeDeadlineSeconds ends it, after ${formatDuration(seconds * 1000)}.`,
    path: isOfPod ? ["activeDeadlineSeconds"] : undefined,
    scenario: undefined,
    advice: undefined,
  };
}

/** `instead`: what follows, if not that it stays down. */
function reasonOfFailure(input: AnswerInput, failure: CauseDigest | undefined, instead?: string): Reason | undefined {
  const container = failure && containerOf(input, failure.container);
  if (failure === undefined || container === undefined) return undefined;
  if (failure.kind === "outside") return reasonOfLoss(input);
  const policy = container.restartPolicy ?? input.pod.restartPolicy;
  return {
    text: `${causeInWords(failure)}, and ${instead ?? `restartPolicy ${policy} does not restart ${itsName(failure)}`}.`,
    path: container.path,
    scenario: scriptText(input, container),
    advice: injectedIn(input.scenario, container) === undefined ? failureAdvice(failure) : undefined,
  };
}

/** What is not restarted has one run, and the pod stays with its log. */
function failureAdvice(failure: CauseDigest): string | undefined {
  if (failure.kind === "hook") return hookAdvice;
  if (failure.kind !== "exit" || failure.exitCode === 0) return undefined;
  if (failure.reason === "OOMKilled") return memoryAdvice;
  return "Find out why in its log, which stays with the pod: kubectl logs.";
}

const memoryAdvice = "Raise resources.limits.memory, or find out why it needs more.";

/** The first container, in the order of starting, that holds up the others or the pod. */
function reasonOfStuck(input: AnswerInput, { stuck }: RunDigest): Reason | undefined {
  for (const container of allContainers(input.pod)) {
    const found = stuck.find((each) => each.container === container.name);
    const text = found && stuckInWords(input.scenario, container, found);
    if (text === undefined) continue;
    return { ...text, scenario: scriptText(input, container) };
  }
  return gatesReason(input);
}

/** Its containers are all right, and something outside has to set the gates. */
function gatesReason({ pod }: AnswerInput): Reason | undefined {
  if (pod.readinessGates.length === 0) return undefined;
  return {
    text: "The pod's readiness gates are not true in this time.",
    path: ["readinessGates"],
    scenario: undefined,
    advice: undefined,
  };
}

/** The first container whose postStart hook has not returned at the end of a run. */
export function hookedContainer(pod: DefaultedPod, { stuck }: RunDigest): string | undefined {
  return allContainers(pod).find((container) =>
    stuck.some((each) => each.container === container.name && isInHook(container, each)),
  )?.name;
}

// Models pkg/kubelet/kuberuntime/kuberuntime_container.go startContainer (v1.37.1): the pass waits for the hook, and no status
// that a probe worker could go by is written meanwhile.
function isInHook({ postStart }: Container, { at, isHookDone }: Pick<StuckDigest, "at" | "isHookDone">): boolean {
  return postStart !== undefined && at === "running" && !isHookDone;
}

const pullAdvice = "Once the image can be pulled, the pod recovers by itself at the next pull.";
const createAdvice =
  "Once what it needs is there, such as a key of a Secret, the pod recovers by itself at the next try.";

function stuckInWords(
  scenario: Scenario,
  container: Container,
  { at, hasAnswered, isHookDone, isReady }: StuckDigest,
): Pick<Reason, "text" | "path" | "advice"> | undefined {
  const { name, kind, path, probes } = container;
  if (at === "image")
    return { text: `The image of ${name} can't be pulled.`, path: [...path, "image"], advice: pullAdvice };
  if (at === "create") return { text: `${name} can't be created.`, path, advice: createAdvice };
  if (at === "start") return { text: `${name} can't be started.`, path, advice: undefined };
  if (isInHook(container, { at, isHookDone }))
    return {
      text: `The postStart hook of ${name} does not return. Until it does, the kubelet runs no probe of ${name} and starts no further container.`,
      path: [...path, "lifecycle", "postStart"],
      advice: "Do in the container's own command what may take long.",
    };
  if (kind === "init") return { text: `Init container ${name} does not complete.`, path, advice: undefined };
  const type = probes.startup !== undefined && !hasAnswered ? "startup" : "readiness";
  if (probes[type] === undefined || (type === "readiness" && isReady)) return undefined;
  const { handler } = probes[type];
  if (handler !== undefined && hasUndeclaredPortName(handler, container))
    return {
      text: `The ${type} probe of ${name} never runs: no port of ${name} has the name that it uses.`,
      path: [...path, probeField(type)],
      advice: "Declare the port under ports, or set the probe's port to its number.",
    };
  const outslept = outsleptInWords(scenario, container, type);
  return {
    text: `${outslept ?? `The ${type} probe of ${name} does not succeed`}.`,
    path: [...path, probeField(type)],
    advice: outslept && outsleptAdvice,
  };
}

/** Something from outside: the scenario alone says so. */
function eventReason({ scenario }: AnswerInput, kind: "node-reboot" | "pod-deleted"): Reason | undefined {
  const event = scenario.events.find((each) => each.kind === kind) ?? scenario.events[0];
  if (event === undefined) return undefined;
  const what = {
    "node-reboot": "The node reboots.",
    "own-node-lost": "The node is lost.",
    "pod-deleted": "The pod is deleted.",
    "kubelet-restart": "The kubelet restarts.",
    "readiness-gates": "The readiness gates change.",
    "container-fault": "A fault is injected.",
    outage: "A dependency is away.",
  };
  return { text: what[event.kind], path: undefined, scenario: formatEvent(event), advice: undefined };
}

function containerOf({ pod }: AnswerInput, name: string): Container | undefined {
  return allContainers(pod).find((container) => container.name === name);
}

function scriptText({ scenario }: AnswerInput, container: Container): string | undefined {
  const script = writtenScript(scenario, container);
  const injected = injectedIn(scenario, container);
  return script ? formatScript(script) : injected && formatEvent(injected);
}

/** The fault that alone says what the container does: nothing has to be repaired then. */
function injectedIn(scenario: Scenario, container: Container): ScenarioEvent | undefined {
  if (writtenScript(scenario, container) !== undefined) return undefined;
  return scenario.events.find((event) => event.kind === "container-fault" && event.container === container.name);
}

function nameOf(probe: ProbeType): string {
  return probe === "startup" ? "the startup probe" : probe;
}
