import type { ProbeType } from "../../kubernetes/pod.ts";
import type { ToleranceQuestion } from "../../scenario/model.ts";

/** How far a container is from one harm by one fault. Times are the lengths of the fault. */
export interface Tolerance extends ToleranceQuestion {
  /** The longest fault that does no harm, whenever it begins, to a step. */
  readonly survivesMs: number;
  /** One step longer: it does harm if it begins at the worst moment. */
  readonly hurtsMs: number;
  /** From here on it does harm whenever it begins. Undefined where it depends on the moment however long it is. */
  readonly alwaysMs: number | undefined;
  /** The probe that decides; undefined: the grace period of the pod. */
  readonly probe: ProbeType | undefined;
}

/** All questions, in the order in which they are shown. */
export const toleranceQuestions: readonly ToleranceQuestion[] = [
  { fault: "start", harm: "kill" },
  { fault: "hang", harm: "kill" },
  { fault: "hang", harm: "unready" },
  { fault: "errors", harm: "kill" },
  { fault: "errors", harm: "unready" },
  { fault: "answers", harm: "kill" },
  { fault: "answers", harm: "unready" },
  { fault: "stop", harm: "kill" },
];
