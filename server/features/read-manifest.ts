import type { Manifest } from "../manifest/model.ts";
import { parseManifest } from "../manifest/parse.ts";
import type { ResolvedSettings } from "../schema/model.ts";

/** The documents of an open file. Of a file that the project ignores there are none, so that nothing is said about it. */
export function readManifest(text: string, settings: ResolvedSettings, previous?: Manifest): Manifest {
  return parseManifest(settings.ignored ? "" : text, previous, { podTemplates: settings.podTemplates });
}
