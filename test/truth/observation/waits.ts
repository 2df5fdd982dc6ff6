import type { Span } from "../../../shared/basics/span.ts";
import { kubeletModelOf } from "../../../shared/observation/objects/kubelet-model.ts";
import type { PodSnapshot } from "../../../shared/observation/objects/pod-snapshot.ts";
import { addPod, type PodHistory, runsOfLook } from "../../../shared/observation/objects/runs.ts";
import { lookAt, nextTry } from "../../../shared/observation/windows/next-try.ts";
import type { RecordedPod } from "./recorded-pods.ts";

/** A recorded status in which a container waits to be started again, and what came of it. */
export interface Wait {
  readonly container: string;
  readonly number: number;
  readonly atMs: number;
  readonly window: Span;
  /** When the back-off is said to be over. The window opens then, or sooner where all containers may be restarted before. */
  readonly backOffEndMs: number;
  readonly source: string;
  readonly delaysMs: readonly number[];
  /** What the kubelet said of this wait at any time; undefined: it never did. */
  readonly realDelayMs: number | undefined;
  /** The earliest that this kubelet could start it, by the instants of the runtime. */
  readonly realEarliestMs: number | undefined;
  /** Undefined: the recording ended before. */
  readonly startedMs: number | undefined;
}

export type Knowledge = "one look" | "one look and events" | "all looks" | "all looks and events";

/** Every wait that a status of this pod shows. */
export function waitsOf(recorded: RecordedPod, knowledge: Knowledge): readonly Wait[] {
  const said = saidDelays(recorded);
  let history: PodHistory | undefined;
  const waits: Wait[] = [];
  for (const { atMs, pod, events } of recorded.looks) {
    const facts = kubeletModelOf(pod, recorded.assumptions);
    if (facts === undefined) continue;
    history = addPod(history, pod, { seenMs: atMs });
    const known: PodSnapshot = {
      ...lookAt(pod, knowledge.endsWith("events") ? events : []),
      ...(knowledge.startsWith("all") && { history }),
    };
    for (const container of pod.containers) {
      const next = nextTry(facts, known, container);
      if (next.is !== "start") continue;
      const { name, restartCount: number } = container;
      const run = recorded.runs.find((each) => each.container === name && each.number === number);
      const following = recorded.runs.find((each) => each.container === name && each.number === number + 1);
      // The status was on its way while the container was started.
      const realDelayMs = said.get(`${name}/${number}`);
      const forgottenMs = (run?.startedMs ?? 0) + facts.policy.resetAfterMs;
      const realEarliestMs =
        run?.exitedMs === undefined || realDelayMs === undefined
          ? undefined
          : Math.max(run.exitedMs, Math.min(run.exitedMs + realDelayMs, forgottenMs));
      waits.push({
        container: name,
        number,
        atMs,
        window: next.window,
        backOffEndMs: next.mayBeReset === true ? next.window.nominalMs : next.window.earliestMs,
        source: next.backOff.source,
        delaysMs: next.backOff.delaysMs,
        realDelayMs,
        realEarliestMs,
        startedMs: following?.startedMs,
      });
    }
  }
  return waits;
}

function saidDelays({ looks }: RecordedPod): ReadonlyMap<string, number> {
  const said = new Map<string, number>();
  for (const { pod } of looks) {
    for (const container of pod.containers) {
      const delayMs = runsOfLook(container).at(-1)?.saidDelayMs;
      if (delayMs !== undefined) said.set(`${container.name}/${container.restartCount}`, delayMs);
    }
  }
  return said;
}
