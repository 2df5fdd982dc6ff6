import { type ProbeType, probeField } from "../../../shared/kubernetes/pod.ts";
import type { ContainerSubject } from "../../analysis/subject.ts";

const numbers = ["initialDelaySeconds", "timeoutSeconds", "periodSeconds", "successThreshold", "failureThreshold"];

/** True when every number of the probe is written in this file, or is a default that nothing can change. */
export function isProbeCertain({ container, isCertain }: ContainerSubject, type: ProbeType): boolean {
  const path = [...container.path, probeField(type)];
  return numbers.every((field) => isCertain([...path, field]));
}

/** True when no other file can add a probe of this type. */
export function isProbeAbsent({ container, isCertain }: ContainerSubject, type: ProbeType): boolean {
  return container.probes[type] === undefined && isCertain([...container.path, probeField(type)]);
}
