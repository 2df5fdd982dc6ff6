import { openingEndMs } from "../../../../shared/drawing/lanes/navigation.ts";
import type { Answer } from "../../../../shared/forecast/answer/model.ts";
import type { TimelineEntry } from "../../../../shared/simulation/index.ts";
import type { PanelRun } from "../run/run.ts";
import type { ViewState } from "./view.ts";

/** The first look at a run: what happens in it, with the cursor on the entry where the answer begins to show. */
export function initialView(run: PanelRun, answer: Answer | undefined): ViewState {
  const first = firstAnswer(run);
  return {
    tMs: first?.tMs ?? 0,
    selected: first?.id,
    fromMs: 0,
    toMs: openingEndMs(run, answer?.rhythm),
    view: "lanes",
  };
}

function firstAnswer({ story }: PanelRun): TimelineEntry | undefined {
  return (
    story.find(({ kind, data }) => kind === "container-exited" && data.exitCode !== 0) ??
    story.find(({ kind }) => kind === "container-stopping") ??
    story.find(({ data }) => data.condition === "Ready" && data.status === "True") ??
    story[0]
  );
}
