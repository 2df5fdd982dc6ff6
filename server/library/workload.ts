import { newRevision, playWorkload } from "../../shared/controllers/pods/play-workload.ts";
import { eventsOf } from "../../shared/forecast/workload/scenario-events.ts";
import { horizonLimitMs } from "../../shared/simulation/simulation.ts";
import { analyzeDocument } from "../analysis/analysis.ts";
import { askedOutcomes } from "../analysis/asked-texts.ts";
import { type AnalyzedWorkload, workloadOf } from "../analysis/workloads.ts";
import { parseManifest } from "../manifest/documents/parse.ts";
import { settingsOf } from "./analyze.ts";
import { checkTaken } from "./asked.ts";
import type { WorkloadOptions, WorkloadSimulation } from "./model.ts";

const dayMs = 86_400_000;

export function workloadSimulationOf(options: WorkloadOptions): WorkloadSimulation {
  const { node = {}, scenario = [], seed = 1, untilMs = dayMs, from = "running" } = options;
  const { workload, pod } = workloadIn(options, scenario);
  const said = from === "running" ? eventsOf(workload, workload.scenario.rollout?.events ?? []).events : [];
  const events = options.events?.map(eventOf) ?? said;
  const { assumptions } = pod.settings;
  const limitMs = Math.min(untilMs, horizonLimitMs);
  const timing = node.timing ?? assumptions.timing;
  const played = playWorkload(workload, {
    assumptions: { ...assumptions, timing },
    seed,
    untilMs: limitMs,
    from,
    events,
  });
  return {
    runUntil: (tMs) => played.runUntil(tMs),
    step: () => played.step(),
    inject: (event) => played.inject(eventOf(event)),
    nowMs: () => played.nowMs(),
    entries: () => played.timeline().entries,
    counts: () => played.timeline().counts,
    pods: () => played.timeline().pods,
    statusAt: (tMs) => played.statusAt(tMs),
    why: (entry) => played.why(entry.id),
    snapshot: () => played.snapshot(),
    restore: (snapshot) => played.restore(snapshot),
  };
}

type Event = NonNullable<WorkloadOptions["events"]>[number];
type PlayedEvent = Parameters<ReturnType<typeof playWorkload>["inject"]>[0];

/** A rollout goes to the revision that the scenario speaks of. */
function eventOf(event: Event): PlayedEvent {
  return event.kind === "rollout" ? { ...event, revision: newRevision } : event;
}

function workloadIn({ objects, node = {}, name }: WorkloadOptions, scenario: readonly string[]): AnalyzedWorkload {
  const text = typeof objects === "string" ? objects : objects.map((object) => JSON.stringify(object)).join("\n---\n");
  const settings = settingsOf({ ...node, scenario: [...(node.scenario ?? []), ...scenario] });
  const documents = parseManifest(text).documents.map(({ document }) => document);
  const found = documents
    .flatMap((document) => analyzeDocument(document, settings).pods)
    .flatMap((pod) => workloadOf(pod, documents) ?? [])
    .find(({ pod }) => name === undefined || pod.located.name === name);
  if (found === undefined) throw new RangeError("The objects hold no such Deployment, StatefulSet, or DaemonSet.");
  checkTaken(settings.asked, askedOutcomes(found.pod));
  const [problem] = found.pod.scenario.problems;
  if (problem !== undefined) throw new RangeError(problem.message);
  return found;
}
