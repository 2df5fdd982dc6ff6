import { plainLine } from "../../basics/plain-line.ts";
import type { AnswerNote } from "../../forecast/answer/model.ts";
import { allContainers } from "../../kubernetes/pod.ts";
import type { ObservedContainer, ObservedEnd, ObservedPod } from "../objects/pod-object.ts";
import type { PodReport } from "../report.ts";
import { clockText } from "./clock.ts";

/** What is odd about a status, each in one sentence: parts that are missing, clocks that disagree, another release. */
export function statusNotes(report: PodReport): readonly AnswerNote[] {
  const { look, problems, contradictions, isNow } = report;
  const other = contradictions.find(({ kind }) => kind === "other curve");
  const found = [
    // The API server has checked the rest.
    ...problems
      .filter(({ path }) => path[0] === "status")
      .slice(0, 1)
      .map(({ message }) => plainLine(message).replace(/\.$/, "")),
    ...unknownContainers(report),
    ...look.pod.containers.flatMap(backwards),
    ...futureTime(report),
    ...(isNow && contradictions.some(({ kind }) => kind === "overdue")
      ? ["is older than the start that was due, or the kubelet is down: read the pod again"]
      : []),
    ...(other === undefined
      ? []
      : [
          `names a back-off of ${plainLine(other.container ?? "")} that the assumed node does not have: say which node it is`,
        ]),
  ];
  return [...resizeNotes(look.pod), ...found.slice(0, notesMax).map((text) => ({ label: "Status", text }))];
}

/**
 * What becomes of a resize in place: the pod runs with its old resources meanwhile.
 * Models pkg/kubelet/status/status_manager.go SetPodResizePendingCondition (v1.37.1).
 */
function resizeNotes({ conditions }: ObservedPod): readonly AnswerNote[] {
  return conditions
    .filter(({ status }) => status === "True")
    .flatMap(({ type, reason, message }) => {
      const what = resizes[`${type} ${reason ?? ""}`] ?? resizes[type];
      if (what === undefined) return [];
      const why = message === undefined || message.trim() === "" ? "" : `: ${plainLine(message).replace(/\.$/, "")}`;
      return [{ label: "Resize", text: `${what}${why}` }];
    });
}

const resizes: Readonly<Record<string, string>> = {
  "PodResizePending Infeasible": "does not fit on this node, so the pod keeps its old resources",
  "PodResizePending Deferred": "waits for room on the node; the kubelet tries again by itself",
  PodResizePending: "is not accepted by the kubelet yet",
  "PodResizeInProgress Error": "fails, and the kubelet tries again",
  PodResizeInProgress: "is under way",
};

const notesMax = 3;

/** A dump that was cut off, or edited. */
function unknownContainers({ model, look: { pod } }: PodReport): readonly string[] {
  const specified = allContainers(model.pod).map(({ name }) => name);
  const seen = pod.containers.filter(({ kind }) => kind !== "ephemeral").map(({ name }) => name);
  const strange = seen.filter((name) => !specified.includes(name));
  const missing = pod.containers.length === 0 ? [] : specified.filter((name) => !seen.includes(name));
  const isRunningUnseen = pod.containers.length === 0 && pod.phase === "Running";
  return [
    ...(strange.length === 0 ? [] : [`speaks of ${listed(strange)}, which the spec does not have`]),
    ...(missing.length === 0 ? [] : [`says nothing of ${listed(missing)}: it may be cut off`]),
    ...(isRunningUnseen ? ["lists no containers, though the pod runs: it may be cut off"] : []),
  ];
}

function listed(names: readonly string[]): string {
  return names.map((name) => plainLine(name)).join(", ");
}

function backwards({ name, state, lastState }: ObservedContainer): readonly string[] {
  const ends = [lastState, state.is === "terminated" ? state : undefined];
  return ends.some((end) => end !== undefined && endsBeforeStart(end))
    ? [`has a run of ${plainLine(name)} that ends before it starts: its clocks disagree`]
    : [];
}

function endsBeforeStart({ startedAt, finishedAt }: ObservedEnd): boolean {
  return startedAt !== undefined && finishedAt !== undefined && finishedAt.latestMs < startedAt.earliestMs;
}

/** What a clock may be ahead without a word. */
const aheadMs = 60_000;

function futureTime({ look: { pod }, atMs, isNow }: PodReport): readonly string[] {
  const latestMs = Math.max(0, ...timesOf(pod));
  if (!isNow || latestMs <= atMs + aheadMs) return [];
  return [`has the time ${clockText(latestMs, atMs)} UTC, which is still to come: its clocks disagree`];
}

function timesOf({ createdAt, startedAt, conditions, containers }: ObservedPod): readonly number[] {
  const times = [
    createdAt,
    startedAt,
    ...conditions.map(({ since }) => since),
    ...containers.flatMap(({ state, lastState }) => [
      state.is === "waiting" ? undefined : state.startedAt,
      lastState?.finishedAt,
    ]),
  ];
  return times.flatMap((time) => time?.nominalMs ?? []);
}
