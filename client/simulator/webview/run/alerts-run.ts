import { alertStory } from "../../../../shared/drawing/lanes/alert-lanes.ts";
import type { AlertsAnswer } from "../../../../shared/protocol/panel/alerts.ts";
import type { TimelineEntry } from "../../../../shared/simulation/timeline/timeline.ts";
import type { PanelRun } from "./run.ts";

/** A run with what alerts do in it among its entries; its lanes are those of the alerts. */
export interface AlertsRun extends PanelRun {
  readonly answer: AlertsAnswer;
  readonly own: readonly TimelineEntry[];
}

export function alertsOver(over: PanelRun, answer: AlertsAnswer): AlertsRun {
  const { lanes, entries: own, sentences } = alertStory(answer.alerts, over.timeline.entries, over.timeline.untilMs);
  const entries = inOrder([...over.timeline.entries, ...own]);
  return {
    ...over,
    answer,
    own,
    lanes,
    sentences,
    timeline: { ...over.timeline, entries },
    story: inOrder([...over.story, ...own]),
    byId: new Map(entries.map((entry) => [entry.id, entry])),
  };
}

/** What happens at an instant stands before what alerts make of it. */
function inOrder(entries: readonly TimelineEntry[]): readonly TimelineEntry[] {
  return entries.toSorted((left, right) => left.tMs - right.tMs);
}
