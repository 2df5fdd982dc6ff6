import type { Locator } from "playwright-core";
import { eventually } from "../../patience.ts";

/** True as soon as it is visible; undefined when it is not in time, so that `eventually` tries again. */
export async function appears(wanted: Locator, limitMs: number): Promise<true | undefined> {
  return await eventually("it", async () => (await wanted.isVisible()) || undefined, limitMs).catch(() => undefined);
}
