import type { WorkloadStatus } from "../../../shared/controllers/objects/model.ts";
import type { WorkloadTimeline } from "../../../shared/controllers/workload/simulation.ts";
import { type Played, playRecording, podsOf, type Reactions } from "./play.ts";
import type { Recording } from "./recording.ts";

// What the controllers of the engine decide, beside what the real ones decided on the same pods.

/** What a real controller takes for its part. */
const toleranceMs = 300;
/** Controllers have 20 requests a second for all scenarios that were recorded at the same time: what they write may wait for its turn. */
const turnMs = 250;
/** The last progress may have been stored in the second after the one in which it was made. */
const storedLateMs = 1000;
/** An endpoint slice that was written twice within ms is tried again a second later. */
const endpointLateMs = 1100;
/**
 * Controllers that react within 0–50 ms of each other's writes take different steps: so many draws are tried of each mean.
 * The last one is for a recording whose controllers waited for their turn: 70–230 ms from a ReplicaSet's new size to its pod.
 */
const drawsOf: readonly (readonly [meanMs: number, draws: number])[] = [
  [6, 40],
  [15, 40],
  [30, 40],
  [75, 200],
];
/** Times from a kubelet's look at its clock until a watcher sees what it wrote. */
const writtenMs = [0, 40, 120];

/** The ways in which the recording is not explained by the draw that explains most of it. */
export function differences(recording: Recording): readonly string[] {
  let best = differencesOf(recording, { seed: 1, meanMs: 0, writtenMs: 0 });
  const tries = drawsOf.flatMap(([meanMs, draws]) =>
    Array.from({ length: draws }, (_, index) => ({ meanMs, seed: index + 1 })),
  );
  for (const { meanMs, seed } of tries) {
    if (best.length === 0) break;
    const found = differencesOf(recording, { seed, meanMs, writtenMs: writtenMs[seed % writtenMs.length] ?? 0 });
    if (found.length < best.length) best = found;
  }
  return best;
}

function differencesOf(recording: Recording, reactions: Reactions): readonly string[] {
  const played = playRecording(recording, reactions);
  return [
    ...podDifferences(recording, played),
    ...sizeDifferences(recording, played.timeline),
    ...statusDifferences(recording, played.timeline),
    ...endpointDifferences(recording, played),
    ...evictionDifferences(recording, played),
  ];
}

/** Creations and deletions of pods. */
function podDifferences(recording: Recording, { timeline, names }: Played): readonly string[] {
  const recorded = [...podsOf(recording)];
  const problems: string[] = [];
  const numbers = new Map([...names].map(([number, name]) => [name, number]));
  for (const [key, entries] of recorded) {
    const pod = timeline.pods.find((one) => one.number === numbers.get(key));
    const bornMs = entries[0]?.tMs ?? 0;
    const markedMs = entries.find(({ deleting, gone }) => deleting || gone)?.tMs;
    if (pod === undefined) problems.push(`${key} is not created (recorded ${bornMs})`);
    else if (!isNear(pod.createdMs, bornMs)) problems.push(`${key} is created at ${pod.createdMs}, recorded ${bornMs}`);
    else if (!isNear(pod.deletedMs, markedMs))
      problems.push(`${key} is deleted at ${pod.deletedMs}, recorded ${markedMs}`);
  }
  if (timeline.pods.length !== recorded.length)
    problems.push(`${timeline.pods.length} pods, recorded ${recorded.length}`);
  return problems;
}

function isNear(playedMs: number | undefined, recordedMs: number | undefined): boolean {
  if (playedMs === undefined || recordedMs === undefined) return playedMs === recordedMs;
  return recordedMs >= playedMs - toleranceMs && recordedMs <= playedMs + toleranceMs + turnMs;
}

interface Step {
  readonly tMs: number;
  readonly value: string | number;
}

interface Slack {
  /** How much later than recorded it may begin. */
  readonly lateMs: number;
  /** How much earlier than recorded the value that comes next may begin. */
  readonly earlyMs: (next: Step["value"] | undefined) => number;
}

const usual: Slack = { lateMs: toleranceMs, earlyMs: () => toleranceMs + turnMs };

