import type {
  ContainerState,
  ContainerStatus,
  PodStatus,
  PublishedStatus,
  TerminatedState,
} from "../../../shared/simulation/index.ts";
import type { Problem } from "./explain.ts";
import { plainMessage } from "./items.ts";
import type { RecordedStatus } from "./recording.ts";

/** From the kubelet's decision until a watcher of the API has the status, at most. */
const latencyMaxMs = 2500;
/** A status that lasts as long as this is never merged into the next one, nor lost with a kubelet that stops. */
const certainMs = 1500;

interface Times {
  readonly shiftMs: number;
  readonly untilMs: number;
  readonly toleranceMs: number;
  readonly stopsMs: readonly number[];
}

interface Wanted {
  readonly tMs: number;
  readonly text: string;
  readonly deleting: number | undefined;
}

/** The recorded statuses as they wait to be matched: all of them in order, though not all that the engine writes. */
export class Statuses {
  readonly #recorded: readonly Wanted[];
  readonly #untilMs: number;
  readonly #toleranceMs: number;
  readonly #stopsMs: readonly number[];
  readonly #texts: string[] = [];
  readonly #seen = new Set<number>();
  #next = 0;
  /** The first played status that the next recorded one may be. */
  #from = 0;

  constructor(recorded: readonly RecordedStatus[], { shiftMs, untilMs, toleranceMs, stopsMs }: Times) {
    this.#untilMs = untilMs;
    this.#stopsMs = stopsMs;
    this.#toleranceMs = toleranceMs;
    this.#recorded = recorded
      .filter(
        ({ phase, conditions, deleted, deleting }) =>
          (conditions != null || phase === "Failed") && deleted !== true && deleting !== 0,
      )
      .map((status) => ({ tMs: status.tMs + shiftMs, text: recordedText(status), deleting: status.deleting }));
  }

  /** When the statuses that are not matched yet were seen. */
  get timesMs(): readonly number[] {
    return this.#recorded.slice(this.#next).map(({ tMs }) => tMs);
  }

  /** The first recorded status that the engine should have written by now and did not, and until when it could have. */
  missingBefore(played: readonly PublishedStatus[], nowMs: number): Problem | undefined {
    for (let index = this.#texts.length; index < played.length; index += 1) {
      const status = played[index]?.status;
      this.#texts.push(status === undefined ? "" : playedText(status));
    }
    for (;;) {
      const wanted = this.#recorded[this.#next];
      if (wanted === undefined) return undefined;
      const found = this.#find(played, wanted);
      if (found !== undefined) {
        this.#seen.add(found);
        this.#from = found;
        this.#next += 1;
      } else if (wanted.tMs + this.#toleranceMs < nowMs) {
        return {
          tMs: wanted.tMs + this.#toleranceMs,
          sinceMs: wanted.tMs,
          text: `status at ${wanted.tMs}: ${wanted.text}\n  not ${this.#texts.at(-1)}`,
        };
      } else return undefined;
    }
  }

