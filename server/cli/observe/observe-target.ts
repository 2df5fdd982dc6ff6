import type { LivePod } from "../../live/live-pod.ts";
import type { Parsed } from "../arguments/command-line.ts";
import { kindOf } from "../arguments/kinds.ts";

/** The pods that are asked for: all, one by its name, or those of an object. */
export type ObserveTarget =
  | { readonly is: "all" }
  | { readonly is: "pod"; readonly name: string }
  | { readonly is: "object"; readonly kind: string; readonly name: string };

/** Reads `web-0`, `Deployment/web`, `deploy/web`. */
export function readTarget(operand: string | undefined): Parsed<ObserveTarget> {
  if (operand === undefined) return { value: { is: "all" } };
  const [kind = "", name, ...rest] = operand.split("/");
  if (operand === "" || name === "" || kind === "" || rest.length > 0)
    return { problem: `invalid argument ${operand}: use the name of a pod, or KIND/NAME such as Deployment/web` };
  if (name === undefined) return { value: { is: "pod", name: kind } };
  const named = kindOf(kind);
  return { value: named === "pod" ? { is: "pod", name } : { is: "object", kind: named, name } };
}

export function isTarget(target: ObserveTarget, { look: { pod }, workloads }: LivePod): boolean {
  switch (target.is) {
    case "all":
      return true;
    case "pod":
      return pod.name === target.name;
    case "object":
      return workloads.some(({ kind, name }) => kindOf(kind) === target.kind && name === target.name);
  }
}

/** What is asked for, and where. */
export interface ObserveRequest {
  readonly target: ObserveTarget;
  readonly context: string;
  /** None: all. */
  readonly namespaces: readonly string[];
}
