import { formatDuration } from "../../../shared/basics/durations.ts";
import { formatSpan } from "../../../shared/basics/span-words.ts";
import type { Probe } from "../../../shared/kubernetes/pod.ts";
import type { ContainerSubject } from "../../analysis/subject.ts";
import type { ContainerHit, ContainerRule } from "../core/model.ts";
import { isProbeCertain } from "../support/certain.ts";
import { readyIf, withProbeField } from "../support/what-if.ts";

/** Waiting this much longer than the delay says is worth a word. */
const noticeableMs = 10_000;

/**
 * Probes run at ticks of `periodSeconds`. Nothing runs when `initialDelaySeconds` end: the first attempt waits for the next tick.
 * If the delay is not a multiple of the period, the first attempt is late by up to one period.
 * A healthy container then gets no traffic for longer than the delay: with a delay of 20s and a period of 60s it becomes ready after one minute.
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
 * ## How to fix
 *
 * Remove the delay. A failing readiness probe does no harm during startup, and the kubelet probes right after the start.
 * Or set a shorter period.
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
 * `pkg/kubelet/prober/worker.go`, `run` and `doProbe`: the ticker ignores the delay, and ticks during the delay do nothing.
 * Since 1.29 the readiness ticker restarts with the container.
 */
export const firstProbeAfterDelay: ContainerRule = {
  id: "first-probe-after-delay",
  title: "The first readiness probe runs clearly later than the initial delay",
  level: "hint",
  origin: "simulation",
  checkContainer: check,
};

function check(subject: ContainerSubject): readonly ContainerHit[] {
  const { readiness } = subject.container.probes;
  if (readiness === undefined || !canBeLate(readiness) || !isProbeCertain(subject, "readiness")) return [];
  const delayMs = readiness.initialDelaySeconds * 1000;
  const ready = subject.pod.forecast()?.timeToReady;
  if (ready === undefined) return [];
  const without = readyIf(subject, withProbeField("readinessProbe", "initialDelaySeconds", undefined));
  if (without === undefined) return [];
  if (ready.nominalMs - without.nominalMs - delayMs < noticeableMs) return [];
  const path = [...subject.container.path, "readinessProbe"];
  return [
    {
      path: [...path, "initialDelaySeconds"],
      on: "value",
      message:
        `The probe runs every ${formatDuration(readiness.periodSeconds * 1000)}, not when the delay of ${formatDuration(delayMs)} ends, ` +
        `so a healthy container is ready only after ${formatSpan(ready)}. Remove initialDelaySeconds: it is then ready after ${formatSpan(without)}.`,
    },
  ];
}

/** Saves a simulation where the next tick comes soon after the delay. */
function canBeLate({ initialDelaySeconds: delay, periodSeconds: period }: Probe): boolean {
  return delay > 0 && (period - (delay % period)) % period >= noticeableMs / 1000;
}
