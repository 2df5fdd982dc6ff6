import { inNumber } from "../../../shared/basics/counted.ts";
import { nearest } from "../../../shared/basics/nearest.ts";
import type { LivePod } from "../../live/live-pod.ts";
import type { ObserveRequest, ObserveTarget } from "./observe-target.ts";

/** Why nothing is shown, in one line. */
export function nothingText(target: ObserveTarget, where: string, pods: Iterable<LivePod>): string {
  if (target.is === "all") return `no pods found in ${where}`;
  if (target.is === "pod") return `pod ${target.name} not found in ${where}`;
  const known = [...pods].flatMap(({ workloads }) => workloads.map(({ kind, name }) => `${kind}/${name}`));
  const meant = nearest(
    target.name,
    [...new Set(known)].map((each) => each.slice(each.indexOf("/") + 1)),
  );
  const whole = known.find((each) => each.endsWith(`/${meant}`));
  const advice = whole === undefined ? "" : `: did you mean ${whole}?`;
  return `no pods of ${target.kind} ${target.name} found in ${where}${advice}`;
}

export function placeText({ namespaces, context }: ObserveRequest): string {
  if (namespaces.length === 0) return `context ${context}`;
  return `${inNumber(namespaces.length, "namespace")} ${namespaces.join(", ")} of context ${context}`;
}

/** A sentence as standard error has it: one that begins with a name keeps it. */
export function lineOf(sentence: string): string {
  const text = sentence.replace(/\.$/, "");
  return /^(The|No|Not|Can|Context|Pod|User|Node|Without|Until|Pods)\b/.test(text)
    ? text.charAt(0).toLowerCase() + text.slice(1)
    : text;
}
