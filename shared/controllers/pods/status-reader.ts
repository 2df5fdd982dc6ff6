import type { TimelineEntry } from "../../simulation/index.ts";
import type { PodChange } from "../objects/pod-feed.ts";

type Shown = Omit<PodChange, "tMs" | "at">;

const begun: Shown = { phase: "Pending", ready: false, hasAddress: false, restarts: 0, gone: false };

/** Reads from what happens to a pod what the API shows of it: only changes that a controller above the pod can see. */
export class StatusReader {
  readonly changes: PodChange[] = [];
  #shown: Shown = begun;
  #read = 0;

  get isReady(): boolean {
    return this.#shown.ready;
  }

  get isGone(): boolean {
    return this.#shown.gone;
  }

  /** Takes what is new in a list that has grown. */
  read(entries: readonly TimelineEntry[]): void {
    for (; this.#read < entries.length; this.#read += 1) {
      const entry = entries[this.#read];
      if (entry !== undefined) this.#take(entry);
    }
  }

  #take(entry: TimelineEntry): void {
    const next = shownAfter(this.#shown, entry);
    if (next === this.#shown) return;
    this.#shown = next;
    const { tMs, at } = entry;
    this.changes.push({ tMs, at, ...next });
  }
}

function shownAfter(shown: Shown, { kind, data, restartCount = 0 }: TimelineEntry): Shown {
  if (kind === "phase-changed" && data.phase !== undefined && data.phase !== shown.phase)
    return { ...shown, phase: data.phase };
  if (kind === "condition-changed" && data.condition === "Ready") {
    const ready = data.status === "True";
    return ready === shown.ready ? shown : { ...shown, ready };
  }
  if (kind === "sandbox-ready" && !shown.hasAddress) return { ...shown, hasAddress: true };
  if (kind === "container-started" && restartCount > shown.restarts) return { ...shown, restarts: restartCount };
  if (kind === "pod-removed" && !shown.gone) return { ...shown, gone: true, ready: false };
  return shown;
}
