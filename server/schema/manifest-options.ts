import type { ManifestOptions } from "../manifest/text/model.ts";
import type { ResolvedSettings } from "./model.ts";

/** How a file is read under its settings. */
export function manifestOptions({ podTemplates, kustomize }: ResolvedSettings): ManifestOptions {
  return { podTemplates, kustomize: kustomize?.as };
}
