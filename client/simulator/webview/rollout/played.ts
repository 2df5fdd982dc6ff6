import { idIn } from "../../../../shared/drawing/rollout/run.ts";
import type { Played } from "../playback/player.ts";
import { type RolloutModel, spanOf } from "./model.ts";

/** The rollout as its page plays it. */
export const played: Played<RolloutModel> = {
  spanMs: spanOf,
  nextMs: ({ run, view }) => run.timeline.entries.find(({ tMs }) => tMs > view.tMs)?.tMs,
  passed({ run, view }, toMs) {
    const entry = run.timeline.entries.findLast(({ tMs }) => tMs <= toMs && tMs > view.tMs);
    return entry && idIn("first", entry);
  },
};
