import { admit } from "../../shared/admission/admit.ts";
import type { ContainerForecast, PodForecast } from "../../shared/forecast/model.ts";
import { forecastPod } from "../../shared/forecast/pod.ts";
import { samePath } from "../../shared/kubernetes/path.ts";
import { allContainers, type Container, type DefaultedPod } from "../../shared/kubernetes/pod.ts";
import type { FieldValue } from "./model.ts";
import type { ContainerSubject } from "./subject.ts";
import { isFields } from "./values.ts";

/** Fields of the container to set; undefined removes one. */
export type ContainerChange = (container: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>;

export interface WhatIf {
  readonly pod: PodForecast;
  readonly container: ContainerForecast;
}

/** What the engine would say if the container were written otherwise. Undefined: the change leaves nothing to run. */
export function whatIf(subject: ContainerSubject, change: ContainerChange): WhatIf | undefined {
  const changed = whatIfPod(subject, change);
  if (changed === undefined) return undefined;
  const forecast = forecastPod(changed.pod, subject.pod.settings.assumptions, subject.pod.scenario.scenario);
  const own = forecast.containers.find(({ path }) => samePath(path, subject.container.path));
  return own && { pod: forecast, container: own };
}

/** The pod as the node would see it if the container were written otherwise. */
export function whatIfPod(
  { pod, container }: ContainerSubject,
  change: ContainerChange,
): { readonly pod: DefaultedPod; readonly container: Container } | undefined {
  const [list, index] = container.path;
  if (typeof list !== "string" || typeof index !== "number") return undefined;
  const { kind, name, namespace, spec } = pod.located;
  if (!isFields(spec)) return undefined;
  const containers = spec[list];
  if (!Array.isArray(containers)) return undefined;
  const changed = containers.map((each: unknown, at) => (at === index && isFields(each) ? change(each) : each));
  const { assumptions } = pod.settings;
  const admission = admit({ kind, name, namespace, spec: { ...spec, [list]: changed } }, assumptions.apiServer);
  if (admission.pod === undefined) return undefined;
  const own = allContainers(admission.pod).find(({ path }) => samePath(path, container.path));
  return own && { pod: admission.pod, container: own };
}

/** Sets one field of one probe. */
export function withProbeField(probe: string, field: string, value: FieldValue | undefined): ContainerChange {
  return (container) => {
    const written = container[probe];
    return { ...container, [probe]: { ...(isFields(written) ? written : {}), [field]: value } };
  };
}
