import * as z from "zod/mini";
import { parseDuration } from "../basics/durations.ts";
import type { Path } from "../basics/path.ts";
import { type GoalKind, goalKinds } from "../forecast/solve-model.ts";
import { pathSchema, type Range, rangeSchema } from "./values.ts";

/** `SolveParams → SolveAnswer | null`. Null: what was asked about is not there any more. */
export const solveRequest = "podCadence/solve";
/** Of the client, with a `SolveCommand`: asks a person for the amount and the way, and writes it. */
export const solveCommand = "podCadence.solve";

/** A container by its path, or the n-th KubeletConfiguration of the document. Paths begin at the root of the document. */
export type SolvePlace =
  | { readonly kind: "container"; readonly path: Path }
  | { readonly kind: "kubelet"; readonly index: number };

export interface SolveParams {
  readonly uri: string;
  /** Which document of the file, from 0. */
  readonly document: number;
  readonly place: SolvePlace;
  readonly goal: { readonly kind: GoalKind; readonly amount: number };
}

/** What a code action tells the client to ask. */
export interface SolveCommand extends Omit<SolveParams, "goal"> {
  readonly kind: GoalKind;
  readonly title: string;
  readonly prompt: string;
  /** The amount that is offered first, as a person would write it. */
  readonly preset: string;
}

export interface SolveAnswer {
  /** Of the document that the edits are for. */
  readonly version: number;
  /** Smallest change first. */
  readonly solutions: readonly SolveSolution[];
  /** Why there is none; empty where there is one. */
  readonly reason: string;
}

export interface SolveSolution {
  /** `periodSeconds: 5, failureThreshold: 37`. */
  readonly writes: string;
  /** `startupProbe`. */
  readonly where: string;
  readonly effects: readonly string[];
  readonly edits: readonly { readonly range: Range; readonly newText: string }[];
}

const placed = {
  uri: z.string(),
  document: z.int().check(z.gte(0)),
  place: z.discriminatedUnion("kind", [
    z.object({ kind: z.literal("container"), path: pathSchema }),
    z.object({ kind: z.literal("kubelet"), index: z.int().check(z.gte(0)) }),
  ]),
};
const kind = z.literal(goalKinds);

export const solveParamsSchema: z.ZodMiniType<SolveParams> = z.object({
  ...placed,
  goal: z.object({ kind, amount: z.number().check(z.positive()) }),
});

export const solveCommandSchema: z.ZodMiniType<SolveCommand> = z.object({
  ...placed,
  kind,
  title: z.string(),
  prompt: z.string(),
  preset: z.string(),
});

export const solveAnswerSchema: z.ZodMiniType<SolveAnswer | null> = z.nullable(
  z.object({
    version: z.number(),
    solutions: z.array(
      z.object({
        writes: z.string(),
        where: z.string(),
        effects: z.array(z.string()),
        edits: z.array(z.object({ range: rangeSchema, newText: z.string() })),
      }),
    ),
    reason: z.string(),
  }),
);

const amountMsMax = 24 * 3600_000;
const restartsMax = 3600;

/** The amount of a goal as a person writes it: a Go duration in milliseconds, of `restarts` a whole number; or what is wrong with the text. */
export function readAmount(kind: GoalKind, text: string): { readonly amount: number } | { readonly problem: string } {
  const written = text.trim();
  if (kind === "restarts") {
    const isNumber = /^\d{1,4}$/.test(written) && Number(written) >= 1 && Number(written) <= restartsMax;
    return isNumber ? { amount: Number(written) } : { problem: `Write a whole number from 1 to ${restartsMax}.` };
  }
  const ms = parseDuration(written);
  if (ms === undefined) return { problem: 'Write a number with its unit, as in "90s", "3m" or "1m30s".' };
  return ms >= 1000 && ms <= amountMsMax ? { amount: Math.round(ms) } : { problem: "Write a time between 1s and 24h." };
}
