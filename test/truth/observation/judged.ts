import type { Span } from "../../../shared/basics/span.ts";
import { collectSteps } from "../../../shared/forecast/runs/steps.ts";
import { allContainers } from "../../../shared/kubernetes/pod.ts";
import { inferScenario } from "../../../shared/observation/inference/infer.ts";
import { type JudgedMoment, judgeObserved } from "../../../shared/observation/judge.ts";
import { kubeletModelOf } from "../../../shared/observation/objects/kubelet-model.ts";
import type { ObservedContainer } from "../../../shared/observation/objects/pod-object.ts";
import type { PodSnapshot } from "../../../shared/observation/objects/pod-snapshot.ts";
import { addPod, type ObservedRun, type PodHistory } from "../../../shared/observation/objects/runs.ts";
import type { OverlayContainer, OverlayRun } from "../../../shared/protocol/pod/observed.ts";
import { parseScenario, textsOfLines } from "../../../shared/scenario/language/parse.ts";
import { simulate } from "../../../shared/simulation/index.ts";
import type { RecordedPod } from "./recorded-pods.ts";

const seeds = 16;
/** Behind the end of a recording, so that what no run comes to can be told from what it comes to later. */
const roomMs = 720_000;

/** What a recorded pod did, held against runs of the scenario that is inferred from it. */
export function judgeRecorded(recorded: RecordedPod): readonly JudgedMoment[] {
  const last = recorded.looks.findLast(({ pod }) => pod.deletionAt === undefined);
  const [first] = recorded.looks;
  const facts = last && kubeletModelOf(last.pod, recorded.assumptions);
  if (last === undefined || first === undefined || facts === undefined) return [];
  let history: PodHistory | undefined;
  for (const { pod, atMs } of recorded.looks)
    if (atMs <= last.atMs) history = addPod(history, pod, { seenMs: atMs, atMost: Number.POSITIVE_INFINITY });
  const look: PodSnapshot = { pod: last.pod, history, events: last.events };
  const { pod, assumptions } = facts;
  const { scenario } = parseScenario(textsOfLines(inferScenario(facts, look).lines), allContainers(pod));
  const untilMs = last.atMs - first.atMs + roomMs;
  const steps = collectSteps();
  for (let seed = 1; seed <= seeds; seed += 1)
    steps.add(simulate({ pod, assumptions, scenario, seed, untilMs, recording: "entries" }).entries);
  const containers = last.pod.containers.map((container) => overlayOf(look, container, first.atMs));
  return judgeObserved(steps.result(), containers, untilMs);
}

function overlayOf(look: PodSnapshot, { name }: ObservedContainer, beginMs: number): OverlayContainer {
  const known = look.history?.containers.get(name);
  const since = (span: Span): Span => ({
    nominalMs: span.nominalMs - beginMs,
    earliestMs: span.earliestMs - beginMs,
    latestMs: span.latestMs - beginMs,
  });
  const runOf = (run: ObservedRun): OverlayRun => ({
    run: run.number + 1,
    startMs: run.startedAt && since(run.startedAt),
    end: run.end && {
      atMs: run.end.finishedAt && since(run.end.finishedAt),
      exitCode: run.end.exitCode,
      reason: run.end.reason,
    },
  });
  return { name, missing: known?.missing ?? 0, runs: (known?.runs ?? []).map(runOf) };
}
