import { allContainers, type Container } from "../../kubernetes/pod.ts";
import { decideRestart } from "../../restart/decision.ts";
import type { Run } from "../../scenario/model.ts";
import { exitAfter, plainRun } from "../../scenario/script.ts";
import type { KubeletModel } from "../objects/kubelet-model.ts";
import type { ObservedPod } from "../objects/pod-object.ts";
import { between, type ObservedRun } from "../objects/runs.ts";

interface Asked {
  readonly model: KubeletModel;
  readonly spec: Container;
  readonly pod: ObservedPod;
  /** All that are known of the container, oldest first. */
  readonly runs: readonly ObservedRun[];
  /** How many came before them. */
  readonly missing: number;
}

/** Runs that nobody saw, and what had to be assumed: the rest of a sentence. */
interface UnseenRuns {
  readonly run: Run;
  readonly words: string;
}

/**
 * What runs that nobody saw may have been: like the first one that is known, if another run can follow such a run. The API forgets
 * how containers ended when all of them are restarted, and what init containers did before they completed.
 */
export function unseenRuns(asked: Asked, first: Run | undefined): UnseenRuns | undefined {
  if (first !== undefined && isFollowed(asked, first)) return { run: first, words: "were like the first observed run" };
  const { spec, model } = asked;
  const trigger = triggerOf(model);
  if (trigger !== undefined) {
    const run = trigger.spec === spec ? { ...plainRun, end: exitAfter(meanMs(asked), trigger.exitCode) } : undefined;
    if (run !== undefined) return { run, words: "restarted all containers" };
    return { run: resetRunOf(spec, first), words: "ended with a restart of all containers" };
  }
  if (first === undefined) return undefined;
  const afterMs = first.end?.afterMs ?? meanMs(asked);
  return { run: { ...plainRun, end: exitAfter(afterMs, 1) }, words: "crashed" };
}

/** A run that a restart of all containers ended. An init container has completed by then, unless it was at work. */
export function resetRunOf({ kind }: Container, like?: Run): Run {
  if (kind !== "init") return plainRun;
  return like?.end?.exitCode === 0 ? like : { ...plainRun, end: exitAfter(0, 0) };
}

/** Whether the kubelet starts the container again after such a run. Of one that a probe has killed, it does where it restarts at all. */
function isFollowed({ model, spec }: Asked, { end, answers, fault }: Run): boolean {
  if (fault !== undefined || answers.length > 0) return true;
  if (end === undefined) return false;
  const { decision } = decideRestart(spec, model.pod, model.assumptions.node, end.exitCode);
  return decision !== "final" && !(spec.kind === "init" && end.exitCode === 0);
}

/** The first container with a rule that restarts all, and an exit code that the rule takes. */
export function triggerOf(model: KubeletModel): { readonly spec: Container; readonly exitCode: number } | undefined {
  const { pod, assumptions } = model;
  for (const spec of allContainers(pod)) {
    const exitCode = codesOf(spec).find(
      (code) => decideRestart(spec, pod, assumptions.node, code).decision === "restart-all",
    );
    if (exitCode !== undefined) return { spec, exitCode };
  }
  return undefined;
}

/** Those that a rule names; the lowest that a crash may have, where rules say only what it is not. */
function codesOf({ restartPolicyRules }: Container): readonly number[] {
  const named = restartPolicyRules
    .filter(({ action }) => action === "RestartAllContainers")
    .flatMap(({ exitCodes }) => exitCodes?.values ?? []);
  return named.length === 0 ? [] : [...named, 1, 2, ...named.map((value) => value + 1)];
}

/** What each run until the first known start took, if they took the same. */
export function meanMs({ pod, runs, missing }: Pick<Asked, "pod" | "runs" | "missing">): number {
  const begin = pod.startedAt ?? pod.createdAt;
  const known = runs.find(({ startedAt }) => startedAt !== undefined);
  const count = missing + (known === undefined ? runs.length : runs.indexOf(known));
  if (begin === undefined || known?.startedAt === undefined || count <= 0) return 0;
  return between(begin, known.startedAt).nominalMs / count;
}
