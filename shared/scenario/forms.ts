import type { Condition, ScenarioEvent } from "./model.ts";
import { type Form, form } from "./pattern.ts";

export const kubeletDownMsDefault = 3000;

/** A machine that boots and starts its kubelet. The contract names no default; a minute is what servers and virtual machines take. */
export const nodeDownMsDefault = 60_000;

/** What may stand behind `at 5m`: what happens at that time. */
export const eventForms: readonly Form<(atMs: number) => ScenarioEvent>[] = [
  form(
    "kubelet restarts [in {in}]",
    "the kubelet's process is gone for a time (3s); containers go on",
    (values) => (atMs) => ({
      kind: "kubelet-restart",
      atMs,
      downMs: values.in ?? kubeletDownMsDefault,
    }),
  ),
  form("node reboots [in {in}]", "every container is gone, and the kubelet for a time (1m)", (values) => (atMs) => ({
    kind: "node-reboot",
    atMs,
    downMs: values.in ?? nodeDownMsDefault,
  })),
  form("pod is deleted [with grace {grace}]", "as kubectl delete pod does it", ({ grace }) => (atMs) => ({
    kind: "pod-deleted",
    atMs,
    graceMs: grace,
  })),
];

/** What may stand behind `expect`. */
export const conditionForms: readonly Form<Condition>[] = [
  form("ready within {within}", "becomes Ready by then", ({ within }) => ({ kind: "ready", withinMs: within })),
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
  form("phase {phase} within {within}", "the pod reaches that phase by then", ({ phase, within }) => ({
    kind: "phase",
    phase,
    withinMs: within,
  })),
  form("no probe kill within {within}", "no probe kills it until then", ({ within }) => ({
    kind: "no-probe-kill",
    withinMs: within,
  })),
  form(
    "down at most {down} within {within}",
    "not Ready, after it first was, for no longer than that",
    ({ down, within }) => ({
      kind: "down-at-most",
      downMs: down,
      withinMs: within,
    }),
  ),
  form("crash loop within {within}", "back-off delays a restart by then", ({ within }) => crashLoop(true, within)),
  form("no crash loop within {within}", "back-off delays no restart until then", ({ within }) =>
    crashLoop(false, within),
  ),
];

function crashLoop(expected: boolean, withinMs: number): Condition {
  return { kind: "crash-loop", expected, withinMs };
}
