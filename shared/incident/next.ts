import { formatDuration } from "../basics/durations.ts";
import { plainLine } from "../basics/plain-line.ts";
import type { Span } from "../basics/span.ts";
import { clockWindow } from "../observation/answer/clock.ts";
import { waitUntilStart } from "../observation/objects/kubelet-model.ts";
import { nextTry, runsOf } from "../observation/windows/next-try.ts";
import type { ContainerEvidence } from "./causes.ts";
import type { NextLine, Sureness, UnseenRuns } from "./model.ts";
import { climbedMs } from "./unseen.ts";

/** When a container starts again, or is tried again. Undefined if it is not, or if it runs. */
export function nextOf(subject: ContainerEvidence, unseen: UnseenRuns | undefined): NextLine | undefined {
  const { model, look, container } = subject;
  // Its pod may be over.
  if (container.state.is === "terminated" && subject.unknown.includes("phase")) return undefined;
  const next = nextTry(model, look, container);
  const name = container.name;
  switch (next.is) {
    case "none":
      return undefined;
    case "polled":
      return {
        container: name,
        what: "retry",
        window: undefined,
        text: "tried again about once a minute",
        certainty: "seen",
      };
    case "reset":
      return { container: name, what: "restart of all containers", window: next.window, text: "", certainty: "seen" };
    case "pull":
      return {
        container: name,
        what: "pull",
        window: next.window,
        text: next.window === undefined ? "time not known" : "",
        certainty: next.window === undefined ? "possible" : "seen",
      };
    case "start": {
      const counted = next.backOff.source === "possible" ? countedWindow(subject, unseen) : undefined;
      const [delayMs] = next.backOff.delaysMs;
      const isOne = next.backOff.delaysMs.length === 1 && delayMs !== undefined;
      const delay = isOne ? `back-off ${formatDuration(delayMs)}` : "";
      const certainty: Sureness = next.backOff.certainty === "told" ? "told" : isOne ? "seen" : "possible";
      const known = { container: name, what: "start", window: next.window, text: delay, certainty };
      return counted === undefined ? known : { ...known, ...counted };
    }
  }
}

interface Counted {
  readonly window: Span;
  readonly text: string;
  readonly certainty: Sureness;
}

/** Only the number of restarts is known: so often the back-off was raised, unless it was reset. */
function countedWindow(subject: ContainerEvidence, unseen: UnseenRuns | undefined): Counted | undefined {
  const { model, look, container } = subject;
  const last = runsOf(look, container).runs.at(-1);
  const finishedAt = last?.end?.finishedAt;
  if (last === undefined || finishedAt === undefined || unseen?.meanLengthMs === "empty") return undefined;
  const isSure = unseen?.meanLengthMs !== undefined && !unseen.isIfNeverReset;
  const by = unseen?.cause?.by;
  const isKilled = by === "liveness" || by === "startup";
  // Kills that come after the back-off is over start again at once and raise it all the same.
  if (!isSure && unseen?.meanLengthMs === undefined) return undefined;
  const delayMs = climbedMs(subject, last.number, isKilled);
  const wait = waitUntilStart(model, delayMs, Number.POSITIVE_INFINITY);
  const window = {
    nominalMs: finishedAt.nominalMs + wait.nominalMs,
    earliestMs: finishedAt.earliestMs + wait.earliestMs,
    latestMs: finishedAt.latestMs + wait.latestMs,
  };
  const condition = isSure ? "" : ", if the back-off was never reset";
  const text = `back-off ${formatDuration(delayMs)} (${last.number} restarts${condition})`;
  return { window, text, certainty: isSure ? "seen" : "likely" };
}

/** `10:03:14–10:03:46, back-off 1m20s`. */
export function nextText({ what, window, text }: NextLine, atMs: number): string {
  const when = window === undefined ? "" : clockWindow(window, atMs);
  const due = window !== undefined && window.latestMs < atMs ? "was due " : "";
  return [`${plainLine(what)} ${due}${when}`.trim(), ...(text === "" ? [] : [text])].join(", ");
}
