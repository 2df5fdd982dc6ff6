import * as z from "zod/mini";
import { parseDuration } from "../../basics/read-duration.ts";
import {
  type GoalKind,
  goalKinds,
  type WorkloadGoalKind,
  workloadGoalKinds,
} from "../../forecast/solve/solve-model.ts";
import type { Message } from "../values/parse.ts";
import { editsSchema, pathSchema } from "../values/values.ts";

/** Of the client, with a `SolveCommand`: asks a person for the amount and the way, and writes it. */
export const solveCommand = "podCadence.solve";

const index = z.int().check(z.gte(0));

/** A container by its path, the object of a workload by its own, or the n-th KubeletConfiguration of the document. Paths begin at the root of the document. */
const solvePlaceSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("container"), path: pathSchema }),
  z.object({ kind: z.literal("workload"), path: pathSchema }),
  z.object({ kind: z.literal("kubelet"), index }),
]);

const placed = {
  uri: z.string(),
  /** Which document of the file, from 0. */
  document: index,
  place: solvePlaceSchema,
};
const kind = z.literal([...goalKinds, ...workloadGoalKinds]);

export const solveParamsSchema = z.object({
  ...placed,
  goal: z.object({ kind, amount: z.number().check(z.positive()) }),
});

/** What a code action tells the client to ask. */
export const solveCommandSchema = z.object({
  ...placed,
  kind,
  title: z.string(),
  prompt: z.string(),
  /** The amount that is offered first, as a person would write it. */
  preset: z.string(),
});

const solutionSchema = z.object({
  /** `periodSeconds: 5, failureThreshold: 37`. */
  writes: z.string(),
  /** `startupProbe`. */
  where: z.string(),
  effects: z.array(z.string()),
  edits: editsSchema,
});

export const solveAnswerSchema = z.object({
  /** Of the document that the edits are for. */
  version: z.number(),
  /** Smallest change first. */
  solutions: z.array(solutionSchema),
  /** Why there is none; empty where there is one. */
  reason: z.string(),
});

export type SolvePlace = Message<typeof solvePlaceSchema>;
export type SolveParams = Message<typeof solveParamsSchema>;
export type SolveCommand = Message<typeof solveCommandSchema>;
export type SolveSolution = Message<typeof solutionSchema>;
export type SolveAnswer = Message<typeof solveAnswerSchema>;

const amountMsMax = 24 * 3600_000;
const restartsMax = 3600;
const podsMax = 5000;

/** The amount of a goal as a person writes it: a Go duration in milliseconds, of `restarts` and `available` a whole number; or what is wrong with the text. */
export function readAmount(
  kind: GoalKind | WorkloadGoalKind,
  text: string,
): { readonly amount: number } | { readonly problem: string } {
  const written = text.trim();
  if (kind === "restarts" || kind === "available") {
    const most = kind === "restarts" ? restartsMax : podsMax;
    const isNumber = /^\d{1,4}$/.test(written) && Number(written) >= 1 && Number(written) <= most;
    return isNumber ? { amount: Number(written) } : { problem: `Write a whole number from 1 to ${most}.` };
  }
  const ms = parseDuration(written);
  if (ms === undefined) return { problem: 'Write a number with its unit, as in "90s", "3m" or "1m30s".' };
  return ms >= 1000 && ms <= amountMsMax ? { amount: Math.round(ms) } : { problem: "Write a time between 1s and 24h." };
}
