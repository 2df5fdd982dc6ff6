import * as vscode from "vscode";
import {
  type BaseLanguageClient,
  CloseAction,
  ErrorAction,
  type LanguageClientOptions,
  State,
} from "vscode-languageclient";
import type { InitializationOptions } from "../../shared/protocol/pod/initialization.ts";
import {
  clientNotifications,
  clientRequests,
  type Notification,
  type Request,
  serverNotifications,
} from "../../shared/protocol/request.ts";
import { type Immutable, parseMessage } from "../../shared/protocol/values/parse.ts";
import { manifestSelector } from "../basics/languages.ts";
import type { Log } from "../basics/log.ts";
import { listFolderForServer, readFileForServer } from "../basics/read-file.ts";
import { milestonesOfAnswers } from "./milestones.ts";
import { createDeathWatch } from "./server-deaths.ts";
import { currentYamlCompletion, hasYamlOutline, watchYamlCompletion } from "./yaml-extension.ts";

export type CreateClient = (options: LanguageClientOptions) => BaseLanguageClient;

/** The language server as the rest of the extension sees it: off until it is needed, restarted once if it dies. */
export class LanguageServer {
  readonly #createClient: CreateClient;
  readonly #log: Log;
  readonly #died = createDeathWatch();
  readonly #changed = new vscode.EventEmitter<string>();
  readonly #settingsChanged = new vscode.EventEmitter<void>();
  readonly #turned = new vscode.EventEmitter<void>();
  readonly #podsShown = new vscode.EventEmitter<readonly string[]>();
  #gaveUp = false;
  #client: BaseLanguageClient | undefined;
  #yaml: vscode.Disposable | undefined;
  #started: Promise<void> | undefined;

  /** Address of a document that changed, or whose settings did. */
  readonly onDidChange = this.#changed.event;
  /** Settings, a project file or what it names changed: everything may be another matter now. */
  readonly onDidChangeSettings = this.#settingsChanged.event;
  /** The server runs, for the first time or again, or it stays off for good. */
  readonly onDidChangeState = this.#turned.event;
  /** UIDs of the pods of a cluster of which open manifests speak. */
  readonly onDidShowPods = this.#podsShown.event;

  constructor(createClient: CreateClient, log: Log) {
    this.#createClient = createClient;
    this.#log = log;
  }

  get isStarted(): boolean {
    return this.#started !== undefined;
  }

  /** Starts the server if that has not happened yet. Never rejects: a failure is shown and logged. */
  start(): Promise<void> {
    this.#started ??= this.#startClient();
    return this.#started;
  }

  /** Asks the server. Undefined if it gave no answer, or none that was agreed on; the log says why. */
  async ask<Params, Answer>(
    { method, answer: schema }: Request<Params, Answer>,
    params: Immutable<NoInfer<Params>>,
  ): Promise<Answer | undefined> {
    await this.start();
    try {
      const answer: unknown = await this.#client?.sendRequest(method, params);
      const { value, problem } = parseMessage(schema, answer, `The answer to ${method}`);
      if (problem !== undefined) this.#log.error(problem);
      return value;
    } catch (error) {
      this.#log.error(`${method} was not answered: ${String(error)}`);
      return undefined;
    }
  }

  /** For what a plain question cannot say. Undefined if it failed, which is logged, or was canceled, which is not. */
  async use<Answer>(ask: (client: BaseLanguageClient) => Promise<Answer>): Promise<Answer | undefined> {
    await this.start();
    try {
      return this.#client === undefined ? undefined : await ask(this.#client);
    } catch (error) {
      if (!(error instanceof vscode.CancellationError)) this.#log.error(`The server gave no answer: ${String(error)}`);
      return undefined;
    }
  }

  async stop(): Promise<void> {
    this.#yaml?.dispose();
    await this.#client?.dispose();
  }

  async #startClient(): Promise<void> {
    const client = this.#createClient(this.#options());
    this.#client = client;
    const on = <Params>({ method, params: schema }: Notification<Params>, hear: (params: Params) => void) =>
      client.onNotification(method, (params: unknown) => {
        const { value, problem } = parseMessage(schema, params, method);
        if (problem === undefined) hear(value);
        else this.#log.error(problem);
      });
    on(clientNotifications.changed, ({ uri }) => this.#changed.fire(uri));
    on(clientNotifications.settingsChanged, () => this.#settingsChanged.fire());
    on(clientNotifications.podsShown, ({ uids }) => this.#podsShown.fire(uids));
    this.#yaml = watchYamlCompletion((yamlCompletion) => {
      const { method } = serverNotifications.yamlCompletion;
      client
        .sendNotification(method, { yamlCompletion })
        .catch((error: unknown) => this.#log.error(`${method} was not sent: ${String(error)}`));
    });
    client.onRequest(clientRequests.readFile.method, readFileForServer);
    client.onRequest(clientRequests.listFolder.method, listFolderForServer);
    client.onDidChangeState(({ newState }) => {
      if (newState === State.Running || (newState === State.Stopped && this.#gaveUp)) this.#turned.fire();
    });
    try {
      await client.start();
    } catch (error) {
      this.#log.tell("error", vscode.l10n.t("Couldn't start the Pod Cadence language server: {0}", String(error)));
    }
  }

  #options(): LanguageClientOptions {
    return {
      documentSelector: manifestSelector,
      outputChannel: this.#log.channel,
      middleware: milestonesOfAnswers,
      initializationOptions: ownAbilities,
      diagnosticPullOptions: { onChange: true, onTabs: true },
      markdown: { isTrusted: { enabledCommands: ["podCadence.simulatePod"] } },
      errorHandler: {
        error: (error) => {
          this.#log.error(`Error in the connection to the language server: ${error.message}`);
          return { action: ErrorAction.Continue, handled: true };
        },
        closed: () => {
          const { restart, message } = this.#died();
          this.#gaveUp = !restart;
          this.#log.tell(restart ? "warning" : "error", message);
          return { action: restart ? CloseAction.Restart : CloseAction.DoNotRestart, message, handled: true };
        },
      },
    };
  }
}

/** Asked again when the server is started again. */
function ownAbilities(): InitializationOptions {
  return {
    commandLinks: true,
    readFile: true,
    changed: true,
    workspaceDiagnostics: false,
    yamlSymbols: hasYamlOutline(),
    settings: undefined,
    yamlCompletion: currentYamlCompletion(),
  };
}
