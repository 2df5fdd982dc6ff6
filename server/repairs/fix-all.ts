import { analyseDocument } from "../analysis.ts";
import type { Manifest, ManifestDocument } from "../manifest/model.ts";
import { parseManifest } from "../manifest/parse.ts";
import { editsOf, type TextEdit } from "../rules/edits.ts";
import { findingsOf } from "../rules/findings.ts";
import type { Finding, RuleId } from "../rules/model.ts";
import { withoutUnread } from "../rules/unread-kubelets.ts";
import type { ResolvedSettings } from "../schema/model.ts";
import { editsOfRewriting, type Rewriting, rewrite, startRewriting } from "./rewriting.ts";

/** A repair can bring the next one to light. Files that people write need two rounds. */
const roundsMax = 10;

/** Where some repairs cannot be made together, each is tried; more than this many are left to people. */
const candidatesMax = 50;

/**
 * What hides all else: a value that cannot be read, a kind that nobody knows, a field that nobody looks at, a kubelet that gave up
 * at an earlier step. What comes to light behind it was there before.
 */
export const hidingRules: ReadonlySet<string> = new Set<RuleId>([
  "field-type",
  "object-refused",
  "unknown-field",
  "static-pod-refused",
  "crash-loop-maximum",
  "kubelet-configuration-refused",
]);

/**
 * The edits that make every loss-free repair (`Repair.lossFree`) of a file, in the order of the text. Offsets are those of the file.
 * Of two repairs that touch, the one that is found first in the text is made; the other one is looked at again afterwards.
 * A repair after which something else would be wrong is not made.
 */
export function fixAll(manifest: Manifest, settings: ResolvedSettings): readonly TextEdit[] {
  return manifest.documents.flatMap(({ document, startOffset }) => {
    const look = (each: ManifestDocument): readonly Finding[] =>
      withoutUnread(manifest, document, findingsOf(analyseDocument(each, settings)));
    const edits = fixDocument({ document, look, read: (text) => readOne(text, document, manifest) });
    return edits.map(({ start, end, newText }) => ({ start: startOffset + start, end: startOffset + end, newText }));
  });
}

interface Work {
  readonly document: ManifestDocument;
  readonly look: (document: ManifestDocument) => readonly Finding[];
  /** Undefined: the text is no longer one document. */
  readonly read: (text: string) => ManifestDocument | undefined;
}

interface Candidate {
  readonly finding: Finding;
  readonly edits: readonly TextEdit[];
}

function fixDocument(work: Work): readonly TextEdit[] {
  const all = inRounds(work, (document) => apart(candidatesOf(work, document)));
  const made = isSound(work, all.document, all.made) ? all : inRounds(work, (document) => oneByOne(work, document));
  return editsOfRewriting(made.rewriting, work.document.text.length);
}

interface Made {
  readonly rewriting: Rewriting;
  /** Undefined: the last round has broken it. */
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
function oneByOne(work: Work, document: ManifestDocument): readonly Candidate[] {
  const made: Candidate[] = [];
  for (const candidate of candidatesOf(work, document).slice(0, candidatesMax)) {
    const both = [...made, candidate];
    if (apart(both).length < both.length) continue;
    const edits = both.flatMap((each) => each.edits);
    const { text } = rewrite(startRewriting(document.text), edits);
    if (isSound({ ...work, document }, work.read(text), both)) made.push(candidate);
  }
  return made;
}

/** The document can still be read, and nothing is wrong in it that was not before, or hidden before. */
function isSound({ document, look }: Work, after: ManifestDocument | undefined, made: readonly Candidate[]): boolean {
  if (after === undefined || after.problems.length > document.problems.length) return false;
  if (made.some(({ finding }) => hidingRules.has(finding.rule))) return true;
  const known = new Set(look(document).map(keyOf));
  return look(after).every((finding) => known.has(keyOf(finding)));
}

function keyOf({ rule, path }: Finding): string {
  return `${rule} ${JSON.stringify(path)}`;
}

function candidatesOf({ look }: Work, document: ManifestDocument): readonly Candidate[] {
  return look(document).flatMap((finding) => {
    const edits = finding.fix?.lossFree === true ? editsOf(document, finding.fix) : undefined;
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

function readOne(text: string, { listItem }: ManifestDocument, { options }: Manifest): ManifestDocument | undefined {
  const [placed, another] = parseManifest(text, undefined, { ...options, cutLists: false, listItem }).documents;
  return another === undefined && placed?.startOffset === 0 ? placed.document : undefined;
}
