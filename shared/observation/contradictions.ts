import { formatDuration } from "../basics/durations.ts";
import type { Path } from "../basics/path.ts";
import { formatAtLeast, formatAtMost, formatSpan } from "../basics/span-words.ts";
import { formatCurve } from "../basics/sum-words.ts";
import { allContainers } from "../kubernetes/pod.ts";
import { decideRestart, effectivePolicy } from "../restart/decision.ts";
import { type KubeletModel, specOf } from "./objects/kubelet-model.ts";
import type { ObservedContainer } from "./objects/pod-object.ts";
import type { PodSnapshot } from "./objects/pod-snapshot.ts";
import type { BackOffStep } from "./windows/back-off.ts";
import { backOffSteps, nextTry } from "./windows/next-try.ts";
import { overdueText, windowAt } from "./words.ts";

/** Something that was observed and cannot be, if what is assumed of the node and the pod is right. */
export interface Contradiction {
  readonly kind: "too early" | "too late" | "overdue" | "forbidden restart" | "other curve" | "other spec";
  readonly container: string | undefined;
  /** Path from the root of the pod's object; for `other spec`, from the pod spec. */
  readonly path: Path;
  /** Sentences for people. */
  readonly message: string;
}

/** How far a restart may lie outside of its window: what a busy machine adds. */
const toleranceMs = 1000;

/** What a pod did, or did not do by `nowMs`, against what the kubelet's rules and loops allow. */
export function contradictions(model: KubeletModel, look: PodSnapshot, nowMs: number): readonly Contradiction[] {
  return look.pod.containers.flatMap((container) => {
    const steps = backOffSteps(model, look, container);
    return [
      ...steps.flatMap((step) => wrongWait(step, container)),
      ...steps.flatMap((step, index) => forbiddenRestart(model, steps[index + 1], { step, container })),
      ...otherCurve(model, steps, container),
      ...overdue(model, look, { container, nowMs }),
    ];
  });
}

function wrongWait({ run, wait, ...step }: BackOffStep, { name, path }: ObservedContainer): readonly Contradiction[] {
  if (wait === undefined || wait.verdict === "as expected") return [];
  const { gapMs, expectedMs, verdict } = wait;
  const what = `Restart ${run.number} of ${name} came ${formatSpan(gapMs)} after the previous exit`;
  const at = { container: name, path: [...path, step.source === "message" ? "state" : "lastState"] };
  if (verdict === "too early") {
    if (gapMs.latestMs + toleranceMs >= expectedMs.earliestMs) return [];
    const rule = `the back-off allows it after ${formatAtLeast(expectedMs.earliestMs)} at the earliest`;
    const why = "A kubelet restart, a new image, or a restart of all containers resets the back-off.";
    return [{ kind: verdict, ...at, message: `${what}, but ${rule}. ${why}` }];
  }
  if (gapMs.earliestMs <= expectedMs.latestMs + toleranceMs) return [];
  const rule = `the kubelet checks again after ${formatAtMost(expectedMs.latestMs)} at the latest`;
  const why = "An image pull, the stop of another container, or a kubelet outage takes longer.";
  return [{ kind: verdict, ...at, message: `${what}, but ${rule}. ${why}` }];
}

interface Followed {
  readonly step: BackOffStep;
  readonly container: ObservedContainer;
}

/** A run after an end that is final. Where a rule can restart all containers, any of them can run again. */
function forbiddenRestart(
  model: KubeletModel,
  next: BackOffStep | undefined,
  { step, container }: Followed,
): readonly Contradiction[] {
  const { end, number } = step.run;
  const spec = specOf(model, container.name);
  if (spec === undefined || end === undefined || next?.run.number !== number + 1) return [];
  if (step.run.isReset) return [];
  const restartsAll = allContainers(model.pod).some(({ restartPolicyRules }) =>
    restartPolicyRules.some(({ action }) => action === "RestartAllContainers"),
  );
  const { decision } = decideRestart(spec, model.pod, model.assumptions.node, end.exitCode);
  const policy = effectivePolicy(spec, model.pod, model.assumptions.node);
  // What a probe has killed is started again in the same pass, whatever its exit code is.
  const mayBeKilled = spec.probes.liveness !== undefined || spec.probes.startup !== undefined;
  if (restartsAll || decision !== "final" || (mayBeKilled && policy !== "Never")) return [];
  return [
    {
      kind: "forbidden restart",
      container: container.name,
      path: [...container.path, "restartCount"],
      message: `${container.name} restarted after exit code ${end.exitCode}, but with restartPolicy ${policy} this exit is final. The node may have another version, or the pod was changed.`,
    },
  ];
}

/** A delay that the kubelet named and that its curve does not have. */
function otherCurve(
  { policy, storedMs }: KubeletModel,
  steps: readonly BackOffStep[],
  { name, path }: ObservedContainer,
): readonly Contradiction[] {
  const said = steps.findLast(({ run }) => run.saidDelayMs !== undefined)?.run.saidDelayMs;
  if (said === undefined || storedMs.includes(said)) return [];
  const message = `The kubelet backs off ${name} by ${formatDuration(said)}, which is not a back-off of the assumed node (${formatCurve(storedMs, storedMs.length)}, maximum ${formatDuration(policy.maximumMs)}). Its feature gates or crashLoopBackOff.maxContainerRestartPeriod differ: use those of the node.`;
  return [{ kind: "other curve", container: name, path: [...path, "state", "waiting", "message"], message }];
}

interface Waiting {
  readonly container: ObservedContainer;
  readonly nowMs: number;
}

function overdue(model: KubeletModel, look: PodSnapshot, { container, nowMs }: Waiting): readonly Contradiction[] {
  const next = nextTry(model, look, container);
  if (next.is !== "start") return [];
  const state = windowAt(next.window, nowMs);
  if (state.is !== "overdue") return [];
  const message = `${container.name} should have restarted at least ${overdueText(state)} ago. The kubelet may be down or busy, or the data is out of date.`;
  return [{ kind: "overdue", container: container.name, path: [...container.path, "state"], message }];
}
