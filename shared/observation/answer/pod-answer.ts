import { agreeing, counted } from "../../basics/counted.ts";
import { enumerated } from "../../basics/enumerated.ts";
import { plainLine } from "../../basics/plain-line.ts";
import type { AnswerNote } from "../../forecast/answer/model.ts";
import type { KubeletModel } from "../objects/kubelet-model.ts";
import type { ObservedContainer, ObservedPod } from "../objects/pod-object.ts";
import type { PodSnapshot } from "../objects/pod-snapshot.ts";
import { restartsOf } from "../objects/runs.ts";
import type { PodReport } from "../report.ts";
import { creationHold, deletionHold, disruptionText, firstSentence, nodeHold, schedulingHold } from "../stuck.ts";
import { nextTry } from "../windows/next-try.ts";
import { clockText, lasting, lastingText, messageNote } from "./clock.ts";
import type { ObservedNow } from "./model.ts";
import { doneBeside, initializingCase, loopOutlook, readyCase, restartsText, unreadyCase } from "./running.ts";
import { type ContainerAt, type ContainerCase, endedCase, tryCase, waitingSince } from "./waiting.ts";

/** The moment of an observation. */
interface LookedAt {
  /** Ms since 1970. */
  readonly atMs: number;
  /** It is the present, not the latest time that the status has. */
  readonly isNow: boolean;
}

/** What a pod's status and events say first: how it is, since when and why, what comes next, and what would help. */
export function observedPodAnswer(model: KubeletModel, look: PodSnapshot, moment: LookedAt): ObservedNow {
  const { atMs, isNow } = moment;
  const whole = wholeCase(look, atMs);
  if (whole !== undefined) return { ...whole, container: undefined, besides: messageNote(whole) };
  const cases = look.pod.containers.flatMap((container) => {
    const found = caseOf({ model, look, container, atMs });
    return found === undefined ? [] : [{ container, found }];
  });
  const [worst, ...others] = cases.toSorted(
    (one, other) => rankOf(one.found) - rankOf(other.found) || Number(wasCut(one)) - Number(wasCut(other)),
  );
  if (worst === undefined) {
    const known = look.pod.containers.length > 0 ? aliveCase({ model, look, atMs }, isNow) : createdCase(look, atMs);
    return { ...known, container: undefined, besides: messageNote(known) };
  }
  const { container, found } = worst;
  const also = alsoRestarting(found, others);
  const title = isAlone(model) ? "" : `${titles[container.kind]}${plainLine(container.name)} `;
  return {
    ...found,
    container: container.name,
    headline: `${title}${found.headline}${also}`,
    brief: found.brief === undefined ? undefined : `${title}${found.brief}`,
    besides: [
      ...messageNote(found),
      ...others.flatMap(besideOf),
      ...restartingBeside({ model, look, atMs }, cases),
    ].slice(0, besidesMax),
  };
}

const besidesMax = 10;
/** More than these are counted. */
const namedMax = 3;

/** Of a container that restarts: the others that do. What each of them does is said in a row. */
function alsoRestarting({ is }: ContainerCase, others: readonly Found[]): string {
  if (!restarting.has(is)) return "";
  const names = others
    .filter(({ found }) => restarting.has(found.is))
    .map(({ container }) => plainLine(container.name));
  if (names.length === 0) return "";
  const who = names.length <= namedMax ? enumerated(names) : `${names.length} other containers`;
  return `; ${who} ${agreeing(names.length, "restart")}, too`;
}

const restarting: ReadonlySet<ContainerCase["is"]> = new Set(["crash-loop", "restarting"]);

/** What is said before the name of a container. */
const titles: Readonly<Record<ObservedContainer["kind"], string>> = {
  init: "init container ",
  sidecar: "sidecar ",
  regular: "",
  ephemeral: "",
};

function isAlone({ pod }: KubeletModel): boolean {
  return pod.containers.length + pod.initContainers.length === 1;
}

interface Found {
  readonly container: ObservedContainer;
  readonly found: ContainerCase;
}

/** A container that was stopped because another one made all restart says nothing of why. */
function wasCut({ container: { state } }: Found): boolean {
  return state.is === "terminated" && state.reason === "RestartingAllContainers";
}

function besideOf({ container, found }: Found): readonly AnswerNote[] {
  return [{ label: plainLine(container.name), text: found.headline }];
}

function aliveCase(at: Omit<ContainerAt, "container">, isNow: boolean): ContainerCase {
  const isReady = at.look.pod.conditions.some(({ type, status }) => type === "Ready" && status === "True");
  return (isReady ? undefined : doneBeside(at)) ?? readyCase(at, isNow);
}

/** Containers that run, and have restarted of late. */
function restartingBeside(at: Omit<ContainerAt, "container">, cases: readonly Found[]): readonly AnswerNote[] {
  return at.look.pod.containers.flatMap((container) => {
    if (cases.some((each) => each.container === container) || loopOutlook({ ...at, container }) === undefined)
      return [];
    const text = restartsText({ ...at, container });
    return text === undefined ? [] : [{ label: plainLine(container.name), text: `runs; ${text}` }];
  });
}

