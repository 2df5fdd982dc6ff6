import * as z from "zod/mini";
import type { Message } from "./parse.ts";

const time = z.number().check(z.gte(0));

/** What one alert does in a run. */
export const shownAlertSchema = z.object({
  name: z.string(),
  /** A pack, or a file of the workspace. */
  from: z.string(),
  expression: z.string(),
  forMs: time,
  /** When it is pending, and when it fires, in order. Empty: never. */
  periods: z.array(z.object({ is: z.literal(["pending", "firing"]), fromMs: time, toMs: time })),
  /** Why it does not fire; "" where it does. */
  because: z.string(),
});

export type ShownAlert = Message<typeof shownAlertSchema>;
