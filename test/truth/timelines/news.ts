import type { DefaultedPod } from "../../../shared/kubernetes/pod.ts";
import type { KubernetesEvent, TimelineEntry } from "../../../shared/simulation/index.ts";
import { eventOf, type Item, itemOf } from "./items.ts";

/** What a run has done since it was last asked. */
export class News {
  readonly #entries: readonly TimelineEntry[];
  readonly #events: readonly KubernetesEvent[];
  readonly #pod: DefaultedPod;
  #entry = 0;
  #event = 0;
  /** Attempts of probes that are under way: what comes of one is known at its end. */
  #open: number[] = [];
  /** Containers by name and restart count: one that replaces another may run when its predecessor is asked. */
  readonly #running = new Set<string>();

  constructor(entries: readonly TimelineEntry[], events: readonly KubernetesEvent[], pod: DefaultedPod) {
    this.#entries = entries;
    this.#events = events;
    this.#pod = pod;
  }

  until(nowMs: number): readonly Item[] {
    const items: (Item | undefined)[] = [];
    for (; this.#entry < this.#entries.length; this.#entry += 1) {
      const entry = this.#entries[this.#entry];
      if (entry?.kind === "probe-attempt") {
        if (this.#isAsked(entry)) this.#open.push(this.#entry);
      } else if (entry !== undefined) {
        this.#noteLife(entry);
        if (this.#reachesContainer(entry)) items.push(itemOf(entry, this.#pod));
      }
    }
    items.push(...this.#finished(nowMs));
    const events = this.#events.slice(this.#event);
    this.#event = this.#events.length;
    return [...items, ...events.map(eventOf)].filter((item) => item !== undefined);
  }

  /** The runtime takes no command for a container that does not run, and records none. */
  #isAsked(entry: TimelineEntry): boolean {
    const { data } = entry;
    if (data.isCanceled === true && data.tookMs === 0) return false;
    return data.answer !== "error" || this.#running.has(instanceOf(entry));
  }

  #reachesContainer(entry: TimelineEntry): boolean {
    const isHook = ["post-start-done", "pre-stop-done", "pre-stop-cut"].includes(entry.kind);
    return !isHook || entry.data.tookMs !== 0 || this.#running.has(instanceOf(entry));
  }

  #noteLife(entry: TimelineEntry): void {
    if (entry.kind === "container-started") this.#running.add(instanceOf(entry));
    if (entry.kind === "container-exited") this.#running.delete(instanceOf(entry));
  }

  #finished(nowMs: number): readonly (Item | undefined)[] {
    const isOver = (index: number): boolean => {
      const entry = this.#entries[index];
      return entry !== undefined && entry.tMs + (entry.data.tookMs ?? 0) <= nowMs;
    };
    const over = this.#open.filter(isOver);
    if (over.length > 0) this.#open = this.#open.filter((index) => !isOver(index));
    return over.map((index) => {
      const entry = this.#entries[index];
      return entry === undefined ? undefined : itemOf(entry, this.#pod);
    });
  }
}

function instanceOf({ container = "", restartCount = 0 }: TimelineEntry): string {
  return `${container} #${restartCount}`;
}
