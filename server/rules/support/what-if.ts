import { admit } from "../../../shared/admission/admit.ts";
import { samePath } from "../../../shared/basics/path.ts";
import { isFields } from "../../../shared/basics/values.ts";
import type { ContainerForecast, PodForecast } from "../../../shared/forecast/model.ts";
import { allContainers, type Container, type DefaultedPod } from "../../../shared/kubernetes/pod.ts";
import { sharedForecast } from "../../analysis/shared-forecasts.ts";
import type { ContainerSubject } from "../../analysis/subject.ts";
import type { FieldValue } from "../model.ts";

/** Fields of the container to set; undefined removes one. */
export type ContainerChange = (container: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>;

interface WhatIf {
  readonly pod: PodForecast;
  readonly container: ContainerForecast;
}

/** The forecast with a changed container. Undefined: the change leaves nothing to run. */
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

/** The pod as the node would see it with a changed container. */
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
  const written = { kind, name, namespace, spec: { ...spec, [list]: changed }, isStatic: pod.isStatic };
  const admission = admit(written, pod.settings.assumptions);
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
