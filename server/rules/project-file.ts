import type { SettingsRule } from "./model.ts";

/**
 * The project file `.pod-cadence.yaml` says something that is not understood: an unknown key, a wrong value, a file that is not there, a rule that does not exist.
 * What is wrong does not count, and the default holds in its place.
 *
 * ## Example
 *
 * ```yaml project-file
 * kubernets: "1.36"
 * ```
 *
 * ## What to write instead
 *
 * What the message says.
 *
 * ```yaml project-file
 * kubernetes: "1.36"
 * ```
 *
 * ## Source
 *
 * The project file of Pod Cadence itself.
 */
export const projectFile: SettingsRule = {
  id: "project-file",
  title: "The project file says something that is not understood",
  level: "error",
  origin: "config",
  since: "1.28",
};
