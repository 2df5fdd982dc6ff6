import { formatMoment } from "../../../../shared/basics/span-words.ts";
import { runOf } from "../run/run-of.ts";
import { entryInWords } from "../run/words.ts";
import { readyInWords } from "../words/ready-words.ts";
import type { Model } from "./model.ts";
import { shown, type ViewState } from "./view.ts";

export type ModelChange = Partial<Model>;

/** There is nothing to go to: said, and shown beside the playback. */
export function remarked(remark: string): ModelChange {
  return { menu: undefined, announced: remark, remark };
}

/** The step that somebody took, in words for the live region. */
export function stepped(model: Model, view: ViewState): ModelChange {
  if (view === model.view) return {};
  const run = runOf(model, view.selected);
  const entry = run.byId.get(view.selected ?? "");
  const announced = entry === undefined ? "" : `${formatMoment(entry.tMs)}: ${entryInWords(run, entry)}`;
  const ready = entry === undefined || run !== model.run ? "" : readyInWords(model.answer, entry.tMs);
  return {
    view: shown(view, run.timeline.untilMs),
    announced: ready === "" ? announced : `${announced} ${ready}.`,
    tablePage: undefined,
    openRun: undefined,
    // Whoever goes elsewhere sees the limits of what is there.
    held: undefined,
    focusRequests: model.focusRequests + 1,
  };
}
