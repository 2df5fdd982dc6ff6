import type { Assumptions } from "../../shared/kubernetes/node.ts";
import { type PodReport, reportObject } from "../../shared/observation/index.ts";
import type { LocatedPod } from "../manifest/text/model.ts";

/** What a manifest says that was observed: a Pod with a status. Without `nowMs` the moment is the latest time in it. */
export function observedOf(
  { kind, owner }: LocatedPod,
  assumptions: Assumptions,
  nowMs?: number,
): PodReport | undefined {
  return kind === "Pod" ? reportObject(owner, assumptions, nowMs) : undefined;
}
