import type * as z from "zod/mini";

/** A tool for agents: a call of the command line, and what of its JSON an agent needs. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  /** For the agent: when to use it, and what comes back. */
  readonly description: string;
  readonly input: z.ZodMiniType;
  readonly output: z.ZodMiniType;
  /** The input is parsed. A problem: the call makes no sense. */
  call(input: unknown): ToolCall | { readonly problem: string };
  /** What the command printed, shortened to what `output` says. `notes` are its lines on standard error. */
  answer(printed: string, notes: readonly string[]): unknown;
}

export interface ToolCall {
  readonly args: readonly string[];
  /** "" where the call reads files. */
  readonly stdin: string;
  /** The call contacts a cluster, and may wait for it. */
  readonly isSlow?: boolean;
}
