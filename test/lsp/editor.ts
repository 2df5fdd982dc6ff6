import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { expect, onTestFinished } from "vitest";
import type { TextDocumentContentChangeEvent } from "vscode-languageserver";
import { TextDocument } from "vscode-languageserver-textdocument";
import * as z from "zod/mini";
import * as answers from "./answers.ts";
import { editorOfToday, oldEditor } from "./capabilities.ts";
import { createMailbox, type Mailbox } from "./mailbox.ts";
import { type Pipe, startPipe } from "./pipe.ts";

/** What a case says of the editor and its workspace. */
export interface Situation {
  /** Files of the workspace folder: name → text. */
  readonly files?: Readonly<Record<string, string>>;
  /** The section `podCadence` that the editor answers with; a promise that never comes true: it does not answer. */
  readonly settings?: unknown;
  readonly initializationOptions?: unknown;
  /** `today` asks for diagnostics; `old` knows nothing newer than LSP 3.15. */
  readonly editor?: "today" | "old";
  /** It opens documents that the server names. */
  readonly showsDocuments?: boolean;
  /** What its positions can count, best first; default: it does not say. */
  readonly positionEncodings?: readonly string[];
}

/** An editor in front of the real server. Files are named as in the workspace folder. */
export class Editor {
  readonly mail: Mailbox = createMailbox();
  readonly #folder = mkdtempSync(path.join(tmpdir(), "pod-cadence-"));
  readonly #documents = new Map<string, TextDocument>();
  readonly #pipe: Pipe;
  /** What the server said it can do. */
  capabilities: Record<string, unknown> = {};
  #settings: unknown;
  #ended = false;

