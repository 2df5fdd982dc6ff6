import { assumptionsInWords } from "../../../../shared/kubernetes/assumptions-words.ts";
import type { ExportFormat, ExportParams } from "../../../../shared/protocol/export.ts";
import { envelopeRuns } from "../comparison/background-runs.ts";
import type { Model } from "./model.ts";

/** Everything that another machine needs to make the same run again. */
export function exportRequest({ run, setup, view, wantsEnvelope }: Model, format: ExportFormat): ExportParams {
  const { payload, assumptions, scenarioTexts, seed, horizonMs } = run;
  const { fromMs, toMs, scale } = view;
  const isOwnNode = Object.keys(setup.node).length === 0;
  return {
    format,
    play: {
      written: payload.written,
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
    view: { fromMs, toMs, scale },
    ...(wantsEnvelope && { runs: envelopeRuns }),
  };
}
