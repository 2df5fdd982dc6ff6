import * as z from "zod/mini";
import { admit } from "../../../shared/api-server/admission/admit.ts";
import { readKubeletConfiguration } from "../../../shared/kubelet-configuration/read-configuration.ts";
import { defaultAssumptions, makeNode } from "../../../shared/kubernetes/assumptions.ts";
import type { Assumptions } from "../../../shared/kubernetes/node.ts";
import { allContainers, type Container, type DefaultedPod } from "../../../shared/kubernetes/pod.ts";
import { parseVersion } from "../../../shared/kubernetes/versions.ts";
import { parseScenario } from "../../../shared/scenario/language/parse.ts";
import type { PodUpdate, SimulationInput } from "../../../shared/simulation/index.ts";
import type { Recorded } from "./explain.ts";
import { imageOf, plainMessage, recordedItems } from "./items.ts";
import { pullRequests } from "./pulls.ts";
import type { RecordedRun, RecordedStatus, Recording } from "./recording.ts";

/** From the creation of a pod to its sandbox, at most: so long before t = 0 of a recording is t = 0 of the engine. */
const createdBeforeMs = 30;

/** The engine's input for a recorded run: the same pod, node and script, and what was done from outside as scenario events. */
export function inputOf(recording: Recording, run: RecordedRun, arrives = deletedMs): SimulationInput {
  const assumptions = assumptionsOf(recording);
  const pod = podOf(recording, assumptions);
  const texts = [...scripts(recording, run, pod), ...events(recording, run, arrives), ...unsetGates(recording, pod)];
  const { scenario, problems } = parseScenario(
    texts.map((text) => ({ ...text, source: "comment" as const })),
    allContainers(pod),
  );
  if (problems.length > 0) throw new Error(problems.map(({ message }) => message).join("\n"));
  const untilMs = (recording.seconds + 100) * 1000;
  return {
    pod,
    assumptions,
    scenario,
    seed: 1,
    untilMs,
    pullsMs: pullsMs(run, pod),
    pulledAnyway: pulledAnyway(run, pod),
    recording: "statuses",
  };
}

/**
 * The node of a recording waited for its first pod for some seconds, which it does not tell: to a probe with a longer period its
 * kubelet is new. And where something happened between the request to delete and what shows it, either may have been first.
 */
export function inputsOf(recording: Recording, run: RecordedRun): readonly SimulationInput[] {
  const input = inputOf(recording, run);
  const inputs = isDeletionOpen(run) ? [input, inputOf(recording, run, (_, askedMs) => askedMs)] : [input];
  const probes = allContainers(input.pod).flatMap((container) => Object.values(container.probes));
  const isLong = probes.some(({ periodSeconds }) => periodSeconds * 1000 > warmUpMs);
  return isLong ? [...inputs, ...inputs.map((each) => ({ ...each, kubeletStartedMs: -warmUpMs }))] : inputs;
}

function isDeletionOpen(run: RecordedRun): boolean {
  const asked = run.entries.filter((entry) => entry.kind === "action" && entry.op === "delete");
  return asked.some(({ tMs: askedMs }) => {
    const shownMs = deletedMs(run, askedMs);
    return run.entries.some(({ kind, tMs }) => (kind === "cri" || kind === "event") && tMs > askedMs && tMs < shownMs);
  });
}

const warmUpMs = 8000;

function podOf({ pod: spec, scenario }: Recording, assumptions: Assumptions): DefaultedPod {
  const { pod } = admit({ kind: "Pod", name: "pod", namespace: "default", spec }, assumptions);
  if (pod === undefined) throw new Error(`${scenario}: no pod`);
  return pod;
}

/** The run with the times of the engine. */
export function recordedOf(recording: Recording, run: RecordedRun): Recorded {
  const shiftMs = shiftOf(run);
  const statuses = run.entries.filter((entry) => entry.kind === "status");
  const gone = statuses.find((entry) => entry.deleted === true);
  return {
    updates: updatesOf(recording, run),
    items: recordedItems(run, podOf(recording, assumptionsOf(recording))).map((item) => ({
      ...item,
      tMs: item.tMs + shiftMs,
      endMs: (item.endMs ?? item.tMs) + shiftMs,
    })),
    statuses,
    shiftMs,
    clockMs: clockOf(statuses, shiftMs),
    goneMs: gone === undefined ? undefined : gone.tMs + shiftMs,
    stopsMs: run.entries
      .filter((entry) => entry.kind === "node" && entry.op === "kubelet-stopped")
      .map((entry) => entry.tMs + shiftMs),
    untilMs: latestMs(run, ({ tMs }) => tMs, recording.seconds * 1000 + run.createdMs) + shiftMs,
    answeredMs: latestMs(run, (entry) => (entry.kind === "cri" ? entry.tMs + (entry.tookMs ?? 0) : 0)) + shiftMs,
  };
}

