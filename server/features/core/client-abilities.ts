import type { InitializeParams } from "vscode-languageserver";
import {
  type InitializationOptions,
  initializationOptionsSchema,
  plainClient,
} from "../../../shared/protocol/pod/initialization.ts";
import { encodingOf, type PositionEncoding } from "./text-documents.ts";

/** What the client at the other end can do, as far as it changes what we send; the same as long as the session lasts. */
export interface ClientAbilities extends Omit<InitializationOptions, "yamlCompletion"> {
  readonly positionEncoding: PositionEncoding;
  readonly pullDiagnostics: boolean;
  readonly relatedInformation: boolean;
  readonly codeDescription: boolean;
  readonly diagnosticTags: boolean;
  readonly markdown: boolean;
  /** Tables in Markdown are drawn, and closely: others show their bars and blanks as letters. */
  readonly tables: boolean;
  /** Whether completion items may be snippets. */
  readonly snippets: boolean;
  readonly symbolTree: boolean;
  readonly lazyTooltips: boolean;
  readonly refreshDiagnostics: boolean;
  readonly refreshInlayHints: boolean;
  readonly refreshCodeLenses: boolean;
  readonly configuration: boolean;
  readonly registerConfiguration: boolean;
  readonly registerWatchers: boolean;
  readonly relativePatterns: boolean;
  readonly workspaceFolders: boolean;
  /** Edits may hold places for the cursor. */
  readonly snippetEdits: boolean;
  /** Edits may create files. */
  readonly createsFiles: boolean;
  /** It has no commands of ours, and opens a document that we write. */
  readonly showsDocuments: boolean;
  /** The edit of a code action is asked for when somebody chooses the action. */
  readonly lazyEdits: boolean;
}

/** What the client says about itself beyond LSP. */
export function optionsOf({ initializationOptions }: InitializeParams): InitializationOptions {
  const options = initializationOptionsSchema.safeParse(initializationOptions ?? {});
  return options.success ? options.data : plainClient;
}

/** `canWrite`: the server has a disk that the client sees, too. */
export function abilitiesOf(params: InitializeParams, canWrite: boolean): ClientAbilities {
  const { general, textDocument, workspace, window } = params.capabilities;
  const edits = workspace?.workspaceEdit;
  const diagnostics = { ...textDocument?.publishDiagnostics, ...textDocument?.diagnostic };
  const { yamlCompletion: _, ...known } = optionsOf(params);
  return {
    ...known,
    positionEncoding: encodingOf(general?.positionEncodings),
    // Only VS Code has the commands of our extension.
    tables: known.commandLinks,
    showsDocuments: canWrite && !known.commandLinks && window?.showDocument?.support === true,
    pullDiagnostics: textDocument?.diagnostic !== undefined,
    relatedInformation: diagnostics.relatedInformation === true,
    codeDescription: diagnostics.codeDescriptionSupport === true,
    diagnosticTags: diagnostics.tagSupport !== undefined,
    markdown: textDocument?.hover?.contentFormat?.includes("markdown") ?? false,
    snippets: textDocument?.completion?.completionItem?.snippetSupport === true,
    symbolTree: textDocument?.documentSymbol?.hierarchicalDocumentSymbolSupport === true,
    lazyTooltips: textDocument?.inlayHint?.resolveSupport?.properties.includes("tooltip") ?? false,
    refreshDiagnostics: workspace?.diagnostics?.refreshSupport === true,
    refreshInlayHints: workspace?.inlayHint?.refreshSupport === true,
    refreshCodeLenses: workspace?.codeLens?.refreshSupport === true,
    configuration: workspace?.configuration === true,
    registerConfiguration: workspace?.didChangeConfiguration?.dynamicRegistration === true,
    registerWatchers: workspace?.didChangeWatchedFiles?.dynamicRegistration === true,
    relativePatterns: workspace?.didChangeWatchedFiles?.relativePatternSupport === true,
    workspaceFolders: workspace?.workspaceFolders === true,
    lazyEdits: textDocument?.codeAction?.dataSupport === true && hasLazyEdits(textDocument.codeAction.resolveSupport),
    createsFiles: edits?.documentChanges === true && edits.resourceOperations?.includes("create") === true,
    snippetEdits: edits?.documentChanges === true && edits.snippetEditSupport === true,
  };
}

function hasLazyEdits(resolveSupport: { readonly properties: readonly string[] } | undefined): boolean {
  return resolveSupport?.properties.includes("edit") ?? false;
}
