import type { Span } from "../../../shared/basics/span.ts";
import type { OverlayContainer, OverlayRun } from "../../../shared/protocol/pod/observed.ts";
import type { Timeline, TimelineEntry } from "../../../shared/simulation/timeline/timeline.ts";

/** Of the clock's second in which the kubelet saw the pod. */
const intoSecondMs = 400;

/** What the API would have shown of a run: times are cut to whole seconds, also that of the pod's start. */
export function containersOf({ entries }: Timeline, names: readonly string[]): readonly OverlayContainer[] {
  return names.map((name) => {
    const own = entries.filter(({ container }) => container === name);
    const runs = own
      .filter(({ kind }) => kind === "container-started")
      .map((start): OverlayRun => {
        const exit = own.find(({ kind, run }) => kind === "container-exited" && run === start.run);
        const { exitCode = 0, reason } = exit?.data ?? {};
        const probe = own.findLast(({ kind, run }) => kind === "container-stopping" && run === start.run)?.data.probe;
        return {
          run: start.run ?? 1,
          startMs: shownAt(start),
          end: exit && { atMs: shownAt(exit), exitCode, reason, by: probe === "readiness" ? undefined : probe },
        };
      });
    return { name, missing: 0, runs };
  });
}

/** The containers with all that comes after a moment so much later. */
export function delayed(containers: readonly OverlayContainer[], fromMs: number, byMs: number): OverlayContainer[] {
  const later = (span: Span | undefined): Span | undefined =>
    span === undefined || span.nominalMs < fromMs
      ? span
      : {
          nominalMs: span.nominalMs + byMs,
          earliestMs: span.earliestMs + byMs,
          latestMs: span.latestMs + byMs,
        };
  return containers.map((container) => ({
    ...container,
    runs: container.runs.map(({ run, startMs, end }) => ({
      run,
      startMs: later(startMs),
      end: end && { ...end, atMs: later(end.atMs) },
    })),
  }));
}

function shownAt({ tMs }: TimelineEntry): Span {
  const nominalMs = Math.floor((tMs + intoSecondMs) / 1000) * 1000;
  return { nominalMs, earliestMs: nominalMs, latestMs: nominalMs + 999 };
}
