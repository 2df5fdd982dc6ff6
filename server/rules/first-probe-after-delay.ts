import { formatSpan } from "../../shared/forecast/words.ts";
import { formatDuration } from "../../shared/kubernetes/durations.ts";
import type { Probe } from "../../shared/kubernetes/pod.ts";
import { isProbeCertain } from "./certain.ts";
import type { ContainerHit, ContainerRule } from "./model.ts";
import type { ContainerSubject } from "./subject.ts";
import { whatIf, withProbeField } from "./what-if.ts";

/** Waiting this much longer than the delay says is worth a word. */
const noticeableMs = 10_000;

/**
 * Nothing happens when `initialDelaySeconds` are over: the next attempt is made at the next tick of `periodSeconds`.
 * With a delay that is no multiple of the period the first attempt comes late, by up to a period.
 * A readiness probe then keeps a healthy container out of its services for longer than the delay says: with a delay of 20 s and a period of 60 s it becomes ready after a minute.
 *
 * ## Example
 *
 * ```yaml
 * apiVersion: v1
 * kind: Pod
 * metadata: {name: web}
 * spec:
 *   containers:
 *   - name: app
 *     image: registry.example/app
 *     readinessProbe:
 *       httpGet: {path: /ready, port: 8080}
 *       initialDelaySeconds: 20
 *       periodSeconds: 60
 * ```
 *
 * ## What to write instead
 *
 * No delay: a failing readiness probe does no harm while the container starts, and the kubelet asks right after the start.
 * Or a shorter period.
 *
 * ```yaml
 * apiVersion: v1
 * kind: Pod
 * metadata: {name: web}
 * spec:
 *   containers:
 *   - name: app
 *     image: registry.example/app
 *     readinessProbe:
 *       httpGet: {path: /ready, port: 8080}
 *       periodSeconds: 60
 * ```
 *
 * ## Source
 *
 * `pkg/kubelet/prober/worker.go`, `run` and `doProbe`: the ticker knows nothing of the delay, and an attempt before its end does nothing.
 * Since 1.29 the readiness ticker starts again when the container does.
 */
export const firstProbeAfterDelay: ContainerRule = {
  id: "first-probe-after-delay",
  title: "The first readiness attempt comes clearly later than the initial delay says",
  level: "hint",
  origin: "simulation",
  since: "1.28",
  checkContainer: check,
};

function check(subject: ContainerSubject): readonly ContainerHit[] {
  const { readiness } = subject.container.probes;
  if (readiness === undefined || !canBeLate(readiness) || !isProbeCertain(subject, "readiness")) return [];
  const delayMs = readiness.initialDelaySeconds * 1000;
  const ready = whatIf(subject, (container) => container)?.pod.timeToReady;
  const without = whatIf(subject, withProbeField("readinessProbe", "initialDelaySeconds", undefined))?.pod.timeToReady;
  if (ready === undefined || without === undefined) return [];
  if (ready.nominalMs - without.nominalMs - delayMs < noticeableMs) return [];
  const path = [...subject.container.path, "readinessProbe"];
  return [
    {
      path: [...path, "initialDelaySeconds"],
      on: "value",
      message:
        `Attempts are made at ticks of the period of ${formatDuration(readiness.periodSeconds * 1000)}, not when the delay of ${formatDuration(delayMs)} ends: ` +
        `a container that answers at once is ready after ${formatSpan(ready)}. Leave out the delay: then it is ready after ${formatSpan(without)}.`,
    },
  ];
}

/** Spares the engine the question where the answer is no: the next tick after the delay comes soon. */
function canBeLate({ initialDelaySeconds: delay, periodSeconds: period }: Probe): boolean {
  return delay > 0 && (period - (delay % period)) % period >= noticeableMs / 1000;
}
