import { type EnvelopeEntry, envelopeOf } from "../../../shared/forecast/runs/envelope.ts";
import { allContainers, type Container } from "../../../shared/kubernetes/pod.ts";
import { kubeletModelOf } from "../../../shared/observation/objects/kubelet-model.ts";
import { parseScenario } from "../../../shared/scenario/language/parse.ts";
import type { Scenario } from "../../../shared/scenario/model.ts";
import type { RealRun } from "./journal.ts";
import type { SeenPod } from "./seen-pods.ts";
import type { Workload } from "./workloads.ts";

/** A real start or end of a run beside the span that was predicted for it. */
export interface Instant {
  readonly isInside: boolean;
  /** `crash-loop-1 app: start 3 after 38.12s, predicted 36.00s – 42.31s`. */
  readonly text: string;
}

const seeds = 30;
/** What was real by now may be predicted for somewhat later. */
const laterMs = 60_000;

/**
 * Every start and end after the first start, measured from that, beside what the simulation of the same script gives, and may lie
 * so far outside of.
 */
export function instantsOf(pod: SeenPod, spec: Workload["spec"], toleranceMs: number): readonly Instant[] {
  const { looks, runs, assumptions } = pod;
  const facts = looks[0] && kubeletModelOf(looks[0].pod, assumptions);
  const firstMs = Math.min(...runs.map(({ startedMs }) => startedMs));
  if (facts === undefined || !Number.isFinite(firstMs)) return [];
  const scenario = scenarioOf(spec, allContainers(facts.pod));
  const untilMs = pod.endMs - firstMs + laterMs;
  const envelope = envelopeOf(
    { pod: facts.pod, assumptions: facts.assumptions, scenario, seed: 1, untilMs, recording: "entries" },
    seeds,
  );
  const zero = envelope.find(({ kind }) => kind === "container-started");
  if (zero === undefined) return [];
  const counts = new Map<string, number>();
  return runs.flatMap((run) => {
    const nth = (counts.get(run.container) ?? 0) + 1;
    counts.set(run.container, nth);
    return [
      { kind: "container-started" as const, atMs: run.startedMs },
      ...(run.exitedMs === undefined ? [] : [{ kind: "container-exited" as const, atMs: run.exitedMs }]),
    ].flatMap(({ kind, atMs }) => {
      const entry = envelope.find((each) => each.kind === kind && each.container === run.container && each.run === nth);
      return atMs === firstMs
        ? []
        : [judged(pod.name, run, { entry, zero, kind, afterMs: atMs - firstMs, toleranceMs })];
    });
  });
}

/** The scripts of the containers, as a scenario. */
export function scenarioOf(spec: Workload["spec"], containers: readonly Container[]): Scenario {
  const lines = [...(spec.initContainers ?? []), ...spec.containers].map(({ name, does = "runs" }) => ({
    text: `${name}: ${does}`,
    container: undefined,
    source: "comment" as const,
  }));
  const { scenario, problems } = parseScenario(lines, containers);
  if (problems.length > 0) throw new Error(problems.map(({ message }) => message).join("\n"));
  return scenario;
}

interface Judged {
  readonly entry: EnvelopeEntry | undefined;
  readonly zero: EnvelopeEntry;
  readonly kind: "container-started" | "container-exited";
  readonly afterMs: number;
  readonly toleranceMs: number;
}

function judged(name: string, { container, number }: RealRun, judgment: Judged): Instant {
  const { entry, zero, kind, afterMs, toleranceMs } = judgment;
  const what = `${name} ${container}: ${kind === "container-started" ? "start" : "end"} of run ${number} after ${secondsText(afterMs)}`;
  if (entry === undefined) return { isInside: false, text: `${what}, which was not predicted` };
  const [earliestMs, latestMs] = [entry.earliestMs - zero.earliestMs, entry.latestMs - zero.latestMs];
  return {
    isInside: afterMs >= earliestMs - toleranceMs && afterMs <= latestMs + toleranceMs,
    text: `${what}, predicted ${secondsText(earliestMs)} – ${secondsText(latestMs)}`,
  };
}

export function secondsText(ms: number): string {
  return `${(ms / 1000).toFixed(2)}s`;
}
