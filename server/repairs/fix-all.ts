import { analyzeDocument } from "../analysis/analysis.ts";
import type { Manifest, ManifestDocument } from "../manifest/text/model.ts";
import type { Finding } from "../rules/core/model.ts";
import { editsOf, type TextEdit } from "../rules/edits/edits.ts";
import { findingsOf } from "../rules/findings.ts";
import { inFile } from "../rules/in-file.ts";
import { allRules } from "../rules/index.ts";
import type { ResolvedSettings } from "../schema/model.ts";
import { editsOfRewriting, type Rewriting, rewrite, startRewriting, textAfter } from "./rewriting.ts";
import { newFindings, readAs } from "./try-edits.ts";

/** A repair can bring the next one to light. Files that people write need two rounds. */
const roundsMax = 10;

/** Where some repairs cannot be made together, each is tried; more than this many are left to people. */
const candidatesMax = 50;

/** Rules that report what hides all else. */
export const hidingRules: ReadonlySet<string> = new Set(
  allRules.filter(({ hidesOthers }) => hidesOthers === true).map(({ id }) => id),
);

/**
 * The edits that make every loss-free repair (`Repair.lossFree`) of a file, in the order of the text. Offsets are those of the file.
 * Of two repairs that touch, the one that is found first in the text is made; the other one is looked at again afterwards.
 * A repair after which something else would be wrong is not made. Advice about what is accepted is left to people.
 */
export function fixAll(manifest: Manifest, settings: ResolvedSettings): readonly TextEdit[] {
  return manifest.documents.flatMap(({ document, startOffset }) => {
    const look = (each: ManifestDocument): readonly Finding[] =>
      inFile(manifest, { document, settings }, findingsOf(analyzeDocument(each, settings)));
    const edits = fixDocument({ document, look, read: (text) => readAs(document, text, settings) });
    return edits.map(({ start, end, newText }) => ({ start: startOffset + start, end: startOffset + end, newText }));
  });
}

interface Work {
  readonly document: ManifestDocument;
  readonly look: (document: ManifestDocument) => readonly Finding[];
  /** Undefined if the text is no longer one document. */
  readonly read: (text: string) => ManifestDocument | undefined;
}

interface Candidate {
  readonly finding: Finding;
  readonly edits: readonly TextEdit[];
}

/** Of a list, an item whose repairs do not go together costs the other items nothing. */
function fixDocument(work: Work): readonly TextEdit[] {
  const all = inRounds(work, (document) => apart(candidatesOf(work, document)));
  const unsound = unsoundItems(work, all.document, all.made);
  const isUnsound = ({ finding: { item } }: Candidate): boolean => unsound === "all" || unsound.has(item);
  const made =
    unsound !== "all" && unsound.size === 0
      ? all
      : inRounds(work, (document) => {
          const candidates = candidatesOf(work, document);
          const together = apart(candidates.filter((each) => !isUnsound(each)));
          return [...together, ...oneByOne(work, document, candidates.filter(isUnsound))];
        });
  return editsOfRewriting(made.rewriting, work.document.text.length);
}

interface Made {
  readonly rewriting: Rewriting;
  /** Undefined if the last round has broken it. */
  readonly document: ManifestDocument | undefined;
  readonly made: readonly Candidate[];
}

/** What is chosen, and what is chosen of what comes to light behind it, until nothing is left. */
function inRounds(work: Work, choose: (document: ManifestDocument) => readonly Candidate[]): Made {
  const made: Candidate[] = [];
  let rewriting = startRewriting(work.document.text);
  let document: ManifestDocument | undefined = work.document;
  for (let round = 0; round < roundsMax && document !== undefined; round += 1) {
    const chosen = choose(document);
    if (chosen.length === 0) break;
    made.push(...chosen);
    rewriting = rewrite(
      rewriting,
      chosen.flatMap(({ edits }) => edits),
    );
    document = work.read(rewriting.text);
  }
  return { rewriting, document, made };
}

/** Those that can be made after each other, each without harm. */
function oneByOne(work: Work, document: ManifestDocument, candidates: readonly Candidate[]): readonly Candidate[] {
  const made: Candidate[] = [];
  for (const candidate of candidates.slice(0, candidatesMax)) {
    const both = [...made, candidate];
    if (apart(both).length < both.length) continue;
    const text = textAfter(
      document.text,
      both.flatMap(({ edits }) => edits),
    );
    const unsound = unsoundItems({ ...work, document }, work.read(text), both);
    if (unsound !== "all" && unsound.size === 0) made.push(candidate);
  }
  return made;
}

/** The items (undefined means the document itself) in which something is wrong that was not before, or hidden before. `all`: it can no longer be read. */
function unsoundItems(
  { document, look }: Work,
  after: ManifestDocument | undefined,
  made: readonly Candidate[],
): "all" | ReadonlySet<number | undefined> {
  if (after === undefined || after.problems.length > document.problems.length) return "all";
  const uncovered = new Set(made.flatMap(({ finding }) => (hidingRules.has(finding.rule) ? [finding.item] : [])));
  const added = newFindings(look(document), look(after)).filter(({ item }) => !uncovered.has(item));
  return new Set(added.map(({ item }) => item));
}

function candidatesOf({ look }: Work, document: ManifestDocument): readonly Candidate[] {
  return look(document).flatMap((finding) => {
    const isWanted = finding.fix?.lossFree === true && finding.origin !== "advice";
    const edits = isWanted ? editsOf(document, finding.fix) : undefined;
    return edits === undefined || edits.length === 0 ? [] : [{ finding, edits }];
  });
}

/** Without those that touch an earlier one: two insertions at one place could be the same field twice. */
function apart(candidates: readonly Candidate[]): readonly Candidate[] {
  const taken: Candidate[] = [];
  for (const candidate of candidates) {
    if (!taken.some((other) => touch(other, candidate))) taken.push(candidate);
  }
  return taken;
}

function touch(one: Candidate, other: Candidate): boolean {
  return one.edits.some((left) => other.edits.some((right) => left.start <= right.end && right.start <= left.end));
}
