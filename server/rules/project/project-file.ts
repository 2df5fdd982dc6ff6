import type { SettingsRule } from "../core/model.ts";

/**
 * The project file `.pod-cadence.yaml` has an entry that Pod Cadence does not understand: an unknown key, an invalid value, a missing file, or an unknown rule.
 * The entry is ignored, and the default applies.
 *
 * ## Example
 *
 * ```yaml project-file
 * kubernets: "1.36"
 * ```
 *
 * ## How to fix
 *
 * Follow the message.
 *
 * ```yaml project-file
 * kubernetes: "1.36"
 * ```
 *
 * ## Source
 *
 * The project file of Pod Cadence.
 */
export const projectFile: SettingsRule = {
  id: "project-file",
  title: "The project file has an entry that Pod Cadence does not understand",
  level: "error",
  origin: "config",
};
