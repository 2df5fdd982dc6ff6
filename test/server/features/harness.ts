import {
  type CodeAction,
  CodeActionKind,
  type Diagnostic,
  type Hover,
  MarkupContent,
  type Range,
} from "vscode-languageserver";
import { silenceKind } from "../../../server/features/actions/silence.ts";
import type { ClientAbilities } from "../../../server/features/core/client-abilities.ts";
import type { Context } from "../../../server/features/core/feature.ts";
import { createHost, type Host } from "../../../server/features/core/host.ts";
import { createIsolation } from "../../../server/features/core/isolation.ts";
import { readManifest } from "../../../server/features/core/read-manifest.ts";
import { textDocumentsIn } from "../../../server/features/core/text-documents.ts";
import { requestedKinds } from "../../../server/features/requests/requests.ts";
import { features } from "../../../server/features/session/list.ts";
import { type LiveView, liveView } from "../../../server/live/live-view.ts";
import { type Display, defaultDisplay } from "../../../server/schema/editor-settings.ts";
import type { FileAccess } from "../../../server/schema/files/file-access.ts";
import type { Overrides } from "../../../server/schema/model.ts";
import { resolveSettings } from "../../../server/schema/resolve.ts";

/** What a case changes; everything else is as in an editor that can do all, with default settings and no project file. */
export interface Situation {
  readonly uri?: string;
  /** As the editor calls it; default: `yaml`. */
  readonly language?: string;
  readonly overrides?: Overrides;
  readonly display?: Partial<Display>;
  readonly client?: Partial<ClientAbilities>;
  /** Files of the workspace by path: `/w/.pod-cadence.yaml`. */
  readonly files?: Readonly<Record<string, string>>;
  /** What the connected cluster has. */
  readonly live?: LiveView;
}

const ableClient: ClientAbilities = {
  positionEncoding: "utf-16",
  commandLinks: false,
  showsDocuments: false,
  readFile: false,
  changed: false,
  workspaceDiagnostics: false,
  yamlSymbols: false,
  symbolTree: true,
  settings: undefined,
  pullDiagnostics: true,
  relatedInformation: true,
  codeDescription: true,
  diagnosticTags: true,
  markdown: true,
  tables: true,
  snippets: true,
  lazyTooltips: true,
  refreshDiagnostics: true,
  refreshInlayHints: true,
  refreshCodeLenses: true,
  configuration: true,
  registerConfiguration: true,
  registerWatchers: true,
  relativePatterns: true,
  workspaceFolders: true,
  createsFiles: true,
  snippetEdits: true,
  lazyEdits: false,
};

/** All features as one; one that throws fails the test. */
export const host: Host = createHost(
  features,
  createIsolation((message) => {
    throw new Error(message);
  }),
);

/** Files by path, as the server reads them. */
export function fileAccess(files: Readonly<Record<string, string>>): FileAccess {
  const byUri = new Map(Object.entries(files).map(([path, text]) => [`file://${path}`, text]));
  return { read: async (uri) => byUri.get(uri) };
}

/** An open file in the folder `/w`, with everything that features look at. */
export async function contextOf(text: string, situation: Situation = {}): Promise<Context> {
  const { uri = "file:///w/pod.yaml", language = "yaml", overrides = {}, display, client } = situation;
  const files = fileAccess(situation.files ?? {});
  const rootUri = "file:///w";
  const settings = await resolveSettings(
    { fileUri: uri, rootUri, baseUri: rootUri, overrides, projectFile: "find" },
    files,
  );
  const abilities = { ...ableClient, ...client };
  const document = textDocumentsIn(abilities.positionEncoding).create(uri, language, 1, text);
  return {
    document,
    manifest: readManifest(document, settings),
    settings,
    display: { ...defaultDisplay, ...display },
    client: abilities,
    yamlCompletion: "none",
    files,
    live: situation.live ?? liveView(() => 0),
  };
}

/** The text with every hint written at its place: `- name: app ⟦on crash ↻ …⟧`. */
export async function withHints(written: string, situation: Situation & { range?: Range } = {}): Promise<string> {
  const text = withoutHints(written);
  const context = await contextOf(text, situation);
  const everything = { start: { line: 0, character: 0 }, end: { line: context.document.lineCount, character: 0 } };
  const lines = text.split("\n");
  for (const { position, label } of host.inlayHints(context, situation.range ?? everything)) {
    const line = lines[position.line] ?? "";
    const shown = typeof label === "string" ? label : label.map(({ value }) => value).join("");
    lines[position.line] = `${line.slice(0, position.character)} ⟦${shown}⟧${line.slice(position.character)}`;
  }
  return lines.join("\n");
}

export function withoutHints(written: string): string {
  return written.replace(/ ⟦[^⟧]*⟧/g, "");
}

/** What the hover says at `$0`; undefined: nothing. */
export async function hoverAt(written: string, situation: Situation = {}): Promise<string | undefined> {
  const offset = written.indexOf("$0");
  const context = await contextOf(written.replace("$0", ""), situation);
  return textOf(host.hover(context, context.document.positionAt(offset)));
}

function textOf(hover: Hover | undefined): string | undefined {
  return hover && MarkupContent.is(hover.contents) ? hover.contents.value : undefined;
}

export async function diagnosticsOf(text: string, situation: Situation = {}): Promise<Diagnostic[]> {
  return host.diagnostics(await contextOf(text, situation), () => false);
}

/** The text with a mark under each diagnostic: `# ^^^ rule-id: message`. The words of rules have tests of their own: `…` stands for them. */
export async function withDiagnostics(text: string, situation: Situation = {}): Promise<string> {
  const found = await diagnosticsOf(text, situation);
  return text
    .split("\n")
    .flatMap((line, index) => [line, ...found.filter(({ range }) => range.start.line === index).map(mark)])
    .join("\n");
}

/** What an editor offers in the whole file: the repairs of the diagnostics, and what `kinds` ask for. What silences them has a test of its own. */
export function actionsOf(
  context: Context,
  diagnostics: readonly Diagnostic[],
  kinds: readonly string[] = [CodeActionKind.QuickFix],
): Promise<CodeAction[]> {
  const range = { start: { line: 0, character: 0 }, end: { line: context.document.lineCount, character: 0 } };
  const isWanted = requestedKinds(kinds);
  const wants = (kind: string): boolean => kind !== silenceKind && isWanted(kind);
  return host.codeActions(context, { range, diagnostics, wants }, () => false);
}

function mark({ range, code, message }: Diagnostic): string {
  const length = Math.max(1, range.end.line === range.start.line ? range.end.character - range.start.character : 1);
  const indent = Math.max(0, range.start.character - 2);
  return `${" ".repeat(indent)}# ${"^".repeat(length)} ${code}: ${code === "project-file" ? message : "…"}`;
}
