import { admit } from "../../api-server/admission/admit.ts";
import { backOffCurve, type CrashLoopPolicy, crashLoopPolicy } from "../../backoff/policy.ts";
import { memoBounded } from "../../basics/memo-bounded.ts";
import { memo } from "../../basics/once.ts";
import { addSpans, type Span } from "../../basics/span.ts";
import type { Assumptions } from "../../kubernetes/node.ts";
import { allContainers, type Container, type DefaultedPod } from "../../kubernetes/pod.ts";
import type { Chance } from "../../simulation/world/chance.ts";
import { createLoops, type Loops, requeueBounds, requeueMs, stepSpan, waitSpan } from "../../simulation/world/loops.ts";
import type { ObservedPod } from "./pod-object.ts";

/** What the kubelet of a pod does by its rules, as released code has it and with its real loops. */
export interface KubeletModel {
  readonly pod: DefaultedPod;
  readonly assumptions: Assumptions;
  readonly policy: CrashLoopPolicy;
  readonly loops: Loops;
  /** What a pull, or a runtime that was seen to be slow, takes before each start of a container: else nothing. */
  readonly pull: Span;
  /** What can be stored as back-off: 0 for nothing, the initial delay, its doublings, the maximum. */
  readonly storedMs: readonly number[];
}

/** Undefined if the pod has no spec with a container in it. */
export function kubeletModelOf(observed: ObservedPod, assumed: Assumptions): KubeletModel | undefined {
  const { name, namespace, spec } = observed;
  const isStatic = isMirror(observed);
  const { assumptions, admitters, key, policy, storedMs } = kubeletOf(assumed);
  const shared = admittedSpec(spec)(isStatic ? `static ${key}` : key, admitters, isStatic);
  if (shared === undefined) return undefined;
  const pod: DefaultedPod = { ...shared, name, namespace: namespace === "" ? "default" : namespace };
  return { pod, assumptions, policy, loops: createLoops(assumptions, pod, noChance), pull: noPull, storedMs };
}

/** What is the same for all pods of a node. */
const kubeletOf = memo((assumed: Assumptions) => {
  const assumptions: Assumptions = { ...assumed, timing: "kubelet", semantics: "released" };
  const { node, apiServer } = assumptions;
  const key = JSON.stringify([node.kubernetes, node.featureGates, apiServer.kubernetes, apiServer.featureGates]);
  const policy = crashLoopPolicy(node);
  return { assumptions, admitters: { node, apiServer }, key, policy, storedMs: [...new Set(backOffCurve(policy))] };
});

/** Pods with one spec differ in their names only. Few versions of nodes are in a cluster at a time. */
const admittedSpec = memo((spec: ObservedPod["spec"]) =>
  memoBounded(
    4,
    (_key: string, admitters: Pick<Assumptions, "node" | "apiServer">, isStatic: boolean) =>
      admit({ kind: "Pod", name: "", namespace: "default", spec, isStatic }, admitters).pod,
  ),
);

/** What the API shows of a static pod belongs to its node. Models pkg/kubelet/pod/mirror_client.go CreateMirrorPod (v1.37.1) */
function isMirror({ owners }: ObservedPod): boolean {
  return owners.some(({ kind, isController }) => kind === "Node" && isController);
}

const noPull: Span = { nominalMs: 0, earliestMs: 0, latestMs: 0 };

export function specOf({ pod }: KubeletModel, name: string): Container | undefined {
  return allContainers(pod).find((container) => container.name === name);
}

/**
 * From an end to the next start when a delay is stored: what the kubelet's loops make of it, and what the start itself takes.
 * `forgottenMs`: when garbage collection would forget the back-off, measured from the end.
 */
export function waitUntilStart({ loops, pull }: KubeletModel, storedMs: number, forgottenMs: number): Span {
  const start = addSpans(stepSpan(loops, "create"), stepSpan(loops, "start"));
  const wait = waitSpan(loops, storedMs, forgottenMs);
  return {
    nominalMs: wait.nominalMs + pull.nominalMs,
    earliestMs: wait.earliestMs + pull.earliestMs,
    latestMs: wait.latestMs + start.latestMs + pull.latestMs,
  };
}

/** From one look at a pod to the next while something of it cannot be started. */
export const pollSpan: Span = { nominalMs: requeueMs, ...requeueBounds(requeueMs) };

/** Only the bounds of the loops are asked for. */
const noChance: Chance = { draw: ({ earliestMs }) => earliestMs, save: () => () => undefined };
