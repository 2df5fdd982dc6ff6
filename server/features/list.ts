import type { Feature } from "./feature.ts";
import { findings } from "./findings.ts";
import { fixAllOnSave } from "./fix-all.ts";
import { kubelet } from "./kubelet.ts";
import { kubeletFieldDocs } from "./kubelet-fields.ts";
import { observedPods } from "./observed-pods.ts";
import { pinForecastAction } from "./pin-forecast.ts";
import { podCommands } from "./pod-commands.ts";
import { podFields } from "./pod-fields.ts";
import { probes } from "./probes.ts";
import { projectFile } from "./project-file.ts";
import { projectWords } from "./project-words.ts";
import { refactorings } from "./refactorings.ts";
import { restartRules } from "./restart-rules.ts";
import { restarts } from "./restarts.ts";
import { scenarioComments } from "./scenario-comments.ts";
import { solving } from "./solve.ts";
import { symbols } from "./symbols.ts";

/** Everything that the editor shows. Where two have something for one place, the first wins. */
export const features: readonly Feature[] = [
  findings,
  fixAllOnSave,
  refactorings,
  solving,
  pinForecastAction,
  projectFile,
  projectWords,
  scenarioComments,
  observedPods,
  restarts,
  probes,
  restartRules,
  kubelet,
  kubeletFieldDocs,
  podFields,
  podCommands,
  symbols,
];
