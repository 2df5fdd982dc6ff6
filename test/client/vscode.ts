import type { TextEdit as Edit } from "vscode-languageserver-textdocument";
import { URI, Utils } from "vscode-uri";
import { OpenDocument } from "./open-document.ts";

// VS Code, as far as the extension uses it: `test/editor-modules.ts` puts this module in its place. What only shows something is one
// function for all, and what is registered or created is a part that is there until it is disposed of.

const none: unknown[] = [];
const saw: string[] = [];
/** Who sits before the editor: what they saw, in order (`showInformationMessage: No problems. · Clear`), and what they answer to the dialogs that come. */
export const person = { saw, answers: [...none] };
const map = () => new Map<string, unknown>();
/** What the editor holds: settings by their whole key, texts of files by address, parts by the call that made them. */
export const editor = { settings: map(), files: map(), extensions: map(), contexts: map(), parts: map() };

export class Disposable {
  readonly dispose: () => unknown;
  constructor(end: () => unknown) {
    this.dispose = end;
  }
  static readonly from = (...all: readonly Disposable[]) => new Disposable(() => all.map((each) => each.dispose()));
}
export class EventEmitter<T> {
  readonly listeners = new Set<(value: T) => unknown>();
  readonly event = (listener: (value: T) => unknown): Disposable => {
    this.listeners.add(listener);
    return new Disposable(() => this.listeners.delete(listener));
  };
  readonly fire = (value: T): void => void [...this.listeners].map((listener) => listener(value));
  readonly dispose = (): void => this.listeners.clear();
}
const emitters = new Map<string, EventEmitter<unknown>>();
/** Makes an event of the editor happen, or one of a part: `happens("createTreeView podCadence.pods onDidExpandElement", …)`. */
export const happens = (event: string, value?: unknown): void => emitters.get(event)?.fire(value);
export const listenerCount = (): number => [...emitters.values()].reduce((sum, each) => sum + each.listeners.size, 0);

const field = (item: unknown, key: string): unknown => Reflect.get(Object(item), key);
const shownFields = ["title", "label", "description", "prompt", "detail", "value", "message", "path", "type"];
const wordsOf = (shown: unknown): unknown => {
  if (typeof shown !== "object" || shown === null) return shown;
  if (Array.isArray(shown)) return shown.map(wordsOf).join(" | ");
  return shownFields.flatMap((key) => field(field(shown, "uri") ?? shown, key) || []).join(" ");
};
const labelOf = (item: unknown): unknown => field(item, "label") ?? item;
const show = (name: string, args: readonly unknown[]): unknown => {
  person.saw.push(`${name}: ${args.map(wordsOf).filter(Boolean).join(" · ")}`);
  const offered = args.flatMap((arg, at) =>
    Array.isArray(arg) ? arg : typeof arg === "string" && at > 0 ? [arg] : [],
  );
  if (/^show\w*(?:Box|Dialog)$/.test(name)) return person.answers.shift();
  const answer = /^show/.test(name) && offered.length > 0 ? person.answers.shift() : undefined;
  const isTaken = (item: unknown) =>
    Array.isArray(answer) ? answer.includes(labelOf(item)) : labelOf(item) === answer;
  return Array.isArray(answer) ? offered.filter(isTaken) : offered.find(isTaken);
};
/** An object with all events that somebody listens to, all calls that show something, and all that register or create. */
function lively<T extends object>(own: T, name = ""): T {
  const get = (target: T, key: string): unknown => {
    if (key in target) return Reflect.get(target, key);
    if (/^(?:register|create)[A-Z]/.test(key))
      return (...args: readonly unknown[]) => part(`${key} ${args[0]}`, { args });
    if (/^(?:show|set|write|copy|open|execute|post|reveal|hide|clear|info|warn|error)/.test(key))
      return async (...args: readonly unknown[]) => show(name + key, args);
    if (!/^on[A-Z]/.test(key)) return undefined;
    const emitter = emitters.get(name + key) ?? new EventEmitter<unknown>();
    emitters.set(name + key, emitter);
    return emitter.event;
  };
  return new Proxy(own, { get: (target, key) => get(target, String(key)) });
}
function part<T extends object>(name: string, own: T): T {
  const dispose = (): void => {
    if (editor.parts.delete(name)) happens(`${name} onDidDispose`);
    for (const [event, { dispose: forget }] of emitters) if (event.startsWith(`${name} `)) forget();
  };
  const made = lively({ ...own, dispose }, `${name} `);
  editor.parts.set(name, made);
  return made;
}

export const version = "1.139.0";
export const Uri = Object.assign(URI, { joinPath: Utils.joinPath });
export const l10n = {
  t: (text: string, ...values: readonly (string | number)[]): string =>
    text.replace(/\{(\d+)\}/g, (placeholder, index) => String(values[Number(index)] ?? placeholder)),
};
/** Members of enumerations only have to be told from each other. */
const names: Readonly<Record<string, string>> = new Proxy({}, { get: (_, name) => name });
export const [ViewColumn, ProgressLocation, QuickPickItemKind, InputBoxValidationSeverity] = Array(4).fill(names);
export const [ConfigurationTarget, TreeItemCollapsibleState, DiagnosticSeverity, UIKind] = Array(4).fill(names);
export const [LanguageStatusSeverity, TextEditorRevealType, StatusBarAlignment] = Array(3).fill(names);
export const [TaskScope, TaskPanelKind] = Array(2).fill(names);
export const FileType = { File: 1, Directory: 2 };
/** A class whose objects hold what they are made of. */
const holding = (...keys: readonly string[]) =>
  class {
    constructor(...values: readonly unknown[]) {
      for (const [index, key] of keys.entries()) Reflect.set(this, key, values[index]);
    }
  };
