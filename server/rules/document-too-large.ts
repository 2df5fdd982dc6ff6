import type { FileRule } from "./model.ts";

/**
 * The file is so large that reading it with every keystroke would make the editor slow.
 * It is not looked at: no hints, no forecasts, no other diagnostics.
 *
 * ## What to write instead
 *
 * Split the file, or leave it out with `ignore` in `.pod-cadence.yaml`.
 *
 * ## Source
 *
 * A limit of Pod Cadence itself.
 */
export const documentTooLarge: FileRule = {
  id: "document-too-large",
  title: "The file is too large to be looked at",
  level: "info",
  origin: "yaml",
  since: "1.28",
  checkFile: ({ problems, tooLarge }) => (tooLarge ? problems : []),
};
