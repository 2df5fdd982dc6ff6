import { type Connection, type InitializeParams, TextDocuments } from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";
import type { YamlCompletion } from "../../../shared/protocol/pod/initialization.ts";
import { clientNotifications } from "../../../shared/protocol/request.ts";
import { type LiveView, liveView } from "../../live/live-view.ts";
import type { FileAccess } from "../../schema/files/file-access.ts";
import { createSettingsStore, type SettingsStore } from "../../schema/store.ts";
import { createRuleFiles, type RuleFiles } from "../alerts/rule-files.ts";
import { abilitiesOf, type ClientAbilities, optionsOf } from "../core/client-abilities.ts";
import { createHost, type Host } from "../core/host.ts";
import { createIsolation, type Isolation } from "../core/isolation.ts";
import { textDocumentsIn } from "../core/text-documents.ts";
import { type AheadOfQuestions, createAhead } from "./ahead.ts";
import { type BesideFiles, createBesideFiles } from "./beside.ts";
import { readableFiles } from "./client-files.ts";
import { type Contexts, createContexts } from "./contexts.ts";
import { features } from "./list.ts";
import { refreshLenses } from "./refresh.ts";
import { type EditorSources, editorSources } from "./settings-sources.ts";
import { createTyping, type Typing } from "./typing.ts";

/** One client and what it has open. Nothing is kept but the open documents, their parse and settings, and what its cluster reported. */
export interface Session extends Contexts {
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
}

export function createSession(
  connection: Connection,
  ownFiles: FileAccess | undefined,
  params: InitializeParams,
): Session {
  const client = abilitiesOf(params, ownFiles !== undefined);
  let { yamlCompletion } = optionsOf(params);
  const textDocuments = textDocumentsIn(client.positionEncoding);
  const documents = new TextDocuments(textDocuments);
  const isolation = createIsolation((message) => connection.console.error(message));
  const files = readableFiles(connection, client, ownFiles);
  const isOpen = (uri: string) => documents.get(uri) !== undefined;
  const sources = editorSources({ connection, client, params, files, isOpen });
  const settings = createSettingsStore(sources);
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

  const contexts = createContexts({
    ...{ documents, textDocuments, settings, beside, live, client },
    yamlCompletion: () => yamlCompletion,
  });
  const host = createHost(features, isolation);
  return {
    ...contexts,
    connection,
    client,
    documents,
    sources,
    settings,
    host,
    isolation,
    live,
    beside,
    ahead: createAhead({ contextOf: contexts.contextOf, documents, host, isolation }),
    ruleFiles,
    typing: createTyping(),
    onBeside(listener) {
      tellBeside = listener;
    },
    setYamlCompletion(completion) {
      yamlCompletion = completion;
    },
  };
}
