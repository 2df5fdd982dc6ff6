import type {
  CodeAction,
  CodeLens,
  CompletionItem,
  Diagnostic,
  DocumentLink,
  DocumentSymbol,
  Hover,
  InlayHint,
  Range,
  WorkspaceEdit,
} from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";
import type { YamlCompletion } from "../../../shared/protocol/pod/initialization.ts";
import type { LiveView } from "../../live/live-view.ts";
import type { Manifest, PlacedDocument } from "../../manifest/text/model.ts";
import type { RichText } from "../../markdown/markdown.ts";
import type { Display } from "../../schema/editor-settings.ts";
import type { FileAccess } from "../../schema/files/file-access.ts";
import type { ResolvedSettings } from "../../schema/model.ts";
import type { ClientAbilities } from "./client-abilities.ts";

/** Everything that a feature may look at: one open document, its parse, and what applies to it. */
export interface Context {
  readonly document: TextDocument;
  readonly manifest: Manifest;
  readonly settings: ResolvedSettings;
  readonly display: Display;
  readonly client: ClientAbilities;
  /** What another language server completes in the same files; it can change while the session lasts. */
  readonly yamlCompletion: YamlCompletion;
  readonly files: FileAccess;
  /** What the connected cluster has. */
  readonly live: LiveView;
}

/** An editor's request for code actions at a place. */
export interface ActionRequest {
  readonly range: Range;
  /** Those that the editor shows in the range, ours and others'. */
  readonly diagnostics: readonly Diagnostic[];
  /** Whether actions of the kind are asked for; without a wish of the editor's all are, but for those of a whole file (`source…`). */
  readonly wants: (kind: string) => boolean;
}

/** What somebody who has chosen an action gets. */
export type ResolvedAction = { readonly edit: WorkspaceEdit } | { readonly reason: string };

type Answer<T> = T | Promise<T>;

/** One thing that the editor shows, in as many ways as it needs. A feature keeps nothing between two questions. */
export interface Feature {
  /** For the log. */
  readonly name: string;
  readonly diagnostics?: (context: Context, placed: PlacedDocument) => readonly Diagnostic[];
  /** Works out what its diagnostics look at where that takes long, piece by piece: between two of them, requests are answered. */
  readonly prepareDiagnostics?: (context: Context) => Iterable<unknown>;
  /** Reports problems of the file as a whole. */
  readonly fileDiagnostics?: (context: Context) => Answer<readonly Diagnostic[]>;
  /** Only hints inside the range, which is what the editor shows. */
  readonly inlayHints?: (context: Context, placed: PlacedDocument, range: Range) => readonly InlayHint[];
  /** For a hint of ours, from what the hint carries in `data`. */
  readonly hintTooltip?: (context: Context, data: unknown) => RichText | undefined;
  /** `offset` counts from the start of the document. */
  readonly hover?: (context: Context, placed: PlacedDocument, offset: number) => Hover | undefined;
  /** Works out what its hover says where that takes long, piece by piece: between two of them, requests are answered. */
  readonly prepareHover?: (context: Context, placed: PlacedDocument, offset: number) => Iterable<unknown>;
  /** What could be written at the offset, which counts from the start of the document. Documentation comes with `resolveCompletion`. */
  readonly completions?: (context: Context, placed: PlacedDocument, offset: number) => readonly CompletionItem[];
  /** Its completions and actions fit into JSON, too. */
  readonly worksInJson?: boolean;
  /** Undefined if the item is not of this feature. */
  readonly resolveCompletion?: (item: CompletionItem) => CompletionItem | undefined;
  readonly codeLenses?: (context: Context) => readonly CodeLens[];
  /** One after the other: between two of them, other requests are answered. */
  readonly codeActions?: (context: Context, request: ActionRequest) => Iterable<CodeAction>;
  /**
   * Computes the edit of a code action that was offered without one, from the `data` that it carries, or says why there is none.
   * Undefined if the action belongs to another feature.
   */
  readonly resolveAction?: (context: Context, data: unknown) => ResolvedAction | undefined;
  /** Works out what somebody is likely to ask for next, piece by piece: between two of them, requests are answered. */
  readonly prepare?: (context: Context, placed: PlacedDocument) => Iterable<unknown>;
  readonly symbols?: (context: Context, placed: PlacedDocument) => readonly DocumentSymbol[];
  readonly documentLinks?: (context: Context) => readonly DocumentLink[];
}
