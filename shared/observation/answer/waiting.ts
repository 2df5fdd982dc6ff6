import { counted } from "../../basics/counted.ts";
import { formatDuration } from "../../basics/durations.ts";
import { plainLine } from "../../basics/plain-line.ts";
import { formatAtMost } from "../../basics/span-words.ts";
import type { Outlook } from "../../forecast/answer/model.ts";
import { lastPart } from "../last-part.ts";
import { type KubeletModel, specOf } from "../objects/kubelet-model.ts";
import type { ObservedContainer } from "../objects/pod-object.ts";
import type { PodSnapshot } from "../objects/pod-snapshot.ts";
import { pullProblem } from "../pull-problem.ts";
import { pullFailures } from "../windows/image-back-off.ts";
import type { NextTry } from "../windows/next-try.ts";
import { nextPullTitle, polledText, unseenPullText, windowAt } from "../words.ts";
import { lasting } from "./clock.ts";
import { type LastEnd, lastEnd } from "./ends.ts";
import { configFix, endFix } from "./fixes.ts";
import type { ObservedNow } from "./model.ts";
import { readyAfterText } from "./ready-after.ts";

/** A container of a pod at a moment. */
export interface ContainerAt {
  readonly model: KubeletModel;
  readonly look: PodSnapshot;
  readonly container: ObservedContainer;
  readonly atMs: number;
}

type Waiting<Is extends NextTry["is"]> = Extract<NextTry, { is: Is }>;

/** What is said of a container, without its name. */
export type ContainerCase = Omit<ObservedNow, "besides" | "container">;

/** Of a container that is started again some time. */
export function tryCase(at: ContainerAt, next: NextTry): ContainerCase | undefined {
  switch (next.is) {
    case "pull":
      return pullCase(at, next);
    case "polled":
      return createCase(at, next);
    case "reset":
      return resetCase(at, next);
    case "start":
      return startCase(at, next);
    case "none":
      return undefined;
  }
}

function pullCase(at: ContainerAt, { window }: Waiting<"pull">): ContainerCase {
  const { model, look, container, atMs } = at;
  const { state, name } = container;
  const image = specOf(model, name)?.image ?? container.specImage ?? "";
  const failures = pullFailures(look.events, name, image);
  const message = state.is === "waiting" ? state.message : undefined;
  const { why, fix } = pullProblem(message, failures, { image, secrets: pullSecrets(look) });
  const isKnown = window !== undefined && windowAt(window, atMs).is !== "overdue";
  return {
    is: "image",
    outlook: "never-ready",
    ...lasting(
      {
        what: "waits for its image",
        sinceMs: waitingSince(at),
        why,
        ...(isKnown ? { next: { what: nextPullTitle, window } } : { tail: unseenPullText() }),
      },
      atMs,
    ),
    fix: `${fix}; the pod recovers by itself at the next pull`,
    after: readyAfterText(at, "of the pull"),
    next: isKnown ? window : undefined,
  };
}

function pullSecrets({ pod: { spec } }: PodSnapshot): readonly string[] {
  const list: unknown = spec["imagePullSecrets"];
  if (!Array.isArray(list)) return [];
  return list.flatMap((each: unknown) => {
    const name = typeof each === "object" && each !== null && "name" in each ? each.name : undefined;
    return typeof name === "string" ? [name] : [];
  });
}

function createCase(at: ContainerAt, next: Waiting<"polled">): ContainerCase {
  const { reason, everyMs } = next;
  const { container, atMs } = at;
  const { state } = container;
  const message = state.is === "waiting" ? state.message : undefined;
  const why = message === undefined || message.trim() === "" ? reason : `${reason}: ${lastPart(message)}`;
  return {
    is: "create",
    outlook: "never-ready",
    ...lasting({ what: "can't be created", sinceMs: waitingSince(at), why, tail: polledText(next) }, atMs),
    fix: configFix({ reason, message, image: container.specImage ?? "" }, formatAtMost(everyMs.latestMs)),
    after: readyAfterText(at, "of that"),
    next: undefined,
  };
}

