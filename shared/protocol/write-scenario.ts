import * as z from "zod/mini";
import { type PodReference, podReferenceSchema } from "./pod.ts";
import { type PinAnswer, pinAnswerSchema } from "./requests.ts";
import { type EditedLine, linesSchema } from "./setup.ts";

/** `WriteScenarioParams → WriteScenarioAnswer | null`. Null: the file holds no such pod. */
export const writeScenarioRequest = "podCadence/writeScenario";

/** The whole scenario that shall stand in the manifest's comments: what the containers do, events and expectations. */
export interface WriteScenarioParams {
  readonly uri: string;
  readonly reference: PodReference;
  readonly lines: readonly EditedLine[];
}

export const writeScenarioParamsSchema: z.ZodMiniType<WriteScenarioParams> = z.object({
  uri: z.string(),
  reference: podReferenceSchema,
  lines: linesSchema,
});

export type WriteScenarioAnswer = PinAnswer;

export const writeScenarioAnswerSchema = pinAnswerSchema;
