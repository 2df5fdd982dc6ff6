import { alertStory } from "../../shared/drawing/lanes/alert-lanes.ts";
import { envelopeOverlays } from "../../shared/drawing/lanes/envelope-overlays.ts";
import { lanesOf } from "../../shared/drawing/lanes/lanes.ts";
import { openingEndMs, storyOf } from "../../shared/drawing/lanes/navigation.ts";
import { timelineSvg } from "../../shared/drawing/svg/svg.ts";
import type { EnvelopeEntry } from "../../shared/forecast/runs/envelope.ts";
import type { ShownAlert } from "../../shared/protocol/values/shown-alert.ts";
import type { TimeView } from "../../shared/protocol/values/time-view.ts";
import type { Timeline } from "../../shared/simulation/timeline/timeline.ts";
import { type PodPlay, playedHeadline, seedsInWords } from "./play.ts";
import { podName } from "./pod-name.ts";

/** Fits the column of a README and a page in landscape. */
const widthPx = 960;

interface PictureParts {
  readonly timeline: Timeline;
  /** Ranges over the runs, drawn as whiskers; undefined draws none. */
  readonly envelope: readonly EnvelopeEntry[] | undefined;
  /** The part of time that is shown; undefined means the whole story. */
  readonly view: Omit<TimeView, "widthPx"> | undefined;
  /** What alerts do in the run. */
  readonly alerts?: readonly ShownAlert[] | undefined;
}

/** `simulate --format svg`: the run of the first seed. */
export function pictureOf(play: PodPlay, { timeline, envelope, view, alerts = [] }: PictureParts): string {
  const { pod } = play.input;
  const toMs = openingEndMs({ story: storyOf(timeline.entries), timeline });
  const told = alertStory(alerts, timeline.entries, timeline.untilMs);
  return timelineSvg({
    timeline,
    pod,
    lanes: [...lanesOf(timeline, pod), ...told.lanes],
    told,
    overlays: envelope && envelopeOverlays(envelope),
    view: view ?? { fromMs: 0, toMs },
    widthPx,
    title: podName(play),
    answer: playedHeadline(play),
    assumptionsText: `${play.assumptionsText} · ${seedsInWords(play)}`,
  });
}
