import type { Span } from "../../../shared/basics/span.ts";
import { formatSpan } from "../../../shared/basics/span-words.ts";
import { outsleptInWords } from "../../../shared/forecast/answer/commands.ts";
import { startToSigtermOf } from "../../../shared/forecast/container/limits.ts";
import type { ProbeType } from "../../../shared/kubernetes/pod.ts";
import { scriptOf } from "../../../shared/scenario/script.ts";
import type { ContainerSubject } from "../../analysis/subject.ts";
import { isProbeCertain } from "./certain.ts";
import { isWholeRun, probeStops, runsOf, timelineOf, windowsOf } from "./story.ts";

/** Of a probe whose command sleeps longer than its timeout: what happens to each attempt. */
export function outslept({ container, pod }: ContainerSubject, type: ProbeType): string | undefined {
  return outsleptInWords(pod.scenario.scenario, container, type);
}

/** The consequence of a probe that never succeeds in the last run of the scenario or by its own command, in words. Undefined if it succeeds, or nothing follows. */
export function outcomeOfNoSuccess(subject: ContainerSubject, type: ProbeType): string | undefined {
  const last = runsOf(subject).at(-1);
  if (subject.container.probes[type] === undefined || !isProbeCertain(subject, type)) return undefined;
  // Where all probes fail, the container is broken and not a probe.
  const isHopeless =
    outslept(subject, type) !== undefined ||
    (last !== undefined &&
      windowsOf(last, type).some(
        (window) =>
          window.target !== undefined && isWholeRun(window) && (window.answer === "fails" || window.answer === "hangs"),
      ));
  const timeline = isHopeless ? timelineOf(subject) : undefined;
  if (timeline === undefined) return undefined;
  const { restarts } = subject.forecast() ?? {};
  if (type === "readiness")
    return restarts?.story?.answer.readyForGoodMs === undefined ? "the container is never ready" : undefined;
  const stops = probeStops(timeline, subject.container, type);
  if (stops.length === 0) return undefined;
  const killed = killedAfterStart(subject);
  const when = killed === undefined ? "" : ` ${formatSpan(killed)} after its start`;
  return stops.length === 1
    ? `the kubelet kills the container${when}`
    : `the kubelet kills the container${when}, every time`;
}

/** As the headline says it: an attempt that times out takes longer than one that fails. */
function killedAfterStart({ pod, container }: ContainerSubject): Span | undefined {
  const [run] = scriptOf(pod.scenario.scenario, container).runs;
  return run && startToSigtermOf({ pod: pod.pod, assumptions: pod.settings.assumptions, container, run });
}
