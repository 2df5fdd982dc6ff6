import { simulateJob } from "../../../shared/controllers/job/job.ts";
import type { JobTimeline } from "../../../shared/controllers/job/model.ts";
import { readJob } from "../../../shared/controllers/job/read-job.ts";
import { allContainers } from "../../../shared/kubernetes/pod.ts";
import { kubeletModelOf } from "../../../shared/observation/objects/kubelet-model.ts";
import { type Instant, scenarioOf, secondsText } from "./predicted.ts";
import type { SeenPod } from "./seen-pods.ts";
import type { Workload } from "./workloads.ts";

const seeds = 30;
/** From the creation of a pod to the start of its container. */
const startMs = 1500;

/** When the pods of one Job really started, after its first one, beside when they were predicted to be created. */
export function podsOfJob(
  name: string,
  pods: readonly SeenPod[],
  { job, spec }: Workload,
  toleranceMs: number,
): readonly Instant[] {
  const starts = pods.flatMap(({ runs }) => runs.slice(0, 1).map(({ startedMs }) => startedMs)).sort((a, b) => a - b);
  const [first] = pods;
  const facts = first?.looks[0] && kubeletModelOf(first.looks[0].pod, first.assumptions);
  const [firstMs] = starts;
  if (facts === undefined || firstMs === undefined) return [];
  const input = {
    job: readJob({ ...job, template: { spec: first?.looks[0]?.pod.spec } }, facts.assumptions.apiServer),
    pod: facts.pod,
    assumptions: facts.assumptions,
    scenario: scenarioOf(spec, allContainers(facts.pod)),
    untilMs: Math.max(...starts) - firstMs + 60_000,
  };
  const played = Array.from({ length: seeds }, (_, seed) => simulateJob({ ...input, seed }));
  return starts
    .slice(1)
    .map((atMs, index) =>
      judgedPod(`${name}: pod ${index + 2}`, atMs - firstMs, { ...created(played, index + 2), toleranceMs }),
    );
}

function created(played: readonly JobTimeline[], number: number) {
  const spans = played.flatMap(({ pods }) => pods.find((pod) => pod.number === number)?.createdAt ?? []);
  return {
    earliestMs: Math.min(...spans.map(({ earliestMs }) => earliestMs)),
    latestMs: Math.max(...spans.map(({ latestMs }) => latestMs)),
  };
}

function judgedPod(
  what: string,
  afterMs: number,
  { earliestMs, latestMs, toleranceMs }: ReturnType<typeof created> & { readonly toleranceMs: number },
): Instant {
  return {
    isInside: afterMs >= earliestMs - toleranceMs - startMs && afterMs <= latestMs + toleranceMs + startMs,
    text: `${what} after ${secondsText(afterMs)}, predicted ${secondsText(earliestMs)} – ${secondsText(latestMs)}`,
  };
}
