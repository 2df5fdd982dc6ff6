import type {
  Condition,
  Fault,
  RolloutCondition,
  RolloutEvent,
  ScenarioEvent,
  TestedFault,
  ToleranceQuestion,
} from "../model.ts";
import { type Form, form } from "../reading/pattern.ts";
import type { Time } from "../reading/range.ts";
import { kubeletDownMsDefault, nodeDownMsDefault } from "./defaults.ts";

/** Pulls that fail where nobody says how many. */
const pullsDefault = 3;

/** What can follow `at 5m`: the event at that time. */
export const eventForms: readonly Form<(atMs: number) => ScenarioEvent | RolloutEvent>[] = [
  form(
    "kubelet restarts [in {lasts}]",
    "the kubelet process is down (3s by default); containers keep running",
    (values) => (atMs) => ({
      kind: "kubelet-restart",
      atMs,
      downMs: values.lasts ?? kubeletDownMsDefault,
    }),
  ),
  form(
    "node reboots [in {lasts}]",
    "all containers stop, and the node is down (1m by default)",
    (values) => (atMs) => ({
      kind: "node-reboot",
      atMs,
      downMs: values.lasts ?? nodeDownMsDefault,
    }),
  ),
  form("readiness gates are true", "the conditions of all readiness gates become True", () => (atMs) => ({
    kind: "readiness-gates",
    atMs,
    areTrue: true,
  })),
  form("readiness gates are false", "the conditions of all readiness gates become False", () => (atMs) => ({
    kind: "readiness-gates",
    atMs,
    areTrue: false,
  })),
  form("pod is deleted [with grace {grace}]", "like kubectl delete pod", ({ grace }) => (atMs) => ({
    kind: "pod-deleted",
    atMs,
    graceMs: grace,
  })),
  form(
    "{outage} for {for}",
    "what containers need is away",
    ({ outage: dependency, for: lasts }) =>
      (atMs) =>
        outageOf(dependency, atMs, lasts),
  ),
  form("rolls back", "the pod template from before the rollout comes back", () => (atMs) => ({
    kind: "roll-back",
    atMs,
  })),
  form("rollout", "the pod template of the workload changes", () => (atMs) => ({ kind: "rollout", atMs })),
  form("scales to {replicas}", "somebody changes the replicas of the workload", ({ replicas }) => (atMs) => ({
    kind: "scale",
    atMs,
    replicas,
  })),
  form("pauses", "kubectl rollout pause", () => (atMs) => ({ kind: "pause", atMs })),
  form("resumes", "kubectl rollout resume", () => (atMs) => ({ kind: "resume", atMs })),
  form("node drains", "kubectl drain of one node of the workload", () => (atMs) => ({
    kind: "node-drain",
    atMs,
    node: undefined,
  })),
  form("node {node} drains", "kubectl drain of the node with this name", ({ node }) => (atMs) => ({
    kind: "node-drain",
    atMs,
    node,
  })),
  form("node is lost", "one node of the workload stops and does not come back", () => (atMs) => ({
    kind: "node-loss",
    atMs,
    node: undefined,
  })),
  form("node {node} is lost", "the node with this name stops and does not come back", ({ node }) => (atMs) => ({
    kind: "node-loss",
    atMs,
    node,
  })),
  form(
    "pod {pod} is deleted [with grace {grace}]",
    "kubectl delete pod of the pod with this name, in a rollout",
    ({ pod, grace }) =>
      (atMs) => ({ kind: "named-pod-deleted", atMs, pod, graceMs: grace }),
  ),
];

/** `database is away from 5m to 9m`: an event that says its times itself. */
export const outageForms: readonly Form<ScenarioEvent>[] = [
  form("{outage} from {interval}", "what containers need is away", ({ outage: dependency, interval }) =>
    outageOf(dependency, interval.minMs, { ms: interval.maxMs - interval.minMs, range: undefined }),
  ),
];

function outageOf(dependency: string, atMs: number, { ms: forMs, range }: Time): ScenarioEvent {
  return { kind: "outage", atMs, dependency, forMs, ...(range && { ranges: { forMs: range } }) };
}

