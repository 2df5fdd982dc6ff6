import { simulatedContainersMax } from "../../analysis/analysis.ts";
import type { DocumentRule, FileRule } from "../core/model.ts";

/**
 * The file is so large that reading it on every keystroke would slow down the editor.
 * Pod Cadence skips it: no hints, no forecasts, no other diagnostics.
 *
 * A pod with more than 100 containers is checked, but not simulated: no hints and no forecasts.
 *
 * ## How to fix
 *
 * Split the file, or exclude it with `ignore` in `.pod-cadence.yaml`. Split the pod.
 *
 * ## Source
 *
 * A limit of Pod Cadence.
 */
export const documentTooLarge: FileRule & DocumentRule = {
  id: "document-too-large",
  title: "The file or the pod is too large to be looked at",
  level: "info",
  origin: "yaml",
  checkFile: ({ problems, tooLarge }) => (tooLarge ? problems : []),
  checkDocument: ({ pods }) =>
    pods.flatMap(({ located, pod, admission }) => {
      if (pod !== undefined || admission.pod === undefined) return [];
      const message = `The pod has more than ${simulatedContainersMax} containers, so Pod Cadence does not simulate it. Split the pod.`;
      return [{ path: located.prefix, on: "key", item: located.item, message } as const];
    }),
};
