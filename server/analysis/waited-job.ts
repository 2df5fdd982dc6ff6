import { valueAt } from "../../shared/basics/values.ts";
import type { Waiter } from "../../shared/controllers/waiters/waiters.ts";
import type { Answer } from "../../shared/forecast/answer/model.ts";
import type { JobHook, WaitedJob } from "../../shared/forecast/pod/job-waiter-words.ts";
import type { LocatedPod } from "../manifest/text/model.ts";
import type { ResolvedSettings } from "../schema/model.ts";
import type { AnalyzedPod } from "./subject.ts";

/** A Job with those who wait for it. Undefined if the pod is of none, or of a CronJob: nobody waits for its Jobs. */
export function waitedJobOf(pod: AnalyzedPod, answer: Answer): WaitedJob | undefined {
  const job = pod.located.kind === "Job" ? pod.jobSpec() : undefined;
  return job && { job, answer, waiter: waiterOf(pod.located, pod.settings), hook: hookOf(pod.located) };
}

/** Who waits for an object: whom the project file names, else Argo CD if the object is written for it. */
export function waiterOf({ owner }: LocatedPod, { waiter }: ResolvedSettings): Waiter | undefined {
  if (waiter !== undefined) return waiter;
  const annotations = Object.keys(Object(valueAt(owner, ["metadata", "annotations"])));
  return annotations.some((name) => name.startsWith("argocd.argoproj.io/")) ? "argo-cd" : undefined;
}

/** As Argo CD maps hooks of Helm to its own. Models github.com/argoproj/argo-cd/gitops-engine/v3/pkg/sync/hook Types (v3.6.1) */
const argoHooks: ReadonlyMap<string, string> = new Map([
  ["pre-install", "PreSync"],
  ["pre-upgrade", "PreSync"],
  ["post-install", "PostSync"],
  ["post-upgrade", "PostSync"],
]);

/** What makes a hook of an object. Undefined if nothing does. */
export function hookOf({ owner }: LocatedPod): JobHook | undefined {
  const helm = listAt(owner, "helm.sh/hook");
  const own = listAt(owner, "argocd.argoproj.io/hook");
  const argo = own.length > 0 ? own : helm.flatMap((event) => argoHooks.get(event) ?? []);
  return helm.length === 0 && argo.length === 0 ? undefined : { helm, argo: [...new Set(argo)] };
}

function listAt(owner: unknown, annotation: string): readonly string[] {
  const value = valueAt(owner, ["metadata", "annotations", annotation]);
  if (typeof value !== "string") return [];
  return value
    .split(",")
    .map((each) => each.trim())
    .filter((each) => each !== "");
}
