import type { Container, DefaultedPod } from "../../kubernetes/pod.ts";
import type { OpenTime, Scenario } from "../../scenario/model.ts";
import { slowestStart } from "../../scenario/ranges.ts";
import { writtenScript } from "../../scenario/script.ts";

/** A container whose program starts after its pod is Ready, because nothing checks it. */
export interface EarlyReady {
  readonly container: Container;
  /** From Ready to the end of the start, where the container starts when the pod gets Ready. */
  readonly early: OpenTime;
}

/** Whoever starts faster than this hardly misses a request. */
const noticeableMs = 5000;

/** The slowest one. Undefined where a probe of some container holds Ready back, or none starts slowly. */
export function earlyReadyOf(pod: DefaultedPod, scenario: Scenario): EarlyReady | undefined {
  const { containers } = pod;
  if (containers.some(({ probes }) => probes.readiness !== undefined || probes.startup !== undefined)) return undefined;
  const found = containers.map((container) => {
    return { container, early: slowestStart(writtenScript(scenario, container)?.runs ?? []) };
  });
  const [slowest] = found.toSorted((left, right) => right.early.maxMs - left.early.maxMs);
  return slowest === undefined || slowest.early.maxMs < noticeableMs ? undefined : slowest;
}
