import { isWorkloadKind } from "../../shared/api-server/types/kinds.ts";
import { counted } from "../../shared/basics/counted.ts";
import { createPinning, type PinnedForecast } from "../../shared/forecast/expectations/pin.ts";
import { allContainers } from "../../shared/kubernetes/pod.ts";
import { formatExpectation } from "../../shared/scenario/language/format.ts";
import { parseScenario } from "../../shared/scenario/language/parse.ts";
import type { Expectation } from "../../shared/scenario/model.ts";
import { quoted } from "../../shared/scenario/reading/quoted.ts";
import type { AnalyzedDocument, AnalyzedPod } from "../analysis/subject.ts";
import type { CadenceComment } from "../manifest/pods/comments.ts";
import type { ManifestDocument } from "../manifest/text/model.ts";
import { eolOf, type TextEdit } from "../rules/edits/edits.ts";
import { type IndentedLine, lineAbove, refusalOf, sharedBy } from "./cadence-lines.ts";

/** Edits in the document and a message; without edits, the message is the reason. */
interface PinEdits {
  readonly edits: readonly TextEdit[];
  readonly message: string;
}

/**
 * Writes the forecast of a pod as `# cadence: expect` lines: existing lines get current numbers, new ones are added above its containers.
 * Awaits `pause` between the runs.
 */
export async function pinEdits(
  analyzedDocument: AnalyzedDocument,
  analyzed: AnalyzedPod,
  pause: () => Promise<void>,
): Promise<PinEdits> {
  const { document } = analyzedDocument;
  const { located, pod, scenario, settings } = analyzed;
  const isPatch = located.partial && isWorkloadKind(located.kind);
  const refusal = refusalOf(document, "The forecast cannot be pinned") ?? (isPatch ? patched : undefined);
  if (refusal !== undefined || pod === undefined) return { edits: [], message: refusal ?? nothingToRun };
  const above = lineAbove(document, located);
  if (above === undefined) return { edits: [], message: noLine };
  const pinning = createPinning(pod, settings.assumptions, scenario.scenario);
  for (let run = 0; run < pinning.runs; run += 1) {
    pinning.play(run);
    await pause();
  }
  return editsFor(analyzedDocument, analyzed, { pinned: pinning.result(), above });
}

function editsFor(
  { document, pods }: AnalyzedDocument,
  analyzed: AnalyzedPod,
  { pinned, above }: { readonly pinned: PinnedForecast; readonly above: IndentedLine },
): PinEdits {
  const written = writtenExpectations(analyzed);
  const updates = written.flatMap((each, index) =>
    updateOf(each, pinned.updated[index], each.place !== undefined && sharedBy(pods, each.place)),
  );
  const broken = written.filter((_, index) => pinned.updated[index] === undefined);
  const edits = [...updates, ...additions(document, above, pinned.added)];
  return {
    edits: edits.toSorted((left, right) => left.start - right.start),
    message: messageOf(
      { expectations: written.length, updated: updates.length, added: pinned.added.length },
      broken.map(({ expectation }) => expectation.text),
    ),
  };
}

const nothingToRun = "Nothing to pin: the manifest has no containers that can run.";
const patched = "The forecast cannot be pinned: this is a patch, and the rest of the pod is in another file.";
const noLine =
  "The forecast cannot be pinned: the pod spec is in braces or comes from an alias, so a comment cannot be added. Put each field on its own line.";

interface WrittenExpectation {
  readonly expectation: Expectation;
  /** Undefined if it is in the project file. */
  readonly place: CadenceComment | undefined;
}

/** In the order of the scenario's expectations. */
function writtenExpectations({ pod, scenarioTexts }: AnalyzedPod): readonly WrittenExpectation[] {
  const containers = pod === undefined ? [] : allContainers(pod);
  return scenarioTexts.flatMap((text) =>
    parseScenario([text], containers).scenario.expectations.map((expectation) => ({ expectation, place: text.place })),
  );
}

function updateOf(
  { expectation, place }: WrittenExpectation,
  condition: PinnedForecast["updated"][number],
  isShared: boolean,
): readonly TextEdit[] {
  // A comment about several pods cannot have the numbers of each.
  if (place === undefined || condition === undefined || isShared) return [];
  const container = /^[^\s:]+\s*:/.test(place.text) ? expectation.container : undefined;
  const newText = formatExpectation({ container, condition });
  if (newText === formatExpectation({ container, condition: expectation.condition })) return [];
  return [{ start: place.start, end: place.end, newText }];
}

function additions(
  { text }: ManifestDocument,
  { start, indent }: IndentedLine,
  added: PinnedForecast["added"],
): readonly TextEdit[] {
  if (added.length === 0) return [];
  const lines = added.map((promise) => `${indent}# cadence: ${formatExpectation(promise)}${eolOf(text)}`);
  return [{ start, end: start, newText: lines.join("") }];
}

function messageOf(
  { expectations, updated, added }: Readonly<Record<"expectations" | "updated" | "added", number>>,
  broken: readonly string[],
): string {
  const done = [
    ...(added === 0 ? [] : [`${counted(added, "expect line")} added`]),
    ...(updated === 0 ? [] : [`${counted(updated, "expect line")} updated`]),
  ];
  if (expectations === 0 && added === 0) return "Nothing to pin: no expectation holds for this pod.";
  const what = done.length === 0 ? "The forecast is already pinned." : `Forecast pinned: ${done.join(", ")}.`;
  if (broken.length === 0) return what;
  const left = broken.map((text) => quoted(text, 100)).join(", ");
  return `${what} Not changed, because no number makes ${broken.length === 1 ? "it" : "them"} hold: ${left}.`;
}