/** What was recorded for longer than the slack and is another thing in the run. What the run has for a few ms only may not have been seen. */
function unheld(
  what: string,
  recorded: readonly Step[],
  played: readonly Step[],
  endMs: number,
  { lateMs, earlyMs }: Slack = usual,
): readonly string[] {
  const steps = changesOf(recorded);
  const made = changesOf(played).filter(
    ({ tMs }, index, all) => (all[index + 1]?.tMs ?? Number.POSITIVE_INFINITY) - tMs > toleranceMs,
  );
  return steps.flatMap(({ tMs, value }, index) => {
    const next = steps[index + 1];
    const fromMs = tMs + lateMs;
    const toMs = (next?.tMs ?? endMs) - earlyMs(next?.value);
    if (toMs <= fromMs) return [];
    const first = made.findLast((step) => step.tMs <= fromMs);
    const inside = made.filter((step) => step.tMs > fromMs && step.tMs < toMs);
    const wrong = [...(first === undefined ? [] : [first]), ...inside].find((step) => step.value !== value);
    return wrong === undefined ? [] : [`${what} is ${wrong.value} from ${wrong.tMs}, recorded ${value} from ${tMs}`];
  });
}

/** Steps in order of time, of one instant the last, without those that change nothing. */
function changesOf(steps: readonly Step[]): readonly Step[] {
  const settled = steps.filter(({ tMs }, index) => steps[index + 1]?.tMs !== tMs);
  return settled.filter(({ value }, index) => value !== settled[index - 1]?.value);
}

/** Sizes of ReplicaSets. */
function sizeDifferences({ entries, seconds }: Recording, { entries: made }: WorkloadTimeline): readonly string[] {
  const names = new Set(entries.flatMap((entry) => (entry.kind === "replicaSet" ? [entry.name] : [])));
  return [...names].flatMap((name) => {
    const recorded = entries.flatMap((entry) =>
      entry.kind === "replicaSet" && entry.name === name ? [{ tMs: entry.tMs, value: entry.replicas }] : [],
    );
    const played = made.flatMap(({ kind, object, tMs, data }) =>
      (kind === "replica-set-created" || kind === "replica-set-scaled") && object === name
        ? [{ tMs, value: data.to ?? 0 }]
        : [],
    );
    return unheld(`size of ${name}`, recorded, played, seconds * 1000);
  });
}

const fields = {
  Deployment: [
    "observedGeneration",
    "replicas",
    "updatedReplicas",
    "readyReplicas",
    "availableReplicas",
    "unavailableReplicas",
    "terminatingReplicas",
  ],
  StatefulSet: [
    "observedGeneration",
    "replicas",
    "readyReplicas",
    "availableReplicas",
    "currentReplicas",
    "updatedReplicas",
  ],
  DaemonSet: [
    "observedGeneration",
    "desiredNumberScheduled",
    "currentNumberScheduled",
    "updatedNumberScheduled",
    "numberReady",
    "numberAvailable",
    "numberUnavailable",
  ],
  PodDisruptionBudget: ["currentHealthy", "desiredHealthy", "expectedPods", "disruptionsAllowed"],
} as const;

type Kind = keyof typeof fields;

const kinds = {
  deployment: "Deployment",
  statefulSet: "StatefulSet",
  daemonSet: "DaemonSet",
  podDisruptionBudget: "PodDisruptionBudget",
} as const;

const conditionSlack: Slack = {
  ...usual,
  earlyMs: (next) => usual.earlyMs(next) + (next === "False:ProgressDeadlineExceeded" ? storedLateMs : 0),
};

/** Counts and conditions of the workload and its budgets. */
function statusDifferences({ entries, seconds }: Recording, { statuses }: WorkloadTimeline): readonly string[] {
  const endMs = seconds * 1000;
  return Object.entries(kinds).flatMap(([recordedKind, kind]) => {
    const seen = entries.flatMap((entry) => ("counts" in entry && entry.kind === recordedKind ? [entry] : []));
    const made = statuses.filter(({ status }) => status.kind === kind);
    if (seen.length === 0) return [];
    const counts = fields[kind].flatMap((field) =>
      unheld(
        `${kind} ${field}`,
        seen.map(({ tMs, counts }) => ({ tMs, value: counts[field] ?? 0 })),
        made.map(({ tMs, status }) => ({ tMs, value: numberIn(status, field) })),
        endMs,
      ),
    );
    const conditions = ["Available", "Progressing"].flatMap((type) =>
      unheld(
        type,
        seen.map((entry) => ({ tMs: entry.tMs, value: stepOf(entry.conditions[type] ?? "") })),
        made.map(({ tMs, status }) => ({ tMs, value: conditionIn(status, type) })),
        endMs,
        conditionSlack,
      ),
    );
    return kind === "Deployment" ? [...counts, ...conditions] : counts;
  });
}