  /** What the engine wrote for sure and the kubelet did not. One that says what the API said already is no change. */
  unseen(played: readonly PublishedStatus[]): Problem | undefined {
    let shown = "";
    for (const [index, { tMs, status }] of played.entries()) {
      const stopMs = this.#stopsMs.find((each) => each >= tMs) ?? Number.POSITIVE_INFINITY;
      const endMs = Math.min(stopMs, played[index + 1]?.tMs ?? Number.POSITIVE_INFINITY);
      const isCertain = endMs - tMs >= certainMs && tMs + latencyMaxMs < this.#untilMs && status.deletingSeconds !== 0;
      const text = this.#texts[index] ?? "";
      if (isCertain && !this.#seen.has(index) && text !== shown)
        return { tMs, text: `not seen, status at ${tMs}: ${text}` };
      if (this.#seen.has(index)) shown = text;
    }
    return undefined;
  }

  #find(played: readonly PublishedStatus[], wanted: Wanted): number | undefined {
    if (!this.#isMarked(played, wanted)) return undefined;
    return (
      this.#findSo(played, wanted, (index) => this.#says(played, index, wanted.text)) ??
      this.#findSo(played, wanted, (index) => this.#endsWith(played, index, wanted.text))
    );
  }

  #findSo(played: readonly PublishedStatus[], wanted: Wanted, isMeant: (index: number) => boolean): number | undefined {
    const isNewMark = this.#recorded[this.#next - 1]?.deleting !== wanted.deleting;
    for (let index = this.#from; index < played.length; index += 1) {
      const tMs = played[index]?.tMs ?? 0;
      if (tMs > wanted.tMs + this.#toleranceMs) return undefined;
      // The mark alone shows what was there for long.
      const sinceMs = isNewMark ? (played[index + 1]?.tMs ?? Number.POSITIVE_INFINITY) : tMs;
      if (sinceMs >= wanted.tMs - latencyMaxMs && isMeant(index)) return index;
    }
    return undefined;
  }

  /** The API marks the object on its own: what the kubelet writes may come before or after that. */
  #isMarked(played: readonly PublishedStatus[], { tMs, deleting }: Wanted): boolean {
    return played.some((one, index) => {
      const untilMs = played[index + 1]?.tMs ?? Number.POSITIVE_INFINITY;
      const isThen = one.tMs <= tMs + this.#toleranceMs && untilMs >= tMs - latencyMaxMs;
      return isThen && one.status.deletingSeconds === deleting;
    });
  }

  /** While a pod ends it keeps the phase that the API knows, which is the one before if that was merged into this status. */
  #says(played: readonly PublishedStatus[], index: number, text: string): boolean {
    if (this.#texts[index] === text) return true;
    const status = played[index]?.status;
    const before = played.slice(0, index).findLastIndex((one) => one.status.phase !== status?.phase);
    const since = played[before + 1];
    const old = played[before];
    if (status === undefined || since === undefined || old === undefined || !isEnding(status)) return false;
    const isMerged = (played[index]?.tMs ?? 0) - since.tMs < certainMs;
    return isMerged && playedText({ ...status, phase: old.status.phase }) === text;
  }

  /** What is written when the pod has ended already has the phase of its end. */
  #endsWith(played: readonly PublishedStatus[], index: number, text: string): boolean {
    const one = played[index];
    const next = played[index + 1];
    if (one === undefined || next === undefined || next.tMs - one.tMs > certainMs) return false;
    const { phase, reason, message } = next.status;
    return isEnding(one.status) && playedText({ ...one.status, phase, reason, message }) === text;
  }
}

/** Its containers are done for good, though the phase does not say so yet. */
function isEnding({ phase, conditions }: PodStatus): boolean {
  return (
    (phase === "Running" || phase === "Pending") &&
    conditions.some(({ reason }) => reason === "PodFailed" || reason === "PodCompleted")
  );
}

interface Shown {
  readonly is: string;
  readonly reason?: string | undefined;
  readonly message?: string | undefined;
  readonly code?: number | undefined;
}

function stateText(state: Shown | undefined): string {
  if (state === undefined) return "-";
  const { is, reason = "", message = "", code = "" } = state;
  return `${is.charAt(0)}:${code}:${reason}:${plainMessage(message)}`;
}

function recordedText(status: RecordedStatus): string {
  const containers = [...(status.init ?? []), ...(status.containers ?? [])].map((each) =>
    containerText(each.name, each.state, each.last, each.restarts, each.ready, each.started === true),
  );
  const conditions = Object.entries(status.conditions ?? {}).map(([type, text]) => `${type}=${text}`);
  return text(status.phase, status.reason, status.message, conditions, containers);
}

function playedText(status: PodStatus): string {
  const containers = [...status.initContainerStatuses, ...status.containerStatuses].map(playedContainer);
  const conditions = status.conditions.map(({ type, status: value, reason, message }) =>
    [`${type}=${value}`, reason, message].filter((part) => part !== undefined).join(":"),
  );
  return text(status.phase, status.reason, status.message, conditions, containers);
}

function playedContainer({ name, state, lastState, restartCount, ready, started }: ContainerStatus): string {
  return containerText(
    name,
    shown(state),
    lastState === undefined ? undefined : shown(lastState),
    restartCount,
    ready,
    started,
  );
}

function shown(state: ContainerState | TerminatedState): Shown {
  if (state.is === "running") return { is: "running" };
  if (state.is === "waiting") return state;
  return { ...state, code: state.exitCode };
}

function containerText(
  name: string,
  state: Shown,
  last: Shown | undefined,
  restarts: number,
  ready: boolean,
  started: boolean,
): string {
  return `${name} ${stateText(state)} last ${stateText(last)} rc${restarts} ${ready ? "R" : "r"}${started ? "S" : "s"}`;
}

function text(
  phase: string,
  reason: string | undefined,
  message: string | undefined,
  conditions: readonly string[],
  containers: readonly string[],
): string {
  const head = [phase, reason ?? "", message ?? ""].join("|");
  return [head, ...conditions.toSorted(), ...containers.toSorted()].join("; ");
}
