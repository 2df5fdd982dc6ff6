import type { Model } from "../model/model.ts";
import { runOf } from "../run/run-of.ts";
import { Player, type Stage } from "./player.ts";

/** Plays the run of a pod. */
export function podPlayer(stage: Stage<Model>): Player<Model> {
  return new Player(stage, {
    spanMs: ({ run }) => run.timeline.untilMs,
    nextMs: ({ run, view }) => run.story.find(({ tMs }) => tMs > view.tMs)?.tMs,
    passed: (model, toMs) =>
      runOf(model, model.view.selected).story.findLast(({ tMs }) => tMs <= toMs && tMs > model.view.tMs)?.id,
  });
}
