import * as z from "zod/mini";
import type { Immutable } from "../../../shared/protocol/values/parse.ts";
import { about, count, ms, share, spread } from "./parts.ts";

export const training = z.strictObject({
  assumed: about(
    "As the options and the project file set it.",
    z.strictObject({
      failuresEveryMs: about("Mean time between failures of the whole run.", ms),
      checkpointEveryMs: about("Work between two checkpoints.", ms),
      checkpointTakesMs: ms,
      resumeTakesMs: about("From ready containers to work that goes on.", ms),
      schedulingTakesMs: about("Until a kubelet sees a new pod.", ms),
      pullTakesMs: about("Image pulls of a new pod.", ms),
    }),
  ),
  bestCheckpointEveryMs: about("Young's optimum.", ms),
  ways: about(
    "The ways to go on after a failure: in place, or with new pods.",
    z.array(
      z.strictObject({
        is: z.enum(["in-place", "job", "job-set"]),
        isWritten: about("The manifest says so.", z.boolean()),
        horizonMs: ms,
        runs: count,
        goodput: about(
          "The share of the time that is work which a checkpoint keeps.",
          z.strictObject({
            min: share,
            p50: about("The median.", share),
            max: share,
            mean: share,
            meanWhileRunning: about("Without the time after the run was given up.", share),
          }),
        ),
        expectedGoodput: about(
          "A closed form (Daly 2006) for the median downtime; null: there is none.",
          z.nullable(z.number()),
        ),
        failures: spread,
        downMs: about("Per failure.", z.nullable(spread)),
        ended: about(
          "The runs that were given up; null: none was.",
          z.nullable(
            z.strictObject({ share: about("The share of the runs.", share), afterMs: spread, why: z.string() }),
          ),
        ),
      }),
    ),
  ),
});

export type TrainingJson = Immutable<z.infer<typeof training>>;