/** What is most wrong comes first; of equals, the container that stands first. */
export function rankOf({ is }: Pick<ContainerCase, "is">): number {
  return order.indexOf(is);
}

const order: readonly ContainerCase["is"][] = [
  "failed",
  "unscheduled",
  "crash-loop",
  "image",
  "create",
  "restarting",
  "reset",
  "ended",
  "creating",
  "not-ready",
  "initializing",
  "starting",
];

/** What is said of one container; undefined if all is well with it, or nothing is known. */
export function observedContainerCase({ model, look, atMs }: PodReport, container: string): ContainerCase | undefined {
  const found = look.pod.containers.find(({ name }) => name === container);
  const whole = wholeCase(look, atMs);
  return whole ?? (found && caseOf({ model, look, container: found, atMs }));
}

function caseOf(at: ContainerAt): ContainerCase | undefined {
  const { model, look, container } = at;
  const next = nextTry(model, look, container);
  return tryCase(at, next) ?? unreadyCase(at) ?? initializingCase(at) ?? stuckCase(at) ?? creatingCase(at);
}

/** A regular container that has failed for good, or an init container on which the pod ends. One that completed is done. */
function stuckCase(at: ContainerAt): ContainerCase | undefined {
  const { state, kind } = at.container;
  if (state.is !== "terminated" || (kind !== "regular" && kind !== "init")) return undefined;
  if (state.exitCode === 0 && state.reason !== "OOMKilled") return undefined;
  return endedCase(at);
}

/** Of a container that is being made for the first time, and of its volumes and its network. */
function creatingCase(at: ContainerAt): ContainerCase | undefined {
  const { container, look, atMs } = at;
  const { state } = container;
  if (state.is !== "waiting" || state.reason === "PodInitializing") return undefined;
  return { ...createdCase(look, atMs, waitingSince(at)) };
}

/** Of a pod whose containers are not there yet. */
function createdCase(look: PodSnapshot, atMs: number, sinceMs?: number): ContainerCase {
  const { pod } = look;
  const hold = creationHold(look);
  const since = hold?.sinceMs ?? sinceMs ?? pod.startedAt?.nominalMs ?? pod.createdAt?.nominalMs;
  const isUnseen = pod.containers.length === 0 && pod.phase === "Running";
  return {
    is: "creating",
    outlook: hold?.fix === undefined ? undefined : "never-ready",
    ...lasting({ what: hold?.what ?? (isUnseen ? "runs" : "is being created"), sinceMs: since, why: hold?.why }, atMs),
    fix: hold?.fix,
    after: undefined,
    next: undefined,
  };
}

/** What is said of the pod as a whole, whatever its containers do. */
function wholeCase(look: PodSnapshot, atMs: number): ContainerCase | undefined {
  const { pod } = look;
  if (pod.phase === "Succeeded") return withLeftover(look, completedCase(pod, atMs), atMs);
  if (pod.phase === "Failed") return withLeftover(look, failedCase(pod, atMs), atMs);
  return deletingCase(look, atMs) ?? unscheduledCase(look, atMs);
}

/** Of a pod at its end that is still there. One that ended because somebody deletes it has not failed by itself. */
function withLeftover(look: PodSnapshot, found: ContainerCase, atMs: number): ContainerCase {
  const hold = deletionHold(look);
  if (hold?.heldBy === undefined) return found;
  if (!endedByDeletion(look.pod, hold.sinceMs))
    return { ...found, headline: `${found.headline}; is being deleted, held by ${hold.heldBy}` };
  const endedMs = endMs(look.pod);
  const parts = [
    lastingText({ what: "is being deleted", sinceMs: hold.sinceMs, why: hold.why }, atMs),
    ...(endedMs === undefined ? [] : [`ended at ${clockText(endedMs, atMs)}`]),
    `held by ${hold.heldBy}`,
  ];
  return nothingNext({
    is: "deleting",
    outlook: "ends",
    headline: parts.join("; "),
    fix: deletionFix(look, hold.heldBy),
    after: undefined,
  });
}

/** The kubelet gave no reason of its own, and nothing ended before the deletion. */
function endedByDeletion(pod: ObservedPod, deletedMs: number): boolean {
  const ends = pod.containers.flatMap(({ state, kind }) =>
    state.is === "terminated" && kind !== "init" ? [state.finishedAt?.latestMs ?? 0] : [],
  );
  return pod.reason === undefined && ends.length > 0 && ends.every((each) => each >= deletedMs);
}

function nothingNext(
  found: Pick<ContainerCase, "is" | "headline" | "fix" | "after"> & Pick<ContainerCase, "outlook">,
): ContainerCase {
  return { ...found, next: undefined };
}

function completedCase(pod: ObservedPod, atMs: number): ContainerCase {
  const restarts = restartsOf(pod);
  const why = restarts === 0 ? undefined : `after ${counted(restarts, "restart")}`;
  return nothingNext({
    is: "completed",
    outlook: "ends",
    ...lasting({ what: "completed", from: "at", sinceMs: endMs(pod), why }, atMs),
    fix: undefined,
    after: undefined,
  });
}