export const [TreeItem, ThemeIcon, ThemeColor] = [holding("label", "collapsibleState"), holding("id"), holding("id")];
export const Task = holding("definition", "scope", "name", "source", "execution");
export const ProcessExecution = holding("process", "args", "options");
export const [TabInputText, TabInputTextDiff] = [holding("uri"), holding("original", "modified")];
export const [LanguageModelTextPart, LanguageModelToolResult] = [holding("value"), holding("content")];
export const lm = lively({});
export class CancellationError extends Error {}
export class CancellationTokenSource {
  readonly token = lively({ isCancellationRequested: false }, `token ${emitters.size} `);
  readonly cancel = (): boolean => Reflect.set(this.token, "isCancellationRequested", true);
}
export class Range extends holding("start", "end") {
  constructor(...all: readonly unknown[]) {
    const at = (index: number) => ({ line: all[index], character: all[index + 1] });
    super(...(all.length < 4 ? all : [at(0), at(2)]));
  }
}
export const Diagnostic = holding("range", "message", "severity");
export const TextEdit = { replace: (range: unknown, newText: string) => ({ range, newText }) };
export class WorkspaceEdit {
  readonly files = new Map<string, Edit[]>();
  readonly set = (uri: URI, edits: Edit[]): unknown => this.files.set(uri.toString(), edits);
  readonly replace = (uri: URI, range: Edit["range"], newText: string): unknown =>
    this.set(uri, [...(this.files.get(uri.toString()) ?? []), { range, newText }]);
}

const textDocuments: OpenDocument[] = [];
const bytesOf = async (uri: URI) => new TextEncoder().encode((await workspace.openTextDocument(uri)).getText());
export const workspace = lively({
  textDocuments,
  workspaceFolders: [{ uri: URI.file("/w") }],
  isTrusted: true,
  asRelativePath: (uri: URI) => uri.path.replace(/^\/w\//, ""),
  getWorkspaceFolder: ({ path }: URI) =>
    path.startsWith("/w/") || path === "/w" ? { uri: URI.file("/w") } : undefined,
  getConfiguration: (section: string) => {
    const get = (key: string) => editor.settings.get(`${section}.${key}`);
    const update = async (key: string, value: unknown, target: unknown) => {
      show("setting", [`${section}.${key}`, value ?? "default", target]);
      editor.settings.set(`${section}.${key}`, value);
    };
    return { get, inspect: (key: string) => ({ workspaceValue: get(key) }), update };
  },
  openTextDocument: async (what: URI | { language: string; content: string }): Promise<OpenDocument> => {
    const uri = URI.isUri(what) ? what : URI.from({ scheme: "untitled", path: `/${textDocuments.length}` });
    const known = textDocuments.find((document) => document.uri.toString() === uri.toString());
    if (known !== undefined) return known;
    const [, provider] = Object(
      field(editor.parts.get(`registerTextDocumentContentProvider ${uri.scheme}`), "args") ?? [],
    );
    const text = URI.isUri(what) ? editor.files.get(uri.toString()) : what.content;
    const content: unknown = text ?? (await provider?.provideTextDocumentContent(uri));
    if (typeof content !== "string") throw new Error(`${uri.path} is not there`);
    const language = URI.isUri(what) ? (/\.md$/.test(uri.path) ? "markdown" : "yaml") : what.language;
    const document = new OpenDocument(uri, language, content, (change) => happens("onDidChangeTextDocument", change));
    textDocuments.push(document);
    happens("onDidOpenTextDocument", document);
    return document;
  },
  applyEdit: async ({ files }: WorkspaceEdit) => {
    for (const [uri, edits] of files) (await workspace.openTextDocument(URI.parse(uri))).change(edits);
    return true;
  },
  fs: lively({
    stat: async (uri: URI) => ({ size: (await bytesOf(uri)).length }),
    readFile: bytesOf,
    readDirectory: async () => [...editor.files.keys()].map((address) => [address.split("/").at(-1), FileType.File]),
  }),
});
export const commands = lively({
  registerCommand: (id: string, run: unknown) => part(`command ${id}`, { run }),
  executeCommand: async (id: string, ...args: readonly unknown[]) => {
    const run = field(editor.parts.get(`command ${id}`), "run");
    if (typeof run === "function") return await run(...args);
    return id === "setContext" ? editor.contexts.set(String(args[0]), args[1]) : show("command", [id, ...args]);
  },
});
export const window = lively({
  visibleTextEditors: none,
  tabGroups: lively({ all: none }),
  showTextDocument: async (what: unknown) => lively(Object(show("showTextDocument", [what])), "editor "),
  withProgress: async (options: object, task: (progress: object, token: object) => unknown) => {
    show("progress", [options]);
    return await task({ report: (step: object) => show("progress", [step]) }, lively({}, "progress "));
  },
  createWebviewPanel: (type: string, title: string) => {
    const posted: unknown[] = [];
    const postMessage = async (sent: unknown) => [posted.push(sent), show("page posted", [sent])];
    const webview = lively({ posted, postMessage }, `panel ${type} page `);
    return part(`panel ${type}`, { title, visible: true, active: true, webview });
  },
});
export const tasks = lively({
  executeTask: async ({ name, execution }: { name: string; execution: { process: string; args: string[] } }) =>
    show("task", [name, [execution.process, ...execution.args].join(" ")]),
});
export const languages = lively({ getDiagnostics: () => [] });
export const extensions = lively({ getExtension: (id: string) => editor.extensions.get(id) });
const app = { appName: "Editor", appHost: "desktop", uiKind: "Desktop" };
export const env = lively({ ...app, language: "en", clipboard: lively({}) });
