import { admit } from "../../../shared/api-server/admission/admit.ts";
import { memo } from "../../../shared/basics/once.ts";
import { samePath } from "../../../shared/basics/path.ts";
import type { Span } from "../../../shared/basics/span.ts";
import { isFields } from "../../../shared/basics/values.ts";
import type { ContainerForecast, PodForecast } from "../../../shared/forecast/pod/model.ts";
import { readyWith } from "../../../shared/forecast/pod/pod.ts";
import { allContainers, type Container, type DefaultedPod } from "../../../shared/kubernetes/pod.ts";
import { sharedForecast } from "../../analysis/shared-forecasts.ts";
import type { AnalyzedPod, ContainerSubject } from "../../analysis/subject.ts";
import type { FieldValue } from "../core/model.ts";

/** Fields of the container to set; undefined removes one. */
export type ContainerChange = (container: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>;

interface WhatIf {
  readonly pod: PodForecast;
  readonly container: ContainerForecast;
}

/** The forecast with a changed container. Undefined if the change leaves nothing to run. */
export function whatIf(subject: ContainerSubject, change: ContainerChange): WhatIf | undefined {
  const changed = whatIfPod(subject, change);
  if (changed === undefined) return undefined;
  const forecast = sharedForecast(
    changed.pod,
    subject.pod.settings.assumptions,
    subject.pod.scenario.scenario,
    undefined,
  );
  const own = forecast.containers.find(({ path }) => samePath(path, subject.container.path));
  return own && { pod: forecast, container: own };
}

/**
 * When the pod is ready with a changed container. Where no scenario speaks of the pod, each container is asked about alone, and the
 * last one counts: hundreds of containers would each be asked about with all others.
 */
export function readyIf(subject: ContainerSubject, change: ContainerChange): Span | undefined {
  const { scenario, settings } = subject.pod;
  const { containers, events } = scenario.scenario;
  if (Object.keys(containers).length > 0 || events.length > 0) return whatIf(subject, change)?.pod.timeToReady;
  const changed = whatIfPod(subject, change, "alone");
  if (changed === undefined) return undefined;
  let last = readyWith({ ...changed, assumptions: settings.assumptions });
  for (const [container, ready] of eachReady(subject.pod))
    if (container !== subject.container && last !== undefined)
      last = ready === undefined || ready.nominalMs > last.nominalMs ? ready : last;
  return last;
}

/** When the pod would be ready if no other container counted, for each. Each of hundreds of containers asks for all. */
const eachReady = memo(({ pod, settings }: AnalyzedPod): ReadonlyMap<Container, Span | undefined> => {
  const all = pod === undefined ? [] : allContainers(pod).map((container) => ({ pod, container }));
  return new Map(
    all.map((each) => [each.container, readyWith({ ...each, assumptions: settings.assumptions })] as const),
  );
});

/** The pod as the node would see it with a changed container, with or without the other main containers. */
export function whatIfPod(
  { pod, container }: ContainerSubject,
  change: ContainerChange,
  others: "beside" | "alone" = "beside",
): { readonly pod: DefaultedPod; readonly container: Container } | undefined {
  const [list, index] = container.path;
  if (typeof list !== "string" || typeof index !== "number") return undefined;
  const { kind, name, namespace, spec } = pod.located;
  if (!isFields(spec)) return undefined;
  const written: unknown = spec[list];
  if (!Array.isArray(written)) return undefined;
  const isAlone = others === "alone" && list === "containers";
  const kept: readonly unknown[] = isAlone ? written.slice(index, index + 1) : written;
  const at = isAlone ? 0 : index;
  const changed = kept.map((each, position) => (position === at && isFields(each) ? change(each) : each));
  const object = { kind, name, namespace, spec: { ...spec, [list]: changed }, isStatic: pod.isStatic };
  const admission = admit(object, pod.settings.assumptions);
  if (admission.pod === undefined) return undefined;
  const own = allContainers(admission.pod).find(({ path }) => samePath(path, [list, at]));
  return own && { pod: admission.pod, container: own };
}

/** Sets one field of one probe. */
export function withProbeField(probe: string, field: string, value: FieldValue | undefined): ContainerChange {
  return (container) => {
    const written = container[probe];
    return { ...container, [probe]: { ...(isFields(written) ? written : {}), [field]: value } };
  };
}
