import { nameOf, projectFileName } from "./find-project.ts";
import { kustomizationNames } from "./kustomization.ts";

/** Names of the files that say something of other files, wherever they are. */
export const settingsFileNames: readonly string[] = [projectFileName, ...kustomizationNames];

export function isSettingsFile(uri: string): boolean {
  return settingsFileNames.includes(nameOf(uri));
}
