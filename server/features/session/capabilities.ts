import { CodeActionKind, type ServerCapabilities, TextDocumentSyncKind } from "vscode-languageserver";
import { fixAllKind } from "../actions/fix-all.ts";
import type { ClientAbilities } from "../core/client-abilities.ts";
import { showTimelineCommand } from "../pods/show-timeline.ts";

export function capabilitiesOf(client: ClientAbilities): ServerCapabilities {
  return {
    positionEncoding: client.positionEncoding,
    textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Incremental, save: { includeText: false } },
    hoverProvider: true,
    // A blank: after it stands a value.
    completionProvider: { resolveProvider: true, triggerCharacters: [" "] },
    inlayHintProvider: { resolveProvider: true },
    codeActionProvider: {
      codeActionKinds: [CodeActionKind.QuickFix, CodeActionKind.RefactorRewrite, fixAllKind],
      ...(client.lazyEdits && { resolveProvider: true }),
    },
    documentLinkProvider: {},
    // Two outlines of one file would be worse than one: the editor nests both, and leads along either.
    ...(client.symbolTree && !client.yamlSymbols && { documentSymbolProvider: { label: "Pod Cadence" } }),
    // A lens without its command is a dead end.
    ...((client.commandLinks || client.showsDocuments) && { codeLensProvider: {} }),
    ...(client.showsDocuments && { executeCommandProvider: { commands: [showTimelineCommand] } }),
    ...(client.pullDiagnostics && {
      diagnosticProvider: {
        identifier: "pod-cadence",
        interFileDependencies: true,
        workspaceDiagnostics: client.workspaceDiagnostics,
      },
    }),
    ...(client.workspaceFolders && { workspace: { workspaceFolders: { supported: true, changeNotifications: true } } }),
  };
}
