import { type Connection, type InitializeParams, TextDocuments } from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";
import type { YamlCompletion } from "../../../shared/protocol/initialization.ts";
import { clientNotifications } from "../../../shared/protocol/request.ts";
import { needsAlertJudge, prepareAlertJudge } from "../../analysis/alert-judge.ts";
import { type LiveView, liveView } from "../../live/live-view.ts";
import type { Manifest } from "../../manifest/model.ts";
import type { FileAccess } from "../../schema/file-access.ts";
import type { ResolvedSettings } from "../../schema/model.ts";
import { createSettingsStore, type SettingsStore } from "../../schema/store.ts";
import type { Context } from "../feature.ts";
import { createHost, type Host } from "../host.ts";
import { createIsolation, type Isolation } from "../isolation.ts";
import { features } from "../list.ts";
import { readManifest } from "../read-manifest.ts";
import { type AheadOfQuestions, createAhead } from "./ahead.ts";
import { type BesideFiles, createBesideFiles } from "./beside.ts";
import { abilitiesOf, type ClientAbilities } from "./client-abilities.ts";
import { readableFiles } from "./client-files.ts";
import { refreshLenses } from "./refresh.ts";
import { createRuleFiles, type RuleFiles } from "./rule-files.ts";
import { type EditorSources, editorSources } from "./settings-sources.ts";
import { textDocumentsIn } from "./text-documents.ts";
import { createTyping, type Typing } from "./typing.ts";

/** One client and what it has open. Nothing is kept but the open documents, their parse and settings, and what its cluster told. */
export interface Session {
  readonly connection: Connection;
  readonly client: ClientAbilities;
  readonly documents: TextDocuments<TextDocument>;
  readonly sources: EditorSources;
  readonly settings: SettingsStore;
  readonly host: Host;
  readonly isolation: Isolation;
  readonly live: LiveView;
  readonly beside: BesideFiles;
  readonly ahead: AheadOfQuestions;
  readonly ruleFiles: RuleFiles;
  readonly typing: Typing;
  /** Called when other files turn out to have something for one that is open. */
  onBeside(listener: (uri: string) => void): void;
  /** Sets what another language server completes from now on. */
  setYamlCompletion(completion: YamlCompletion): void;
  /** Undefined: the document is not open. */
  contextOf(uri: string): Promise<Context | undefined>;
  /** A file that is not open, with its text. */
  contextOfClosed(uri: string, text: string): Promise<Context>;
}

export function createSession(
  connection: Connection,
  ownFiles: FileAccess | undefined,
  params: InitializeParams,
): Session {
  let client = abilitiesOf(params, ownFiles !== undefined);
  const textDocuments = textDocumentsIn(client.positionEncoding);
  const documents = new TextDocuments(textDocuments);
  const isolation = createIsolation((message) => connection.console.error(message));
  const files = readableFiles(connection, client, ownFiles);
  const isOpen = (uri: string) => documents.get(uri) !== undefined;
  const sources = editorSources({ connection, client, params, files, isOpen });
  const settings = createSettingsStore(sources);
  const manifestOf = manifestKeeper();
  let tellBeside = (_uri: string): void => {};
  const beside = createBesideFiles({
    files,
    found(uri, from) {
      sources.watch(from);
      tellBeside(uri);
    },
  });
  const ruleFiles = createRuleFiles({
    files,
    roots: sources.roots,
    openUris: () => documents.keys(),
    openText: (uri) => documents.get(uri)?.getText(),
    watch: sources.watch,
  });
  const live = liveView(Date.now, {
    askAgain: () => refreshLenses({ connection, client, isolation }),
    tellShown: (uids) => {
      const { method } = clientNotifications.podsShown;
      if (client.changed) void isolation.wait(method, () => connection.sendNotification(method, { uids }));
    },
  });

  async function contextOf(uri: string): Promise<Context | undefined> {
    if (!isOpen(uri)) return undefined;
    const { resolved, display } = await settings.of(uri);
    // It can have been closed while the settings were on their way.
    const document = documents.get(uri);
    if (document === undefined) return undefined;
    const manifest = manifestOf(document, resolved, (read) => beside.of(uri, read));
    if (needsAlertJudge(manifest)) {
      await prepareAlertJudge(manifest);
      // Somebody may have typed while it was loaded.
      return contextOf(uri);
    }
    return { document, manifest, settings: resolved, display, client, files: settings.files, live };
  }
  async function contextOfClosed(uri: string, text: string): Promise<Context> {
    const { resolved, display } = await settings.ofClosed(uri);
    const document = textDocuments.create(uri, "yaml", 0, text);
    const manifest = readManifest(document, resolved);
    await prepareAlertJudge(manifest);
    return { document, manifest, settings: resolved, display, client, files: settings.files, live };
  }
  const host = createHost(features, isolation);
  return {
    connection,
    client,
    documents,
    sources,
    settings,
    host,
    isolation,
    live,
    beside,
    ahead: createAhead({ contextOf, documents, host, isolation }),
    ruleFiles,
    typing: createTyping(),
    onBeside(listener) {
      tellBeside = listener;
    },
    setYamlCompletion(yamlCompletion) {
      client = { ...client, yamlCompletion };
    },
    contextOf,
    contextOfClosed,
  };
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