  constructor(situation: Situation) {
    this.#settings = situation.settings ?? {};
    for (const [name, text] of Object.entries(situation.files ?? {})) this.#writeFile(name, text);
    this.#pipe = startPipe({
      request: (method, params) => this.#answer(method, params),
      notification: (method, params) => this.mail.put(method, params),
    });
  }

  async initialize({
    editor = "today",
    initializationOptions,
    positionEncodings,
    showsDocuments = false,
  }: Situation): Promise<Record<string, unknown>> {
    const result = await this.ask("initialize", answers.initialized, {
      processId: process.pid,
      rootUri: this.uri(""),
      workspaceFolders: [{ uri: this.uri(""), name: "workspace" }],
      capabilities: {
        ...(editor === "old" ? oldEditor : editorOfToday),
        general: { positionEncodings },
        window: { showDocument: { support: showsDocuments } },
      },
      initializationOptions,
    });
    this.notify("initialized", {});
    this.capabilities = result.capabilities;
    return result.capabilities;
  }

  uri(name: string): string {
    return pathToFileURL(path.join(this.#folder, name)).href;
  }

  open(name: string, text: string): void {
    const document = TextDocument.create(this.uri(name), "yaml", 1, text);
    this.#documents.set(name, document);
    this.notify("textDocument/didOpen", {
      textDocument: { uri: document.uri, languageId: "yaml", version: 1, text },
    });
  }

  /** Replaces the first occurrence of a text by an incremental change, as typing would. */
  type(name: string, replaced: string, by: string): void {
    const document = this.#document(name);
    const offset = document.getText().indexOf(replaced);
    expect(offset, `${JSON.stringify(replaced)} is in ${name}`).toBeGreaterThanOrEqual(0);
    const range = { start: document.positionAt(offset), end: document.positionAt(offset + replaced.length) };
    this.change(name, { range, text: by });
  }

  change(name: string, change: TextDocumentContentChangeEvent): void {
    const document = this.#document(name);
    const version = document.version + 1;
    TextDocument.update(document, [change], version);
    this.notify("textDocument/didChange", { textDocument: { uri: document.uri, version }, contentChanges: [change] });
  }

  append(name: string, text: string): void {
    const document = this.#document(name);
    const end = document.positionAt(document.getText().length);
    this.change(name, { range: { start: end, end }, text });
  }

  text(name: string): string {
    return this.#document(name).getText();
  }

  close(name: string): void {
    this.#documents.delete(name);
    this.notify("textDocument/didClose", { textDocument: { uri: this.uri(name) } });
  }

  save(name: string): void {
    this.#writeFile(name, this.#document(name).getText());
    this.notify("textDocument/didSave", { textDocument: { uri: this.uri(name) } });
  }

  /** Writes a file of the workspace and tells the server as a watcher does. */
  write(name: string, text: string): void {
    this.#writeFile(name, text);
    this.notify("workspace/didChangeWatchedFiles", { changes: [{ uri: this.uri(name), type: 2 }] });
  }

  configure(settings: unknown): void {
    this.#settings = settings;
    this.notify("workspace/didChangeConfiguration", { settings: { podCadence: settings } });
  }

  /** `line: text` of every hint. */
  async hints(name: string): Promise<string[]> {
    const hints = await this.ask("textDocument/inlayHint", z.array(answers.hint), this.#everything(name));
    return hints.map(({ position, label }) => `${position.line}: ${label.map(({ value }) => value).join("")}`);
  }

  async tooltips(name: string): Promise<(string | undefined)[]> {
    const hints = await this.ask("textDocument/inlayHint", z.array(answers.hint), this.#everything(name));
    const resolved = hints.map((hint) => this.ask("inlayHint/resolve", answers.resolvedHint, hint));
    return (await Promise.all(resolved)).map((hint) => hint.tooltip?.value);
  }

  /** What the hover says at the first occurrence of a text. */
  async hover(name: string, at: string): Promise<string | undefined> {
    const document = this.#document(name);
    const position = document.positionAt(document.getText().indexOf(at));
    const hover = await this.ask("textDocument/hover", answers.hover, {
      textDocument: { uri: document.uri },
      position,
    });
    return hover?.contents.value;
  }

  /** `line: title` of every lens. */
  async lenses(name: string): Promise<string[]> {
    const lenses = await this.ask("textDocument/codeLens", z.array(answers.lens), this.#named(name));
    return lenses.map(({ range, command }) => `${range.start.line}: ${command.title}`);
  }

  async links(name: string): Promise<string[]> {
    const links = await this.ask("textDocument/documentLink", z.array(answers.link), this.#named(name));
    return links.map(({ target }) => target);
  }

  pull(name: string, previousResultId?: string): Promise<answers.Report> {
    return this.ask("textDocument/diagnostic", answers.report, { ...this.#named(name), previousResultId });
  }

  /** `line: rule` of every diagnostic. */
  async diagnostics(name: string): Promise<string[]> {
    return lines((await this.pull(name)).items ?? []);
  }

  /** The texts that the repairs of all diagnostics make; what silences a rule is no repair. */
  async fixed(name: string): Promise<string[]> {
    const document = this.#document(name);
    const { items = [] } = await this.pull(name);
    const params = { ...this.#everything(name), context: { diagnostics: items } };
    const actions = await this.ask("textDocument/codeAction", z.array(answers.action), params);
    const repairs = actions.filter(({ kind }) => kind === "quickfix");
    return repairs.map(({ edit }) => TextDocument.applyEdits(document, edit?.changes?.[document.uri] ?? []));
  }

  /** The text after the action with that title at the first occurrence of a text, whose edit comes when it is chosen. */
  async chosen(name: string, at: string, title: string): Promise<string> {
    const document = this.#document(name);
    const position = document.positionAt(document.getText().indexOf(at));
    const params = { ...this.#named(name), range: { start: position, end: position }, context: { diagnostics: [] } };
    const actions = await this.ask("textDocument/codeAction", z.array(answers.action), params);
    const action = actions.find((each) => each.title === title);
    expect(action).not.toHaveProperty("edit");
    const { edit } = await this.ask("codeAction/resolve", answers.action, action);
    return TextDocument.applyEdits(document, edit?.changes?.[document.uri] ?? []);
  }

  async pushed(): Promise<{ uri: string; found: string[] }> {
    const { uri, diagnostics } = answers.published.parse(await this.mail.take("textDocument/publishDiagnostics"));
    return { uri, found: lines(diagnostics) };
  }

  /** What is next told about one file; what is told about others before has no order. */
  async pushedFor(path: string): Promise<string[]> {
    for (;;) {
      const { uri, found } = await this.pushed();
      if (uri === this.uri(path)) return found;
    }
  }

  async ask<T>(method: string, schema: z.ZodMiniType<T>, params: unknown): Promise<T> {
    return schema.parse(await this.#pipe.request(method, params));
  }

  notify(method: string, params: unknown): void {
    this.#pipe.notify(method, params);
  }

  /** Takes back the last request. */
  cancelLast(): void {
    this.#pipe.cancelLast();
  }

  /** Ends the server as an editor does. It must have complained of nothing. */
  async quit(): Promise<void> {
    if (this.#ended) return;
    this.#ended = true;
    await this.#pipe.request("shutdown", undefined);
    this.notify("exit", undefined);
    expect(await this.#pipe.exited).toBe(0);
    rmSync(this.#folder, { recursive: true, force: true });
    expect(this.#pipe.complaints()).toBe("");
  }

  async #answer(method: string, params: unknown): Promise<unknown> {
    this.mail.put(method, params);
    if (method !== "workspace/configuration") return null;
    return Promise.all(answers.configurationItems.parse(params).items.map(() => this.#settings));
  }

  #document(name: string): TextDocument {
    const document = this.#documents.get(name);
    if (document === undefined) throw new Error(`${name} is not open`);
    return document;
  }

  #named(name: string): { textDocument: { uri: string } } {
    return { textDocument: { uri: this.uri(name) } };
  }

  #everything(name: string): { textDocument: { uri: string }; range: z.infer<typeof answers.range> } {
    const end = { line: this.#document(name).lineCount, character: 0 };
    return { ...this.#named(name), range: { start: { line: 0, character: 0 }, end } };
  }

  #writeFile(name: string, text: string): void {
    const file = path.join(this.#folder, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
}

function lines(diagnostics: readonly answers.Diagnostic[]): string[] {
  return diagnostics.map(({ range, code }) => `${range.start.line}: ${code}`);
}

/** Starts a server for this test. It is ended in order when the test ends, and must then have complained of nothing. */
export async function startEditor(situation: Situation = {}): Promise<Editor> {
  const editor = new Editor(situation);
  onTestFinished(() => editor.quit());
  await editor.initialize(situation);
  return editor;
}