type Entry = RecordedRun["entries"][number];

/** A loop without back-off has hundreds of thousands of entries. */
function latestMs({ entries }: RecordedRun, msOf: (entry: Entry) => number, leastMs = 0): number {
  return entries.reduce((mostMs, entry) => Math.max(mostMs, msOf(entry)), leastMs);
}

/** The API cuts times to whole seconds of the clock, and so tells where these begin. */
function clockOf(statuses: readonly RecordedStatus[], shiftMs: number): number | undefined {
  for (const { init, containers } of statuses) {
    for (const { state } of [...(init ?? []), ...(containers ?? [])])
      if (state.startedMs !== undefined) return (((-state.startedMs - shiftMs) % 1000) + 1000) % 1000;
  }
  return undefined;
}

export function shiftOf({ createdMs }: RecordedRun): number {
  return Math.min(Math.max(-createdMs, 5), createdBeforeMs);
}

interface Line {
  readonly text: string;
  readonly container: string | undefined;
}

/** The script of each container, and what its image says by its name. */
function scripts({ script }: Recording, run: RecordedRun, pod: DefaultedPod): readonly Line[] {
  return allContainers(pod).map((container) => {
    const { name, image } = container;
    const clauses = imageClause(image) ?? (wasAbsent(run, container) ? "image takes 0s" : undefined);
    const runs = script[name] ?? "runs";
    return { text: clauses === undefined ? runs : `${clauses}, ${runs}`, container: name };
  });
}

function imageClause(image: string): string | undefined {
  const missing = /\/missing(?:-x(\d+))?:/.exec(image);
  if (missing !== null) return missing[1] === undefined ? "image missing" : `image missing ${missing[1]} times`;
  const slow = /\/slow-(\d+)s:/.exec(image);
  return slow === null ? undefined : `image takes ${slow[1]}s`;
}

/** An image that no name tells of, and that was pulled first although it need not be: the node did not have it. */
function wasAbsent(run: RecordedRun, { name, imagePullPolicy }: Container): boolean {
  const first = run.entries.find(
    (entry) => entry.kind === "event" && entry.container === name && /^Pull(?:ing|ed)$/.test(entry.reason),
  );
  return imagePullPolicy === "IfNotPresent" && first?.kind === "event" && first.reason === "Pulling";
}

/** The starts of each container whose image was pulled although it had been there before. */
function pulledAnyway({ entries }: RecordedRun, pod: DefaultedPod): Readonly<Record<string, readonly number[]>> {
  const open = allContainers(pod).filter(
    ({ image, imagePullPolicy }) => imagePullPolicy === "IfNotPresent" && imageClause(image) === undefined,
  );
  return Object.fromEntries(
    open.map(({ name }) => {
      const looked = entries.filter(
        (entry) =>
          entry.kind === "event" &&
          entry.container === name &&
          (entry.reason === "Pulling" || (entry.reason === "Pulled" && entry.message.includes("already present"))),
      );
      return [
        name,
        looked.flatMap((entry, index) => (index > 0 && "reason" in entry && entry.reason === "Pulling" ? [index] : [])),
      ];
    }),
  );
}

/** How long each pull took. A kubelet pulls one image at a time: those of other pods may be pulled first. */
function pullsMs(run: RecordedRun, pod: DefaultedPod): Readonly<Record<string, readonly number[]>> {
  const { entries } = run;
  const ends = [...pullRequests(run)];
  return Object.fromEntries(
    allContainers(pod).map(({ name }) => {
      const image = plainMessage(imageOf(pod, name));
      const asked = ends.filter(([, request]) => plainMessage(request.message ?? "") === image);
      const durations = entries.flatMap((entry) => {
        if (entry.kind !== "event" || entry.reason !== "Pulling" || entry.container !== name) return [];
        const end = asked.find(([, request]) => request.tMs >= entry.tMs);
        return end === undefined ? [] : [end[0].tMs - entry.tMs];
      });
      return [name, durations];
    }),
  );
}