function resetCase(at: ContainerAt, { window }: Waiting<"reset">): ContainerCase {
  const end = lastEnd(at.model, at.look, at.container);
  const sinceMs = end?.run.end?.finishedAt?.nominalMs;
  const what = `restarts with all containers of the pod${end === undefined ? "" : `, ended`}`;
  const next = { what: "restart", window };
  return {
    is: "reset",
    outlook: "restarts",
    ...lasting({ what, from: "at", sinceMs, why: end?.text, next }, at.atMs),
    fix: end && endFix(at, end),
    after: undefined,
    next: window,
  };
}

function startCase(at: ContainerAt, { window, backOff }: Waiting<"start">): ContainerCase {
  const { container, atMs, model } = at;
  const end = lastEnd(model, at.look, container);
  const sinceMs = end?.run.end?.finishedAt?.nominalMs;
  const isLoop = backOff.delaysMs.some((delayMs) => delayMs > 0);
  const { restartCount } = container;
  const count = restartCount === 0 ? undefined : counted(restartCount, "restart");
  const why = [end?.text, count].filter((text) => text !== undefined).join(", ");
  const what = isLoop ? "is in a crash loop, waits" : "ended";
  return {
    is: isLoop ? "crash-loop" : "restarting",
    outlook: isLoop ? "crash-loop" : "restarts",
    ...lasting(
      {
        what,
        from: isLoop ? "since" : "at",
        sinceMs,
        why: why === "" ? undefined : why,
        next: { what: "next start", window },
      },
      atMs,
    ),
    fix: end && endFix(at, end),
    after: ifAgain(at, end, backOff.delaysMs),
    next: window,
  };
}

/** What the back-off becomes if the next run ends as the last one did. */
function ifAgain({ model: { policy } }: ContainerAt, end: LastEnd | undefined, delaysMs: readonly number[]) {
  const [delayMs] = delaysMs.slice(-1);
  if (delayMs === undefined || delaysMs.length > 1) return undefined;
  const nextMs = delayMs === 0 ? policy.initialMs : Math.min(2 * delayMs, policy.maximumMs);
  const again = end?.kind === "completion" ? "if it ends again" : "if it fails again";
  const each = nextMs === policy.maximumMs ? `${formatDuration(nextMs)} each time` : `${formatDuration(nextMs)} next`;
  return `${again}, it waits ${each}, until a run lasts ${formatDuration(policy.resetAfterMs)}`;
}

/** Since when a container waits that does not say so: since its last end, its first failure, the init container before it, or the start of the pod. */
export function waitingSince({ look, container }: Pick<ContainerAt, "look" | "container">): number | undefined {
  const { pod, events } = look;
  const endMs = container.lastState?.finishedAt?.nominalMs;
  if (endMs !== undefined) return endMs;
  const failed = events.filter((event) => event.container === container.name && event.type === "Warning");
  const told = failed.flatMap(({ first }) => first?.nominalMs ?? []);
  if (told.length > 0) return Math.min(...told);
  const before = pod.containers.slice(0, pod.containers.indexOf(container)).filter(({ kind }) => kind === "init");
  const ends = before.flatMap(({ state }) => (state.is === "terminated" ? (state.finishedAt?.nominalMs ?? []) : []));
  if (ends.length > 0) return Math.max(...ends);
  return pod.startedAt?.nominalMs ?? scheduledMs(look) ?? pod.createdAt?.nominalMs;
}

function scheduledMs({ pod }: PodSnapshot): number | undefined {
  return pod.conditions.find(({ type }) => type === "PodScheduled")?.since?.nominalMs;
}

/** Of something whose end is final while the pod goes on. */
export function endedCase(at: ContainerAt): ContainerCase | undefined {
  const { container, atMs } = at;
  const { state, kind } = container;
  if (state.is !== "terminated" || kind === "ephemeral") return undefined;
  const end = lastEnd(at.model, at.look, container);
  const outlook: Outlook = "never-ready";
  const why = end?.text ?? plainLine(state.reason ?? `exit code ${state.exitCode}`);
  return {
    is: "ended",
    outlook,
    ...lasting(
      {
        what: "ended",
        from: "at",
        sinceMs: state.finishedAt?.nominalMs,
        why,
        tail: "and does not restart: the pod is not ready",
      },
      atMs,
    ),
    fix: end && endFix(at, end),
    after: undefined,
    next: undefined,
  };
}
