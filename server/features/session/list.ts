import { fixAllOnSave } from "../actions/fix-all.ts";
import { learning } from "../actions/learn.ts";
import { pinForecastAction } from "../actions/pin-forecast.ts";
import { refactorings } from "../actions/refactorings.ts";
import { silencing } from "../actions/silence.ts";
import { solving } from "../actions/solve.ts";
import { alerts } from "../alerts/alerts.ts";
import type { Feature } from "../core/feature.ts";
import { findings } from "../diagnostics/findings.ts";
import { kubelet } from "../kubelet/kubelet.ts";
import { kubeletFieldDocs } from "../kubelet/kubelet-fields.ts";
import { observedPods } from "../pods/observed-pods.ts";
import { podCommands } from "../pods/pod-commands.ts";
import { podFields } from "../pods/pod-fields.ts";
import { probes } from "../pods/probes.ts";
import { restartRules } from "../pods/restart-rules.ts";
import { restarts } from "../pods/restarts.ts";
import { showTimeline } from "../pods/show-timeline.ts";
import { symbols } from "../pods/symbols.ts";
import { projectFile } from "../project/project-file.ts";
import { projectWords } from "../project/project-words.ts";
import { scenarioComments } from "../scenario/scenario-comments.ts";
import { manifestStart } from "../skeletons/manifest-start.ts";
import { trainingRuns } from "../workloads/training.ts";
import { workloads } from "../workloads/workloads.ts";

/** Everything that the editor shows. Where two have something for one place, the first wins. */
export const features: readonly Feature[] = [
  findings,
  fixAllOnSave,
  refactorings,
  solving,
  silencing,
  pinForecastAction,
  learning,
  projectFile,
  projectWords,
  scenarioComments,
  observedPods,
  restarts,
  probes,
  restartRules,
  kubelet,
  kubeletFieldDocs,
  alerts,
  workloads,
  trainingRuns,
  manifestStart,
  podFields,
  podCommands,
  showTimeline,
  symbols,
];
