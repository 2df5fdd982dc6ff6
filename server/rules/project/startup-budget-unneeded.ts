import { formatSpan } from "../../../shared/basics/span-words.ts";
import { isMuch, unneededBudget } from "../../../shared/learn/margins.ts";
import { slowestStart } from "../../../shared/scenario/ranges.ts";
import { scriptOf } from "../../../shared/scenario/script.ts";
import type { ContainerSubject } from "../../analysis/subject.ts";
import type { ContainerHit, ContainerRule } from "../core/model.ts";
import { isProbeCertain } from "../support/certain.ts";
import { measuredNote } from "../support/measured.ts";

/**
 * The startup probe allows far more time than any measured start took. A container that hangs during its start is noticed that much later.
 * The rule proposes twice the slowest start, or three times if the starts differ more. It is silent where they differ more than that, and where less was measured than 50 starts of 10 pods within a week, or any of them was cut off.
 * The rule needs a scenario with its evidence, as `pod-cadence learn` and `Pod Cadence: Learn from Pods…` write it.
 *
 * ## Example
 *
 * ```yaml
 * apiVersion: v1
 * kind: Pod
 * metadata: {name: web}
 * spec:
 *   containers:
 *   - name: app  # cadence: starts in 24s–41s — 212 starts, 31 pods, 2026-11-20 to 2026-11-28
 *     image: registry.example/app
 *     startupProbe:
 *       httpGet: {path: /healthz, port: 8080}
 *       failureThreshold: 30
 * ```
 *
 * ## How to fix
 *
 * Lower the failureThreshold.
 *
 * ```yaml
 * apiVersion: v1
 * kind: Pod
 * metadata: {name: web}
 * spec:
 *   containers:
 *   - name: app  # cadence: starts in 24s–41s — 212 starts, 31 pods, 2026-11-20 to 2026-11-28
 *     image: registry.example/app
 *     startupProbe:
 *       httpGet: {path: /healthz, port: 8080}
 *       failureThreshold: 8
 * ```
 *
 * ## Source
 *
 * `pkg/kubelet/prober/worker.go`, `doProbe`: the container is killed after `failureThreshold` failures in a row.
 */
export const startupBudgetUnneeded: ContainerRule = {
  id: "startup-budget-unneeded",
  title: "The startup probe allows far more time than measured starts take",
  level: "hint",
  origin: "advice",
  checkContainer: check,
};

function check(subject: ContainerSubject): readonly ContainerHit[] {
  const { container, pod } = subject;
  const { startup } = container.probes;
  const note = measuredNote(subject);
  if (startup === undefined || note === undefined || !note.isWhole || !isMuch(note)) return [];
  const { minMs, maxMs } = slowestStart(scriptOf(pod.scenario.scenario, container).runs);
  if (maxMs === 0 || !isProbeCertain(subject, "startup")) return [];
  const { startupBudget, startupBudgetProbe } = subject.forecast() ?? {};
  if (startupBudget === undefined || startupBudgetProbe !== "startup") return [];
  // A note has no median. It is at least the shortest start, so the margin is never smaller than by the starts themselves.
  const measured = { count: note.starts, maxMs, medianMs: minMs };
  const advice = unneededBudget({ probe: startup, budget: startupBudget, allows: formatSpan(startupBudget) }, measured);
  if (advice === undefined) return [];
  const { value, text } = advice;
  const path = [...container.path, "startupProbe"];
  const fix = {
    kind: "set-field",
    title: `Set failureThreshold to ${value}`,
    path,
    field: "failureThreshold",
    value,
  } as const;
  return [{ path, on: "key", message: text, fix }];
}
