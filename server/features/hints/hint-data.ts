import * as z from "zod/mini";
import type { Path } from "../../../shared/basics/path.ts";
import { pathSchema } from "../../../shared/protocol/values/values.ts";
import type { PlacedDocument } from "../../manifest/text/model.ts";
import type { Context } from "../core/feature.ts";

/** What an inlay hint carries to its `resolve`: where it came from. The server remembers nothing of a hint. */
export interface HintData {
  readonly uri: string;
  readonly feature: string;
  /** Which document of the file. */
  readonly document: number;
  /** By which the feature finds again what it speaks of. */
  readonly path: Path;
}

export const hintDataSchema: z.ZodMiniType<HintData> = z.object({
  uri: z.string(),
  feature: z.string(),
  document: z.number(),
  path: pathSchema,
});

/** The document and the path of a hint, if the feature made it and the document is still there. */
export function documentOfHint(
  { manifest }: Context,
  feature: string,
  data: unknown,
): { placed: PlacedDocument; path: Path } | undefined {
  const parsed = hintDataSchema.safeParse(data);
  if (!parsed.success || parsed.data.feature !== feature) return undefined;
  const placed = manifest.documents[parsed.data.document];
  return placed && { placed, path: parsed.data.path };
}
