import * as z from "zod/mini";
import type { Path } from "../../shared/kubernetes/path.ts";
import { pathSchema } from "../../shared/protocol/values.ts";

/** What an inlay hint carries to its `resolve`: where it came from. The server remembers nothing of a hint. */
export interface HintData {
  readonly uri: string;
  readonly feature: string;
  /** Which document of the file. */
  readonly document: number;
  /** Path of the document. */
  readonly path: Path;
}

export const hintDataSchema: z.ZodMiniType<HintData> = z.object({
  uri: z.string(),
  feature: z.string(),
  document: z.number(),
  path: pathSchema,
});