function endMs({ containers }: ObservedPod): number | undefined {
  const times = containers.flatMap(({ state }) =>
    state.is === "terminated" ? (state.finishedAt?.nominalMs ?? []) : [],
  );
  return times.length === 0 ? undefined : Math.max(...times);
}

function failedCase(pod: ObservedPod, atMs: number): ContainerCase {
  const { reason, message } = pod;
  const sentence = plainLine(message ?? "").replace(/\.$/, "");
  const failed = pod.containers.find(({ state }) => state.is === "terminated" && state.exitCode !== 0);
  const exit =
    failed?.state.is === "terminated" ? `${plainLine(failed.name)} exited with ${failed.state.exitCode}` : undefined;
  const told = sentence === "" ? reason : `${reason === undefined ? "" : `${plainLine(reason)}: `}${sentence}`;
  const why = told ?? disruptionText(pod) ?? exit;
  return nothingNext({
    is: "failed",
    outlook: "fails",
    ...lasting({ what: "failed", from: "at", sinceMs: disruptedMs(pod) ?? endMs(pod), why }, atMs),
    fix: failedFix(pod),
    after: replacementText(pod),
  });
}

/** When it was decided that the pod ends; its containers may take longer. */
function disruptedMs({ conditions }: ObservedPod): number | undefined {
  return conditions.find(({ type, status }) => type === "DisruptionTarget" && status === "True")?.since?.nominalMs;
}

const podFixes: Readonly<Record<string, string>> = {
  Evicted: "requests near what the containers use, or a node with more of it",
  DeadlineExceeded: "a longer activeDeadlineSeconds, or less work",
  OutOfcpu: "the node had no room; requests, or another node",
  OutOfmemory: "the node had no room; requests, or another node",
};

function failedFix(pod: ObservedPod): string | undefined {
  const { reason = "", name } = pod;
  if (reason === "Terminated" || reason === "NodeShutdown" || reason === "Shutdown")
    return `nothing is wrong with the pod; remove what is left of it: kubectl delete pod ${plainLine(name)}`;
  return podFixes[reason];
}

/** Who makes another pod in its place. */
function replacementText({ owners }: ObservedPod): string {
  const owner = owners.find(({ isController }) => isController);
  if (owner === undefined) return "nothing replaces this pod: create it again";
  if (owner.kind === "Job") return `Job ${plainLine(owner.name)} decides about another try`;
  return `${plainLine(owner.kind)} ${plainLine(owner.name)} replaces it with another pod`;
}

function deletingCase(look: PodSnapshot, atMs: number): ContainerCase | undefined {
  const hold = deletionHold(look);
  if (hold === undefined) return undefined;
  const { sinceMs, goneMs, isRunning, why, heldBy, hook } = hold;
  const node = nodeHold(look);
  const isLate = atMs > goneMs + lateDeletionMs;
  const what = isRunning ? (isLate ? "SIGKILL was due at" : "SIGKILL at") : isLate ? "should be gone since" : "gone by";
  // Its grace says nothing of whoever has to remove a finalizer.
  const isOnlyHeld = !isRunning && look.pod.finalizers.length > 0;
  const parts = [
    lastingText({ what: "is being deleted", sinceMs, why }, atMs),
    ...(hook === undefined ? [] : [hook]),
    // A kubelet that is not there kills nothing.
    ...(isOnlyHeld || (isRunning && node !== undefined) ? [] : [`${what} ${clockText(goneMs, atMs)}`]),
    ...(heldBy === undefined ? [] : [`held by ${heldBy}`]),
    ...(node === undefined ? [] : [node]),
  ];
  return nothingNext({
    is: "deleting",
    outlook: "ends",
    headline: parts.join("; "),
    fix: isLate || !isRunning || node !== undefined ? deletionFix(look, heldBy) : undefined,
    after: undefined,
  });
}

const lateDeletionMs = 15_000;

function deletionFix({ pod: { finalizers, nodeName } }: PodSnapshot, heldBy: string | undefined): string | undefined {
  if (finalizers.length > 0) return "whoever set the finalizers has to remove them";
  if (heldBy === undefined && nodeName === undefined) return undefined;
  return `the kubelet of node ${plainLine(nodeName ?? "")} has to stop it: see whether the node is ready`;
}

function unscheduledCase(look: PodSnapshot, atMs: number): ContainerCase | undefined {
  const hold = schedulingHold(look);
  if (hold === undefined) return undefined;
  const { what, sinceMs, why, fix, isUnseen } = hold;
  // What the scheduler says of preemption is for the row below.
  const first = why && firstSentence(why);
  const words = lasting({ what, sinceMs, why: first }, atMs);
  return nothingNext({
    is: "unscheduled",
    outlook: isUnseen ? undefined : "never-ready",
    ...words,
    ...(first === why ? {} : { message: why }),
    fix,
    after: undefined,
  });
}