function events(recording: Recording, run: RecordedRun, arrives: typeof deletedMs): readonly Line[] {
  const shiftMs = shiftOf(run);
  const deletions = (recording.actions ?? []).filter((action) => action.delete !== undefined);
  const recorded = run.entries.filter((entry) => entry.kind === "action" && entry.op === "delete");
  const deleted = recorded.map((entry, index) => {
    const seconds = deletions[index]?.delete?.gracePeriodSeconds;
    const grace = seconds === undefined ? "" : ` with grace ${seconds}s`;
    return { text: `at ${arrives(run, entry.tMs) + shiftMs}ms pod is deleted${grace}`, container: undefined };
  });
  const stops = run.entries.filter((entry) => entry.kind === "node" && entry.op === "kubelet-stopped");
  const starts = run.entries.filter((entry) => entry.kind === "node" && entry.op === "kubelet-started");
  const restarted = stops.flatMap((stop) => {
    // A pod that was created while the kubelet was away has its start alone; one that was stopped last was not back before the end.
    const start = starts.find(({ tMs }) => tMs >= stop.tMs);
    const downMs = (start?.tMs ?? stop.tMs + recording.seconds * 1000) - stop.tMs;
    const lateMs = stoppedMs(run, stop.tMs) - stop.tMs;
    const text = `at ${stop.tMs + lateMs + shiftMs}ms kubelet restarts in ${downMs - lateMs}ms`;
    return [{ text, container: undefined }];
  });
  return [...deleted, ...restarted];
}

/** Nobody set the gates of a recorded pod: it is over before somebody does. */
function unsetGates({ seconds }: Recording, { readinessGates }: DefaultedPod): readonly Line[] {
  if (readinessGates.length === 0) return [];
  return [{ text: `at ${2 * seconds + 1000}s readiness gates are true`, container: undefined }];
}

/** A process that is told to end does some things yet. */
const endsInMs = 20;
/** And hears the answers to what it asked before. */
const answersInMs = 60;

function stoppedMs({ entries }: RecordedRun, toldMs: number): number {
  const seen = entries.flatMap((entry) => {
    if (entry.kind !== "cri" || entry.op !== "check") return [];
    // The runtime cancels what nobody waits for any more.
    const endMs = entry.message === "cancelled" ? entry.tMs : entry.tMs + (entry.tookMs ?? 0);
    const isBegun = entry.tMs >= toldMs && entry.tMs <= toldMs + endsInMs;
    if (endMs > toldMs && endMs <= toldMs + answersInMs) return [endMs + 1];
    return isBegun ? [entry.tMs + 1] : [];
  });
  return Math.max(toldMs, ...seen);
}

/** A request to delete takes some milliseconds to arrive, on a busy machine many: it has when the object, or what the kubelet does, first shows it. */
function deletedMs({ entries }: RecordedRun, askedMs: number): number {
  const shown = entries.find(
    (entry) =>
      entry.tMs >= askedMs &&
      (entry.kind === "status" ? entry.deleting !== undefined : entry.kind === "event" && entry.reason === "Killing"),
  );
  return shown === undefined ? askedMs : Math.min(shown.tMs, askedMs + arrivesInMs);
}

/** A busy API server takes long. */
const arrivesInMs = 1000;

function assumptionsOf({ kubernetes, kubeletConfiguration }: Recording): Assumptions {
  const version = parseVersion(kubernetes);
  if (version === undefined) throw new Error(kubernetes);
  const read = readKubeletConfiguration(kubeletConfiguration ?? {}, undefined, version, {});
  const node = makeNode({ kubernetes: version, featureGates: {}, kubeletConfiguration: read });
  return {
    ...defaultAssumptions(),
    node,
    apiServer: { kubernetes: version, featureGates: {} },
    timing: "kubelet",
    imagePull: undefined,
  };
}

/** The scenarios that patch the pod go through the API. */
function updatesOf(recording: Recording, run: RecordedRun): readonly PodUpdate[] {
  const patches = (recording.actions ?? []).filter((action) => action.patch !== undefined);
  const recorded = run.entries.filter((entry) => entry.kind === "action" && entry.op === "patch");
  return recorded.map((entry, index) => {
    const { data } = z.safeParse(patched, patches[index]?.patch);
    const images = Object.fromEntries((data?.spec.containers ?? []).map(({ name, image }) => [name, image]));
    return { kind: "pod-updated", atMs: entry.tMs + shiftOf(run), images };
  });
}

const patched = z.object({
  spec: z.object({ containers: z.array(z.object({ name: z.string(), image: z.string() })) }),
});
