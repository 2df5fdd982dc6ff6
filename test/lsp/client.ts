import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { onTestFinished } from "vitest";
import type {
  CodeAction,
  CodeLens,
  Diagnostic,
  DocumentDiagnosticReport,
  DocumentLink,
  Hover,
  InitializeResult,
  InlayHint,
  Position,
  PublishDiagnosticsParams,
} from "vscode-languageserver";
import * as z from "zod/mini";
import { startPipe } from "./pipe.ts";

/** What a case says of the editor and its workspace. */
export interface Situation {
  /** Files of the workspace folder: name → text. */
  readonly files?: Readonly<Record<string, string>>;
  /** The section `podCadence` that the editor answers with. */
  readonly settings?: unknown;
  readonly initializationOptions?: unknown;
  /** `pull`: an editor of today. `push`: one that knows nothing newer than LSP 3.16. */
  readonly editor?: "pull" | "push";
}

export interface Editor {
  readonly capabilities: InitializeResult["capabilities"];
  open(name: string, text: string): void;
  /** Replaces the first occurrence of a text, as typing would: by an incremental change. */
  type(name: string, replaced: string, by: string): void;
  change(name: string, text: string): void;
  save(name: string): void;
  close(name: string): void;
  /** Writes a file of the workspace and tells the server as a watcher does. */
  write(name: string, text: string): void;
  configure(settings: unknown): void;
  hints(name: string): Promise<string[]>;
  hintTooltip(name: string, index: number): Promise<string | undefined>;
  /** The first line at the first occurrence of a text. */
  hover(name: string, at: string): Promise<string | undefined>;
  lenses(name: string): Promise<string[]>;
  links(name: string): Promise<string[]>;
  fixes(name: string, diagnostics: readonly Diagnostic[]): Promise<string[]>;
  pull(name: string, previousResultId?: string): Promise<DocumentDiagnosticReport>;
  /** `line: rule-id` of each. */
  diagnostics(name: string): Promise<string[]>;
  /** The next notification of a kind that has not been taken yet. */
  next(method: string): Promise<unknown>;
  pushed(): Promise<PublishDiagnosticsParams>;
  request(method: string, params: unknown): Promise<unknown>;
  uri(name: string): string;
  /** Ends the server in order and gives what it wrote to standard error. */
  quit(): Promise<string>;
}

/** An editor in front of the real server process. At the end of the test the server must have complained of nothing. */
export async function startEditor(situation: Situation = {}): Promise<Editor> {
  const folder = mkdtempSync(path.join(tmpdir(), "pod-cadence-"));
  const uri = (name: string) => pathToFileURL(path.join(folder, name)).href;
  for (const [name, text] of Object.entries(situation.files ?? {})) writeFileSync(path.join(folder, name), text);
  const mailbox = createMailbox();
  let settings = situation.settings ?? {};
  const pipe = startPipe({
    request(method, params) {
      mailbox.put(method, params);
      return method === "workspace/configuration" ? askedSections(params).map(() => settings) : null;
    },
    notification: mailbox.put,
  });
  const texts = new Map<string, { text: string; version: number }>();
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));

  const { capabilities } = await ask<InitializeResult>("initialize", {
    processId: process.pid,
    rootUri: uri(""),
    workspaceFolders: [{ uri: uri("").replace(/\/$/, ""), name: "workspace" }],
    capabilities: situation.editor === "push" ? oldEditor : editorOfToday,
    initializationOptions: situation.initializationOptions,
  });
  pipe.notify("initialized", {});

  // What the server answers is what the test is about: the types are those of the protocol.
  async function ask<T>(method: string, params: unknown): Promise<T> {
    return (await pipe.request(method, params)) as T;
  }
  return { } as Editor;
}
