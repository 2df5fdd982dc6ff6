import * as z from "zod/mini";
import { type PodReference, podReferenceSchema } from "./pod.ts";
import type { PodRequestParams } from "./requests.ts";
import { positionSchema } from "./values.ts";

/** `TimelineTextParams → TimelineTextAnswer | null`. Null: the file holds no such pod. */
export const timelineTextRequest = "podCadence/timelineText";

export interface TimelineTextParams extends PodRequestParams {
  /** How long the pod is played; half an hour where nothing is said. */
  readonly horizonMs?: number | undefined;
}

export const timelineTextParamsSchema: z.ZodMiniType<TimelineTextParams> = z.object({
  uri: z.string(),
  position: z.optional(positionSchema),
  reference: z.optional(podReferenceSchema),
  horizonMs: z.optional(z.number().check(z.positive())),
});

/** The timeline, or why there is none while the manifest is as it is: a sentence. */
export type TimelineTextAnswer = TimelineText | { readonly problem: string };

export interface TimelineText {
  readonly title: string;
  readonly text: string;
  /** As editors call it. */
  readonly language: string;
  /** The pod that is told of, also after lines were added above it. */
  readonly reference: PodReference;
}

export const timelineTextAnswerSchema: z.ZodMiniType<TimelineTextAnswer | null> = z.nullable(
  z.union([
    z.object({ title: z.string(), text: z.string(), language: z.string(), reference: podReferenceSchema }),
    z.object({ problem: z.string() }),
  ]),
);