function numberIn(status: object, field: (typeof fields)[Kind][number]): number {
  const value: unknown = Reflect.get(status, field);
  return typeof value === "number" ? value : 0;
}

function conditionIn(status: WorkloadStatus | { readonly kind: "PodDisruptionBudget" }, type: string): string {
  if (status.kind !== "Deployment") return "";
  const condition = status.conditions.find((one) => one.type === type);
  return condition === undefined ? "" : stepOf(`${condition.status}:${condition.reason}`);
}

/** A new set and its first pods are one step: the status that tells of the pods was up to half a second late. */
function stepOf(condition: string): string {
  return condition.replace("NewReplicaSetCreated", "ReplicaSetUpdated");
}

/** The conditions of each pod's endpoint; pods of a StatefulSet have the names of those before them. */
function endpointDifferences({ entries, seconds, objects }: Recording, { timeline, names }: Played): readonly string[] {
  const service = objects.find(({ kind }) => kind === "Service")?.metadata.name;
  const slices = entries.flatMap((entry) => (entry.kind === "endpointSlice" ? [entry] : []));
  const absent = "none";
  const made = timeline.entries.flatMap(({ kind, object, pod, tMs, data }) =>
    kind === "endpoint-changed" && object === service && pod !== undefined
      ? [{ tMs, name: names.get(pod)?.split("#")[0], value: data.endpoint ?? absent }]
      : [],
  );
  return [...new Set(slices.flatMap(({ endpoints }) => Object.keys(endpoints)))].flatMap((name) =>
    unheld(
      `endpoint of ${name}`,
      slices.map(({ tMs, endpoints }) => ({ tMs, value: endpoints[name] ?? absent })),
      [{ tMs: -1000, value: absent }, ...made.filter((step) => step.name === name)],
      seconds * 1000,
      { lateMs: toleranceMs, earlyMs: () => toleranceMs + endpointLateMs },
    ),
  );
}

const answers = new Map([
  ["accepted", "accepted"],
  ["TooManyRequests", "refused"],
  // An internal error has no reason.
  ["", "refused"],
]);

/** What the eviction API answered to each try for a pod, and when it was asked. */
function evictionDifferences({ entries, seconds }: Recording, { timeline, names }: Played): readonly string[] {
  const seen = entries.flatMap((entry) => (entry.kind === "eviction" ? [entry] : []));
  return [...new Set(seen.map(({ pod }) => pod))].flatMap((pod) => {
    // A pod that is gone by then gets no answer of ours.
    const recorded = seen.flatMap((entry) => {
      const answer = entry.pod === pod ? answers.get(entry.answer) : undefined;
      return answer === undefined ? [] : [{ tMs: entry.tMs, answer }];
    });
    const played = timeline.entries.flatMap(({ kind, tMs, pod: number, data }) => {
      const isAnswer = kind === "eviction-accepted" || kind === "eviction-refused";
      const isOfPod = names.get(number ?? 0)?.split("#")[0] === pod;
      const answer = kind.slice("eviction-".length);
      return isAnswer && isOfPod && tMs < seconds * 1000 ? [{ tMs: data.askedMs ?? tMs, answer }] : [];
    });
    return answersDiffer(pod, played, recorded);
  });
}

type Tries = readonly { readonly tMs: number; readonly answer: string }[];

function answersDiffer(pod: string, played: Tries, recorded: Tries): readonly string[] {
  if (played.map(({ answer }) => answer).join(" ") !== recorded.map(({ answer }) => answer).join(" "))
    return [`evictions of ${pod} ${JSON.stringify(played)}, recorded ${JSON.stringify(recorded)}`];
  return played.flatMap(({ tMs, answer }, index) => {
    const recordedMs = recorded[index]?.tMs ?? 0;
    return Math.abs(tMs - recordedMs) > toleranceMs ? [`${pod} ${answer} at ${tMs}, recorded ${recordedMs}`] : [];
  });
}
