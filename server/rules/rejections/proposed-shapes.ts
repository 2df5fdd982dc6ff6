import type { UnknownField } from "../../../shared/api-server/types/decode.ts";
import type { ManifestDocument, MapEntry, MapNode } from "../../manifest/text/model.ts";
import { nodeAt } from "../../manifest/text/ranges.ts";
import { lineStartOf } from "../../manifest/text/text.ts";
import type { DocumentHit, WordFix } from "../core/model.ts";

type Advice = Pick<DocumentHit, "fix"> & { readonly advice: string };

/** How the KEPs write a restart rule, and which KEP does. */
const wrappers: Readonly<Record<string, string>> = { when: "KEP-5307", onExit: "KEP-5532" };
/** The same in podFailurePolicy of a Job. */
const ofFailurePolicy = "onExitCodes";

/** How to replace a field that only a KEP has. Undefined if no known KEP has it. */
export function adviseProposed(
  document: ManifestDocument,
  path: DocumentHit["path"],
  { known }: UnknownField,
): Advice | undefined {
  const rule = nodeAt(document, path.slice(0, -1));
  const name = String(path.at(-1));
  if (rule?.type !== "map" || path.at(-3) !== "restartPolicyRules" || !known.includes("exitCodes")) return undefined;
  const written = rule.entries.filter(({ key, merge }) => key === name && !merge);
  const isTaken = rule.entries.some(({ key, merge }) => key === "exitCodes" || merge);
  const entry = written.length === 1 && !isTaken ? written[0] : undefined;
  const proposal = wrappers[name];
  if (proposal !== undefined) {
    const fix = entry && unwrapped(document, rule, entry);
    const advice = `${proposal} proposed "${name}", but the released API has exitCodes directly in the rule.`;
    return { advice, ...(fix && { fix }) };
  }
  if (name !== ofFailurePolicy) return undefined;
  const fix = entry && renamed(document, entry);
  return { advice: "A podFailurePolicy uses onExitCodes; a restart rule uses exitCodes.", ...(fix && { fix }) };
}

const title = "Replace with exitCodes";

function renamed({ text }: ManifestDocument, { key, keyRange, value }: MapEntry): WordFix | undefined {
  if (value.type !== "map") return undefined;
  const wrong = text.slice(keyRange.start, keyRange.end);
  return { kind: "replace-word", title, ...keyRange, wrong, right: wrong.replace(key, "exitCodes"), lossFree: true };
}

/** Replaces the wrapper with its content. */
function unwrapped(document: ManifestDocument, rule: MapNode, entry: MapEntry): WordFix | undefined {
  const { text } = document;
  const { keyRange, value, alias } = entry;
  if (value.type !== "map" || alias !== undefined || (rule.flow && !value.flow)) return undefined;
  const [inner, another] = value.entries;
  // The KEP's exit codes, or the released shape directly below the wrapper.
  const isDirect = value.entries.every(({ key, merge }) => !merge && ["operator", "values"].includes(key));
  if (inner === undefined || inner.merge || inner.alias !== undefined) return undefined;
  const { start } = keyRange;
  if (isDirect) return renamed(document, entry);
  if (inner.key !== "exitCodes" || another !== undefined) return undefined;
  // A comment, an anchor or a tag between the two names would be lost.
  if (!/^\s*:\s*(?:\{\s*)?$/.test(text.slice(keyRange.end, inner.keyRange.start))) return undefined;
  if (value.flow && !/^[\s,]*\}$/.test(text.slice(inner.value.end, value.end))) return undefined;
  const end = value.flow ? value.end : inner.value.end;
  const moved = text.slice(inner.keyRange.start, inner.value.end);
  const right = value.flow ? moved : dedented(moved, columnOf(text, inner.keyRange.start) - columnOf(text, start));
  return { kind: "replace-word", title, start, end, wrong: text.slice(start, end), right, lossFree: true };
}

/** The first line is where the wrapper was; a line with less indentation keeps its own. */
function dedented(text: string, columns: number): string {
  return text.replace(new RegExp(`(\\n) {0,${Math.max(0, columns)}}`, "g"), "$1");
}

function columnOf(text: string, offset: number): number {
  return offset - lineStartOf(text, offset);
}
