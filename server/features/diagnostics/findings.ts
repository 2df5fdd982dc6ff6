import {
  type CodeAction,
  CodeActionKind,
  type Diagnostic,
  type DiagnosticRelatedInformation,
  DiagnosticSeverity,
  DiagnosticTag,
  type Position,
} from "vscode-languageserver";
import { livePodScheme } from "../../../shared/protocol/cluster.ts";
import { rulePageAddress } from "../../../shared/protocol/values/rule-page.ts";
import type { AnalyzedDocument } from "../../analysis/subject.ts";
import type { PlacedDocument } from "../../manifest/text/model.ts";
import { rangeOf } from "../../manifest/text/ranges.ts";
import type { Finding, Severity } from "../../rules/core/model.ts";
import { editsOf } from "../../rules/edits/edits.ts";
import { findingsOf, findingsOfFile, preparedFindings } from "../../rules/findings.ts";
import { inFile } from "../../rules/in-file.ts";
import { docsOf, rules } from "../../rules/index.ts";
import type { Context, Feature } from "../core/feature.ts";
import { indexIn, positionOf, rangeInFile } from "../core/places.ts";
import { analyzed } from "../core/subjects.ts";
import { type FixData, fixDataSchema } from "./fix-data.ts";

/** What the rules find, as diagnostics, and the repairs that are certain, as quick fixes. */
export const findings: Feature = {
  name: "findings",
  diagnostics(context, placed) {
    const found = findingsIn(context, placed, analyzed(context, placed));
    const place = found.length === 0 ? undefined : placeOf(context, placed);
    return place === undefined ? [] : found.map((finding) => diagnosticAt(context, placed, finding, place));
  },
  prepareDiagnostics: ({ manifest, settings }) => preparedFindings(manifest, settings),
  fileDiagnostics(context) {
    return findingsOfFile(context.manifest, context.settings).map((finding) => diagnosticOf(context, finding, 0));
  },
  codeActions(context, { diagnostics, wants }) {
    if (!wants(CodeActionKind.QuickFix)) return [];
    return diagnostics.flatMap((diagnostic) => quickFix(context, diagnostic) ?? []);
  },
};

/** What a diagnostic follows from, besides its finding. */
interface Place extends Position {
  readonly client: Context["client"];
  readonly uri: string;
  /** The index of the document in the file. */
  readonly index: number;
}

const shown = new WeakMap<Finding, { readonly place: Place; readonly diagnostic: Diagnostic }>();

/** An edit leaves most findings of a large file where they are: their diagnostics stay the same objects. */
function diagnosticAt(context: Context, placed: PlacedDocument, finding: Finding, place: Place): Diagnostic {
  const before = shown.get(finding);
  if (before !== undefined && isSamePlace(before.place, place)) return before.diagnostic;
  const diagnostic = { ...diagnosticWithFix(context, placed, finding), ...related(context, placed, finding) };
  shown.set(finding, { place, diagnostic });
  return diagnostic;
}

function placeOf({ document, manifest, client }: Context, placed: PlacedDocument): Place {
  const start = positionOf(document, placed.startOffset);
  return { ...start, client, uri: document.uri, index: indexIn(manifest, placed) };
}

function isSamePlace(one: Place, other: Place): boolean {
  return (
    one.line === other.line &&
    one.character === other.character &&
    one.index === other.index &&
    one.uri === other.uri &&
    one.client === other.client
  );
}

/** What there is to say of a document, as the editor shows it. */
export function findingsIn(context: Context, placed: PlacedDocument, document: AnalyzedDocument): readonly Finding[] {
  // What the cluster has was accepted, whatever it would say of the same text today.
  if (context.document.uri.startsWith(`${livePodScheme}:`)) return [];
  return inFile(context.manifest, { ...document, document: placed.document }, findingsOf(document));
}

/** The diagnostic with what its quick fix needs. */
export function diagnosticWithFix(context: Context, placed: PlacedDocument, finding: Finding): Diagnostic {
  return { ...diagnosticOf(context, finding, placed.startOffset), ...payload(context, placed, finding) };
}

export const source = "pod-cadence";

const severities: Readonly<Record<Severity, DiagnosticSeverity>> = {
  error: DiagnosticSeverity.Error,
  warning: DiagnosticSeverity.Warning,
  info: DiagnosticSeverity.Information,
  hint: DiagnosticSeverity.Hint,
};

/** The offsets of the finding count from `startOffset` of the file. */
export function diagnosticOf({ document, client }: Context, finding: Finding, startOffset: number): Diagnostic {
  const { rule, severity, message, start, end } = finding;
  return {
    range: { start: positionOf(document, startOffset + start), end: positionOf(document, startOffset + end) },
    severity: severities[severity],
    source,
    code: rule,
    message,
    ...(client.codeDescription && {
      codeDescription: { href: client.commandLinks ? rulePageAddress(rule) : docsOf(rule) },
    }),
    ...(client.diagnosticTags && rules[rule].marksUnnecessary && { tags: [DiagnosticTag.Unnecessary] }),
  };
}

/** The place of what is reached through an alias is that of the alias; what it leads to is related information. */
function related(
  context: Context,
  placed: PlacedDocument,
  { path, on, start }: Finding,
): Pick<Diagnostic, "relatedInformation"> {
  if (!context.client.relatedInformation) return {};
  const place = rangeOf(placed.document, path, on);
  if (place.related === undefined || place.start !== start) return {};
  const location = { uri: context.document.uri, range: rangeInFile(context, placed, place.related) };
  const anchor: DiagnosticRelatedInformation = { location, message: "The value is defined at this anchor." };
  return { relatedInformation: [anchor] };
}

function payload({ manifest }: Context, placed: PlacedDocument, { fix }: Finding): Pick<Diagnostic, "data"> {
  if (fix === undefined) return {};
  const data: FixData = { document: indexIn(manifest, placed), fix };
  return { data };
}

function quickFix(context: Context, diagnostic: Diagnostic): CodeAction | undefined {
  const data = diagnostic.source === source ? fixDataSchema.safeParse(diagnostic.data) : undefined;
  const placed = data?.success ? context.manifest.documents[data.data.document] : undefined;
  const edits = data?.success && placed ? editsOf(placed.document, data.data.fix) : undefined;
  if (!data?.success || placed === undefined || edits === undefined) return undefined;
  const changes = edits.map((edit) => ({ range: rangeInFile(context, placed, edit), newText: edit.newText }));
  return {
    title: data.data.fix.title,
    kind: CodeActionKind.QuickFix,
    diagnostics: [diagnostic],
    // Editors make a preferred one without asking; a field that goes may hold what somebody wants elsewhere.
    isPreferred: data.data.fix.kind !== "remove-field",
    edit: { changes: { [context.document.uri]: changes } },
  };
}
