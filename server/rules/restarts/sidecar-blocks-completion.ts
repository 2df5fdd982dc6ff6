import { valueAt } from "../../../shared/basics/values.ts";
import { inIdealTime } from "../../../shared/forecast/runs/experiments.ts";
import { type Container, probeTypes } from "../../../shared/kubernetes/pod.ts";
import type { ContainerScript } from "../../../shared/scenario/model.ts";
import { exitAfter, plainRun, writtenScript } from "../../../shared/scenario/script.ts";
import { simulate } from "../../../shared/simulation/simulation.ts";
import type { ContainerSubject } from "../../analysis/subject.ts";
import type { ContainerHit, ContainerRule } from "../core/model.ts";
import { runsOf } from "../support/story.ts";

/** The pod is watched for this long; the others have all ended after a second. */
const watchedMs = 600_000;

/**
 * A pod is complete when all of its regular containers have ended. That includes the pod of a Job.
 * A helper that is a regular container and never ends keeps the pod running forever, so the Job never completes.
 * As a sidecar (`initContainers` with `restartPolicy: Always`) the helper is stopped after the main container has ended.
 * It is silent where the containers share their processes, or a command of another container may end the helper, such as `pkill` or `/quitquitquit`.
 * The rule fires if, in the scenario, one container completes and another never ends. In a Job it also fires for containers whose name or image is that of a common helper: proxies, agents, log shippers.
 *
 * ## Example
 *
 * ```yaml
 * apiVersion: batch/v1
 * kind: Job
 * metadata: {name: import}
 * spec:
 *   template:
 *     spec:
 *       restartPolicy: Never
 *       containers:
 *       - name: import
 *         image: registry.example/import
 *       - name: cloud-sql-proxy
 *         image: registry.example/cloud-sql-proxy
 * ```
 *
 * ## How to fix
 *
 * Make the helper a sidecar.
 *
 * ```yaml
 * apiVersion: batch/v1
 * kind: Job
 * metadata: {name: import}
 * spec:
 *   template:
 *     spec:
 *       restartPolicy: Never
 *       initContainers:
 *       - name: cloud-sql-proxy
 *         image: registry.example/cloud-sql-proxy
 *         restartPolicy: Always
 *       containers:
 *       - name: import
 *         image: registry.example/import
 * ```
 *
 * ## Source
 *
 * `pkg/kubelet/kubelet_pods.go`, `getPhase`, and `pkg/kubelet/kuberuntime/kuberuntime_termination_order.go`.
 */
export const sidecarBlocksCompletion: ContainerRule = {
  id: "sidecar-blocks-completion",
  title: "A helper container that never ends keeps the pod from completing",
  level: "warning",
  origin: "simulation",
  firesInPatches: true,
  checkContainer: check,
};

function check(subject: ContainerSubject): readonly ContainerHit[] {
  const { container, pod } = subject;
  const { containers, restartPolicy } = pod.pod;
  if (container.kind !== "regular" || containers.length < 2 || restartPolicy === "Always") return [];
  const main = containers.find((other) => other !== container && isMain(subject, other));
  if (main === undefined || !isEndless(subject, main) || isEndedByOther(subject)) return [];
  if (completes(subject, false) || !completes(subject, true)) return [];
  const what = pod.located.kind.endsWith("Job") ? "the Job never completes" : "the pod never completes";
  return [
    {
      path: [...container.path, "name"],
      on: "value",
      message:
        `After "${main.name}" has ended, "${container.name}" keeps running unless something ends it: ${what}. ` +
        "Move it to initContainers and set its restartPolicy to Always.",
    },
  ];
}

/** Commands, and paths of helpers such as Envoy and Istio, that end another container of the pod. */
const ending = /\b(?:p?kill|killall|quitquitquit|drain_listeners|shutdown)\b/;

/**
 * Containers that share their processes can send each other signals, and many helpers end on a request. Whether it comes is
 * not in a manifest, so a word about it in a command is enough.
 */
function isEndedByOther({ pod, container }: ContainerSubject): boolean {
  const { spec } = pod.located;
  if (valueAt(spec, ["shareProcessNamespace"]) === true) return true;
  const others = pod.pod.containers.filter((other) => other !== container);
  return others.some(({ path }) => {
    const ownPaths = [["command"], ["args"], ["lifecycle"]];
    return ownPaths.some((own) => ending.test(JSON.stringify(valueAt(spec, [...path, ...own]) ?? "")));
  });
}

const helper =
  /(^|[-_/])(proxy|sidecar|envoy|agent|exporter|fluent-?bit|fluentd|filebeat|promtail|vector|cloud-?sql-?(auth-)?proxy)(v\d+)?($|[-_:@/.])/;

/** A name ends with what it is: `add-agent-acl` is no agent. */
const helperName = /(^|[-_])(proxy|sidecar|envoy|agent|exporter|fluent-?bit|fluentd|filebeat|promtail|vector)(v\d+)?$/;

function isHelper({ name, image }: Container): boolean {
  return helperName.test(name) || helper.test(image.slice(image.lastIndexOf("/") + 1));
}

/** By its scenario if it has one, else by its name and image in a Job. Outside of Jobs, a command that only sleeps keeps a pod running. */
function isMain(subject: ContainerSubject, other: Container): boolean {
  const last = isWritten(subject, other) ? runsOf({ ...subject, container: other }).at(-1) : undefined;
  if (last !== undefined) return last.end !== undefined && (last.end.exitCode === 0 || staysEnded(subject, other));
  return (
    subject.pod.located.kind.endsWith("Job") &&
    !isHelper(other) &&
    probeTypes.every((type) => other.probes[type] === undefined)
  );
}

function isWritten({ pod }: ContainerSubject, container: Container): boolean {
  return writtenScript(pod.scenario.scenario, container) !== undefined;
}

/** One that fails and is not restarted has ended, too. */
function staysEnded({ pod }: ContainerSubject, { restartPolicy, restartPolicyRules }: Container): boolean {
  return (restartPolicy ?? pod.pod.restartPolicy) === "Never" && restartPolicyRules.length === 0;
}

function isEndless(subject: ContainerSubject, main: Container): boolean {
  const own = runsOf(subject).at(-1);
  if (own !== undefined) return own.end === undefined;
  // The main container's scenario does not describe a helper that may watch it, but the helper's name and image do.
  return isWritten(subject, main) ? subject.container.restartPolicy === undefined : isHelper(subject.container);
}

/** Does the pod succeed, when the others complete, and this one runs on or, as a test, completes, too? */
function completes({ pod, container }: ContainerSubject, ends: boolean): boolean {
  const done: ContainerScript = { runs: [{ ...plainRun, end: exitAfter(1000, 0) }], image: undefined };
  const endless: ContainerScript = { runs: [plainRun], image: undefined };
  const scripts = pod.pod.containers.map((each) => [each.name, each.name !== container.name || ends ? done : endless]);
  const { entries } = simulate({
    pod: pod.pod,
    assumptions: inIdealTime(pod.settings.assumptions),
    scenario: { containers: Object.fromEntries(scripts), events: [], expectations: [] },
    seed: 1,
    untilMs: watchedMs,
    recording: "entries",
  });
  return entries.some(({ kind, data }) => kind === "phase-changed" && data.phase === "Succeeded");
}
