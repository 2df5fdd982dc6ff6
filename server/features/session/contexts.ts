import type { TextDocuments, TextDocumentsConfiguration } from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";
import type { YamlCompletion } from "../../../shared/protocol/pod/initialization.ts";
import { needsAlertJudge, prepareAlertJudge } from "../../analysis/alert-judge.ts";
import type { LiveView } from "../../live/live-view.ts";
import type { Manifest } from "../../manifest/text/model.ts";
import type { ResolvedSettings } from "../../schema/model.ts";
import type { FileSettings, SettingsStore } from "../../schema/store.ts";
import type { ClientAbilities } from "../core/client-abilities.ts";
import type { Context } from "../core/feature.ts";
import { readManifest } from "../core/read-manifest.ts";
import type { BesideFiles } from "./beside.ts";

interface ContextSources {
  readonly documents: TextDocuments<TextDocument>;
  readonly textDocuments: TextDocumentsConfiguration<TextDocument>;
  readonly settings: SettingsStore;
  readonly beside: BesideFiles;
  readonly live: LiveView;
  readonly client: ClientAbilities;
  readonly yamlCompletion: () => YamlCompletion;
}

/** What features are asked about: documents with their parse and their settings. */
export interface Contexts {
  /** Undefined if the document is not open. */
  contextOf(uri: string): Promise<Context | undefined>;
  /** A file that is not open, with its text. */
  contextOfClosed(uri: string, text: string): Promise<Context>;
}

export function createContexts(sources: ContextSources): Contexts {
  const { documents, textDocuments, settings, beside, live, client, yamlCompletion } = sources;
  const manifestOf = manifestKeeper();
  const of = (document: TextDocument, manifest: Manifest, { resolved, display }: FileSettings): Context => ({
    ...{ document, manifest, display, live, client },
    settings: resolved,
    yamlCompletion: yamlCompletion(),
    files: settings.files,
  });
  const contexts: Contexts = {
    async contextOf(uri) {
      if (documents.get(uri) === undefined) return undefined;
      const read = await settings.of(uri);
      // It can have been closed while the settings were on their way.
      const document = documents.get(uri);
      if (document === undefined) return undefined;
      const manifest = manifestOf(document, read.resolved, (each) => beside.of(uri, each));
      if (!needsAlertJudge(manifest)) return of(document, manifest, read);
      await prepareAlertJudge(manifest);
      // Somebody may have typed while it was loaded.
      return contexts.contextOf(uri);
    },
    async contextOfClosed(uri, text) {
      const read = await settings.ofClosed(uri);
      const document = textDocuments.create(uri, "yaml", 0, text);
      const manifest = readManifest(document, read.resolved);
      await prepareAlertJudge(manifest);
      return of(document, manifest, read);
    },
  };
  return contexts;
}

type Beside = NonNullable<Manifest["beside"]>;

interface Kept {
  readonly version: number;
  readonly settings: ResolvedSettings;
  readonly beside: Beside | undefined;
  readonly manifest: Manifest;
}

/** Parses a document once per version, on the base of the parse before, and forgets it with the document. */
function manifestKeeper() {
  const kept = new WeakMap<TextDocument, Kept>();
  return (
    document: TextDocument,
    settings: ResolvedSettings,
    besideOf: (manifest: Manifest) => Beside | undefined,
  ): Manifest => {
    const known = kept.get(document);
    const isRead = known?.version === document.version && known.settings === settings;
    const read = isRead ? known.manifest : readManifest(document, settings, known?.manifest);
    const beside = besideOf(read);
    if (isRead && known.beside === beside) return known.manifest;
    const manifest = beside === undefined ? read : { ...read, beside };
    kept.set(document, { version: document.version, settings, beside, manifest });
    return manifest;
  };
}
