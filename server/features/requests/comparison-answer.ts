import { defaultHorizonMs } from "../../../shared/forecast/pod/restarts.ts";
import type { AnswerOf, ParamsOf, serverRequests } from "../../../shared/protocol/request.ts";
import { compareFiles } from "../../diff/compare.ts";
import { diffMarkdown } from "../../diff/markdown.ts";
import type { DiffFile } from "../../diff/model.ts";
import { refusedFields } from "../../diff/refused-fields.ts";
import { diffSummary } from "../../diff/words.ts";
import { nameOf } from "../../schema/files/find-project.ts";
import type { Context } from "../core/feature.ts";
import { readWholeManifest } from "../core/read-manifest.ts";

type ComparisonAsked = Pick<ParamsOf<typeof serverRequests.comparison>, "before">;
type ComparisonAnswer = AnswerOf<typeof serverRequests.comparison>;

/** More marks than that help nobody. */
const markedMax = 100;

/** What a change of the document does to forecasts and findings, as `pod-cadence diff` says it. Both texts are read under the settings of now. */
export function comparisonAnswer({ document, settings }: Context, { before }: ComparisonAsked): ComparisonAnswer {
  const path = nameOf(document.uri);
  const side = (text: string): DiffFile => {
    return { path, key: "", text, manifest: readWholeManifest(text, document, settings), settings, beside: [] };
  };
  const diff = compareFiles([side(before.text)], [side(document.getText())], { horizonMs: defaultHorizonMs });
  const title = `${path} compared with ${before.name}`;
  const summary =
    diff.changes.length === 0
      ? "The change affects no forecast and no finding."
      : diffSummary(diff, { files: 1, notCompared: [] });
  return {
    ...{ title, markdown: diffMarkdown(diff, { title, summary, shownAs: "page" }) },
    refused: diff.changes.flatMap(refusedFields).slice(0, markedMax),
  };
}
