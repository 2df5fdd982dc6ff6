import { CodeActionKind, type Diagnostic } from "vscode-languageserver";
import { samePath, startsWith } from "../../../shared/basics/path.ts";
import type { JudgeAnswer, JudgedFix, JudgeParams } from "../../../shared/protocol/pod/judge.ts";
import { textsOfLines } from "../../../shared/scenario/language/parse.ts";
import { withOnlyScenario } from "../../analysis/analysis.ts";
import type { AnalyzedDocument } from "../../analysis/subject.ts";
import type { Finding } from "../../rules/core/model.ts";
import type { Context } from "../core/feature.ts";
import type { Host } from "../core/host.ts";
import { type PodOfFile, podsOfFile, wantedPod } from "../core/pod-reference.ts";
import { analyzed } from "../core/subjects.ts";
import { diagnosticWithFix, findingsIn } from "./findings.ts";

/** The diagnostics of one pod, judged on the node and with the scenario of the panel; null: the file holds no such pod. */
export async function judgePod(
  context: Context,
  host: Pick<Host, "codeActions">,
  { reference, assumptions, lines }: JudgeParams,
): Promise<JudgeAnswer | null> {
  const pod = wantedPod(context, podsOfFile(context), { reference, position: undefined });
  if (pod === undefined) return null;
  const judged = onNode(context, assumptions);
  const document = withLines(analyzed(judged, pod.placed), pod, lines);
  const findings = findingsIn(judged, pod.placed, document).filter((finding) => isAbout(pod, document, finding));
  const { version } = context.document;
  const answered = findings.map(async (finding) => {
    const { rule, severity, message } = finding;
    const diagnostic = diagnosticWithFix(judged, pod.placed, finding);
    return { rule, severity, message, range: diagnostic.range, fixes: await fixesOf(judged, host, diagnostic) };
  });
  return { version, findings: await Promise.all(answered) };
}

/** The same settings stay the same object, for which everything is worked out already. */
function onNode(context: Context, assumptions: JudgeParams["assumptions"]): Context {
  const { settings } = context;
  if (JSON.stringify(assumptions) === JSON.stringify(settings.assumptions)) return context;
  return { ...context, settings: { ...settings, assumptions } };
}

function withLines(document: AnalyzedDocument, { located }: PodOfFile, lines: JudgeParams["lines"]): AnalyzedDocument {
  if (lines === undefined) return document;
  const texts = textsOfLines(lines.filter(({ text }) => text.trim() !== ""));
  const placed = texts.map((text) => ({ ...text, place: undefined }));
  const pods = document.pods.map((pod) => (pod.located === located ? withOnlyScenario(pod, placed) : pod));
  return { ...document, pods };
}

/** Of the pod's own object, and of no other pod in it. */
function isAbout({ located }: PodOfFile, { pods }: AnalyzedDocument, { path, item }: Finding): boolean {
  if (item !== located.item) return false;
  const others = pods.filter((pod) => !samePath(pod.located.prefix, located.prefix));
  return !others.some((pod) => startsWith(path, pod.located.prefix));
}

async function fixesOf(
  context: Context,
  host: Pick<Host, "codeActions">,
  diagnostic: Diagnostic,
): Promise<readonly JudgedFix[]> {
  // Placeholders need an editor with the focus.
  const client = { ...context.client, snippetEdits: false };
  const wants = (kind: string): boolean => kind === CodeActionKind.QuickFix;
  const { range } = diagnostic;
  const { version } = context.document;
  const isOutdated = (): boolean => context.document.version !== version;
  const asked = { range, diagnostics: [diagnostic], wants };
  const actions = await host.codeActions({ ...context, client }, asked, isOutdated);
  return actions.flatMap(({ title, edit }) => {
    const edits = edit?.changes?.[context.document.uri] ?? [];
    return edits.length === 0 ? [] : [{ title, edits }];
  });
}
