import * as z from "zod/mini";
import { assumptionsSchema } from "./assumptions.ts";
import { exportParamsSchema } from "./export.ts";
import type { FromPage } from "./panel.ts";
import { linesSchema } from "./setup.ts";
import { pathSchema } from "./values.ts";

// Apart from panel.ts, so that the page does not carry what only the extension reads.

const place = z.int().check(z.gte(0));

export const fromPageSchema: z.ZodMiniType<FromPage> = z.union([
  z.object({ type: z.literal("ready") }),
  z.object({ type: z.literal("reveal"), path: pathSchema, focus: z.boolean() }),
  z.object({ type: z.literal("reveal-scenario"), index: place }),
  z.object({ type: z.literal("export"), request: exportParamsSchema }),
  z.object({ type: z.literal("write"), lines: linesSchema }),
  z.object({ type: z.literal("judge"), assumptions: assumptionsSchema, lines: z.optional(linesSchema) }),
  z.object({ type: z.literal("fix"), id: place, finding: place, fix: place }),
  z.object({ type: z.literal("reveal-finding"), id: place, finding: place }),
  z.object({ type: z.literal("unobserve") }),
  z.object({ type: z.literal("ignored"), problem: z.string() }),
  z.object({ type: z.literal("failed"), message: z.string() }),
]);
