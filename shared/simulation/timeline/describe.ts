import { formatDuration } from "../../basics/durations.ts";
import { formatPlayed } from "../../basics/span-words.ts";
import { type Pod, probeField } from "../../kubernetes/pod.ts";
import type { EntryKind, TimelineEntry } from "./timeline.ts";

/** One sentence that says what an entry is. Computed when asked for; the timeline holds facts only. */
export function describeEntry(entry: TimelineEntry, pod: Pod): string {
  return sentences[entry.kind](new Words(entry, pod));
}

/** The parts that sentences are made of. */
class Words {
  readonly #entry: TimelineEntry;
  readonly pod: Pod;

  constructor(entry: TimelineEntry, pod: Pod) {
    this.#entry = entry;
    this.pod = pod;
  }

  get name(): string {
    return this.#entry.container ?? "the pod";
  }

  /** No container of it is known. */
  get isOfPod(): boolean {
    return this.#entry.container === undefined;
  }

  get data(): TimelineEntry["data"] {
    return this.#entry.data;
  }

  get run(): number {
    return this.#entry.run ?? 1;
  }

  get probe(): string {
    return this.data.probe === undefined ? "probe" : probeField(this.data.probe).replace("Probe", " probe");
  }

  duration(ms: number | undefined): string {
    return formatPlayed(ms ?? 0);
  }
}

const answers = {
  success: "succeeds",
  failure: "fails",
  timeout: "gets no answer in time",
  error: "cannot be run, which does not count",
} as const;

const sentences: Readonly<Record<EntryKind, (words: Words) => string>> = {
  "pod-seen": () => "The kubelet sees the pod.",
  "pod-rejected": ({ data }) => `The kubelet rejects the pod: ${data.text ?? ""}.`,
  "sandbox-ready": () => "The sandbox of the pod is ready.",
  "sandbox-stopped": () => "The sandbox of the pod is stopped.",
  "sandbox-removed": () => "The sandbox of the pod is removed.",
  "image-pulling": ({ name }) => `The image of ${name} is being pulled.`,
  "image-pulled": ({ name }) => `The image of ${name} is on the node.`,
  "image-pull-failed": ({ name }) => `The image of ${name} cannot be pulled.`,
  "container-created": ({ name }) => `${name} is created.`,
  "container-create-failed": ({ name }) => `${name} cannot be created.`,
  "container-start-failed": ({ name }) => `${name} is created, but cannot be started.`,
  "container-started": ({ name, run }) => (run === 1 ? `${name} starts.` : `${name} starts again, run ${run}.`),
  "container-stopping": stopping,
  "container-killed": ({ name }) => `${name} gets SIGKILL: its grace period is over.`,
  "container-exited": exited,
  "container-removed": ({ name, data, run }) =>
    data.isRoutine === true ? `The kubelet garbage-collects run ${run} of ${name}.` : `${name} is removed.`,
  "back-off-started": (words) =>
    `${words.name} is in back-off for ${words.duration(words.data.delayMs)} from its exit.`,
  "back-off-ended": backOffEnded,
  "post-start-done": ({ name, data }) =>
    data.isCanceled === true
      ? `The postStart hook of ${name} is canceled with its kubelet.`
      : `The postStart hook of ${name} ${data.answer === "success" ? "is done" : "fails"}.`,
  "pre-stop-done": ({ name, data }) =>
    data.isCanceled === true
      ? `The preStop hook of ${name} is canceled with its kubelet.`
      : `The preStop hook of ${name} ${data.answer === "success" ? "is done" : "fails"}.`,
  "pre-stop-cut": (words) =>
    `The preStop hook of ${words.name} is cut off after ${words.duration(words.data.tookMs)}: the grace period is over.`,
  "probe-attempt": (words) => `The ${words.probe} of ${words.name} ${answers[words.data.answer ?? "success"]}.`,
  "probe-result": probeResult,
  "restart-all-started": ({ name, isOfPod }) =>
    isOfPod ? "All containers of the pod restart." : `The exit of ${name} restarts all containers of the pod.`,
  "restart-all-ended": () => "All containers are removed; the pod starts anew.",
  "condition-changed": ({ data }) =>
    `${data.condition} is ${data.status}${data.reason === undefined ? "" : ` (${data.reason})`}.`,
  "phase-changed": ({ data }) => `The pod is ${data.phase}.`,
  "status-published": () => "The status is published.",
  "pod-deleted": (words) =>
    words.data.reason === undefined
      ? `The pod is deleted, with a grace period of ${words.duration(words.data.graceMs)}.`
      : `The pod is evicted (${words.data.reason}).`,
  "pod-removed": () => "The pod is gone.",
  "kubelet-stopped": () => "The kubelet stops.",
  "kubelet-started": () => "The kubelet starts.",
  "node-rebooted": () => "The node reboots.",
  "node-lost": () => "The node stops and does not come back.",
  "node-not-ready": () => "The node is NotReady.",
  "job-pod-created": ofJob,
  "job-back-off-started": ofJob,
  "job-ended": ofJob,
  note,
};

function backOffEnded(words: Words): string {
  const how = words.data.isForgotten === true ? "forgotten by the kubelet's garbage collection" : "over";
  return `The back-off of ${words.duration(words.data.delayMs)} of ${words.name} is ${how}.`;
}

/** The controller says it in a whole sentence. */
function ofJob({ data }: Words): string {
  return data.text ?? "";
}

/** It may be about the pod itself, with which the sentence then begins, or about what the pod needs. */
function note({ name, data }: Words): string {
  if (data.dependency !== undefined) return `${data.text ?? ""}.`;
  return `${name} ${data.text ?? ""}.`.replace(/^the pod/, "The pod");
}

function stopping({ name, data, probe }: Words): string {
  const grace = formatDuration(data.graceMs ?? 0);
  const why = data.probe === undefined ? "" : ` because its ${probe} failed`;
  return `${name} gets SIGTERM${why}; SIGKILL follows after ${grace}.`;
}

function exited({ name, data }: Words): string {
  const how = data.reason === "OOMKilled" ? "is OOM-killed" : `exits with ${data.exitCode ?? 0}`;
  return `${name} ${how} after ${formatPlayed(data.ranMs ?? 0)}.`;
}

function probeResult({ name, data, probe }: Words): string {
  if (data.status === "success") return `The ${probe} of ${name} has succeeded.`;
  const times = data.threshold === 1 ? "once" : `${data.threshold ?? 1} times in a row`;
  return `The ${probe} of ${name} has failed ${times}.`;
}