/** What can follow `at 5m app:`, the fault of a container at that time. */
export const faultForms: readonly Form<Fault>[] = [
  form("crashes", "exits with 1", () => ({ kind: "crash", exitCode: 1 })),
  form("exits {code}", "exits with this code", ({ code }) => ({ kind: "crash", exitCode: code })),
  form("oom", "is OOM-killed: exit code 137", () => ({ kind: "oom" })),
  form("hangs [{target}] [for {long}]", "probes time out, until it is restarted or for a time", (values) => ({
    kind: "hang",
    target: values.target,
    ...(values.long !== undefined && { forMs: values.long }),
  })),
  form(
    "answers [{target}] in {lasts} [for {long}]",
    "probes take this long, until it is restarted or for a time",
    (values) => ({
      kind: "slow",
      latencyMs: values.lasts,
      target: values.target,
      ...(values.long !== undefined && { forMs: values.long }),
    }),
  ),
  form("image missing [{times} times]", "the next image pulls fail (3 by default)", ({ times = pullsDefault }) => ({
    kind: "image-missing",
    times,
  })),
];

const rolloutKinds: ReadonlySet<string> = new Set<(RolloutEvent | RolloutCondition)["kind"]>([
  "rollout",
  "roll-back",
  "scale",
  "pause",
  "resume",
  "node-drain",
  "node-loss",
  "named-pod-deleted",
  "available",
]);

/** It is about the workload, not about one of its pods. */
export function isOfRollout<Kind extends { readonly kind: string }>(
  said: Kind,
): said is Extract<Kind, RolloutEvent | RolloutCondition> {
  return rolloutKinds.has(said.kind);
}

/** What can follow `expect`. */
export const conditionForms: readonly Form<Condition | RolloutCondition>[] = [
  form("ready within {within}", "the pod is Ready by then", ({ within }) => ({ kind: "ready", withinMs: within })),
  form(
    "restarts {comparison} {count} within {within}",
    "the number of restarts by then",
    ({ comparison, count, within }) => ({
      kind: "restarts",
      comparison,
      count,
      withinMs: within,
    }),
  ),
  form("phase {phase} within {within}", "the pod reaches this phase by then", ({ phase, within }) => ({
    kind: "phase",
    phase,
    withinMs: within,
  })),
  form("no probe kill within {within}", "no probe kills a container until then", ({ within }) => ({
    kind: "no-probe-kill",
    withinMs: within,
  })),
  form("down at most {down} within {within}", "total time not Ready, after it was first Ready", ({ down, within }) => ({
    kind: "down-at-most",
    downMs: down,
    withinMs: within,
  })),
  form("crash loop within {within}", "a restart is delayed by back-off by then", ({ within }) =>
    crashLoop(true, within),
  ),
  form("no crash loop within {within}", "no restart is delayed by back-off until then", ({ within }) =>
    crashLoop(false, within),
  ),
  form("survives hang of {lasts}", "no probe kills it for a hang of this length", survives("hang", "kill")),
  form("survives start of {lasts}", "no probe kills it if it takes this long to start", survives("start", "kill")),
  form("survives stop of {lasts}", "it ends before SIGKILL if it takes this long to stop", survives("stop", "kill")),
  form("survives answers of {lasts}", "no probe kills it if each takes this long", survives("answers", "kill")),
  form("survives failed probes for {lasts}", "no probe kills it if all fail for this time", survives("errors", "kill")),
  form("stays ready in hang of {lasts}", "a hang of this length costs no traffic", survives("hang", "unready")),
  form(
    "stays ready with failed probes for {lasts}",
    "probes that fail for this time cost no traffic",
    survives("errors", "unready"),
  ),
  form("rollout within {rollout}", "the rollout of the workload completes by then", ({ rollout }) => ({
    kind: "rollout",
    withinMs: rollout,
  })),
  form(
    "available {comparison} {count} during rollout",
    "the number of available pods, from the change of the template until the rollout completes",
    ({ comparison, count }) => ({ kind: "available", comparison, count }),
  ),
];

function survives(fault: TestedFault, harm: ToleranceQuestion["harm"]) {
  return ({ lasts }: { readonly lasts: number }): Condition => ({ kind: "survives", fault, harm, lengthMs: lasts });
}

function crashLoop(expected: boolean, withinMs: number): Condition {
  return { kind: "crash-loop", expected, withinMs };
}
