import type { BaseLanguageClient, LanguageClientOptions } from "vscode-languageclient";
import type { URI } from "vscode-uri";
import type { LoadSource } from "../../client/cluster/source-api.ts";
import { type Extension, startExtension } from "../../client/extension.ts";
import type { RunFleet } from "../../client/fleet/run-fleet.ts";
import { fleetPage } from "../../shared/drawing/report/page.ts";
import { holds } from "../patience.ts";
import { State } from "./language-client.ts";
import { editor, happens, person, Uri, window, workspace } from "./vscode.ts";

export interface Situation {
  /** By name of the request: what the language server answers, or how it works that out of the parameters. */
  readonly server?: Readonly<Record<string, unknown>>;
  readonly settings?: Readonly<Record<string, unknown>>;
  /** Texts by path. */
  readonly files?: Readonly<Record<string, string>>;
  /** The path of the file in the active editor, with the cursor at its beginning. */
  readonly open?: string;
  /** What the person answers to the dialogs that come. */
  readonly answers?: readonly unknown[];
  readonly load?: LoadSource;
  readonly runFleet?: RunFleet;
}

/** The extension in a window of its own. */
export class Window {
  readonly subscriptions: { dispose(): unknown }[] = [];
  readonly memory = new Map<string, unknown>();
  readonly secrets = new Map<string, string>();
  readonly server = new Server();
  readonly #extension: Extension;

  constructor({ server, settings, files, answers, load, runFleet }: Situation = {}) {
    person.saw.splice(0);
    person.answers.splice(0, Number.POSITIVE_INFINITY, ...(answers ?? []));
    workspace.textDocuments.splice(0);
    Reflect.set(window, "activeTextEditor", undefined);
    for (const map of [editor.settings, editor.files, editor.parts, editor.contexts, editor.extensions]) map.clear();
    for (const [key, value] of Object.entries(settings ?? {})) editor.settings.set(key, value);
    for (const [path, text] of Object.entries(files ?? {})) editor.files.set(Uri.file(path).toString(), text);
    this.server.answers = server ?? {};
    const memory = {
      get: (key: string) => this.memory.get(key),
      update: async (key: string, value: unknown) => void this.memory.set(key, value),
    };
    const context = Object(
      Object.assign(Object.create(null), {
        subscriptions: this.subscriptions,
        extensionUri: Uri.file("/extension"),
        extension: { packageJSON: { version: "1.2.3" } },
        workspaceState: memory,
        secrets: {
          get: async (key: string) => this.secrets.get(key),
          store: async (key: string, value: string) => void this.secrets.set(key, value),
        },
      }),
    );
    this.#extension = startExtension(
      context,
      (options) => this.server.client(options),
      load,
      runFleet && { run: runFleet, page: fleetPage },
    );
  }

  /** Opens a file in the active editor, with the cursor at its beginning. */
  async open(path: string): Promise<void> {
    const document = await workspace.openTextDocument(Uri.file(path));
    const active = { line: 0, character: 0 };
    Reflect.set(window, "activeTextEditor", { document, selection: { active } });
    happens("onDidChangeActiveTextEditor");
  }

  /** What a person sees after they run a command. */
  async run(command: string, argument?: unknown): Promise<readonly string[]> {
    const before = person.saw.length;
    const run: unknown = Reflect.get(Object(editor.parts.get(`command ${command}`)), "run");
    if (typeof run !== "function") throw new Error(`${command} is not registered`);
    await run(argument);
    return person.saw.slice(before);
  }

  /** What a document of the extension says. */
  async page(address: URI): Promise<unknown> {
    const [, provider] = Object(
      Reflect.get(Object(editor.parts.get(`registerTextDocumentContentProvider ${address.scheme}`)), "args"),
    );
    return await provider.provideTextDocumentContent(address);
  }

  /** Waits until it holds. */
  async waits(assertion: () => unknown): Promise<void> {
    await holds(assertion);
  }

  async close(): Promise<void> {
    for (const each of this.subscriptions.splice(0).reverse()) each.dispose();
    await this.#extension.stop();
  }
}

type Handler = (value: unknown) => unknown;

/** The language server as the client of the extension reaches it. */
class Server {
  answers: Readonly<Record<string, unknown>> = {};
  readonly asked: string[] = [];
  options: LanguageClientOptions | undefined;
  readonly #handlers = new Map<string, Handler>();

  client(options: LanguageClientOptions): BaseLanguageClient {
    this.options = options;
    const listen = (name: string, handler: Handler) => {
      this.#handlers.set(name, handler);
      return { dispose: () => void this.#handlers.delete(name) };
    };
    const convert = { asUri: (uri: unknown) => (typeof uri === "string" ? Uri.parse(uri) : String(uri)) };
    return Object.assign(Object.create(null), {
      start: async () => void this.tell("state", { newState: State.Running }),
      dispose: async () => undefined,
      sendRequest: async (request: string | { method: string }, params: unknown) => this.#answer(request, params),
      sendNotification: async (name: string, params: unknown) =>
        void this.asked.push(`${name} ${JSON.stringify(params)}`),
      onNotification: listen,
      onRequest: listen,
      onProgress: (_: unknown, token: string, handler: Handler) => listen(token.replace(/-\d+$/, ""), handler),
      onDidChangeState: (handler: Handler) => listen("state", handler),
      code2ProtocolConverter: convert,
      protocol2CodeConverter: { ...convert, asDiagnostics: async (items: unknown) => items },
    });
  }

  /** A notification of the server, or a request. */
  async tell(name: string, params?: unknown): Promise<unknown> {
    return await this.#handlers.get(name)?.(params);
  }

  async #answer(request: string | { method: string }, params: unknown): Promise<unknown> {
    const name = typeof request === "string" ? request : request.method;
    this.asked.push(name);
    const answer = this.answers[name];
    return typeof answer === "function" ? await answer(params) : (answer ?? null);
  }
}
