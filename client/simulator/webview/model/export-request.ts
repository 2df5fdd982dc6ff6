import { assumptionsInWords } from "../../../../shared/kubernetes/assumptions-words.ts";
import type { ExportFormat, ExportParams } from "../../../../shared/protocol/panel/export.ts";
import { alertsIn } from "./lanes-of-model.ts";
import type { Model } from "./model.ts";

/** Of the envelope. */
export const envelopeRuns = 100;

/** Everything that another machine needs to make the same run again. */
export function exportRequest(model: Model, format: ExportFormat): ExportParams {
  const { run, setup, view } = model;
  const { payload, written, assumptions, scenarioTexts, seed, horizonMs } = run;
  const { fromMs, toMs } = view;
  const isOwnNode = Object.keys(setup.node).length === 0;
  return {
    format,
    play: {
      written,
      specPath: payload.specPath,
      assumptions,
      assumptionsText: isOwnNode ? payload.assumptionsText : assumptionsInWords(assumptions),
      scenarioTexts,
      seed,
      untilMs: horizonMs,
      file: payload.reference.uri,
      job: payload.job,
      hasManifestScenario: setup.lines === undefined,
    },
    view: { fromMs, toMs },
    ...alertsOf(model),
  };
}

/** Where they are drawn. */
function alertsOf(model: Model): Pick<ExportParams, "alerts"> {
  const alerts = alertsIn(model)?.answer.alerts ?? [];
  return alerts.length === 0 ? {} : { alerts };
}
