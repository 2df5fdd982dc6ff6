import {
  type Connection,
  type InitializeParams,
  MessageType,
  ShowMessageNotification,
  type WorkspaceFoldersChangeEvent,
} from "vscode-languageserver";
import { URI } from "vscode-uri";
import * as z from "zod/mini";
import { renderedScheme } from "../../../shared/protocol/values/rendered.ts";
import type { FileAccess } from "../../schema/files/file-access.ts";
import { nameOf } from "../../schema/files/find-project.ts";
import type { SettingsProblem } from "../../schema/model.ts";
import type { SettingsSources } from "../../schema/store.ts";
import type { ClientAbilities } from "../core/client-abilities.ts";
import { patientSection } from "./late-section.ts";
import { createWatcher } from "./watched-files.ts";

const sectionName = "podCadence";

/** Where settings come from in an editor: the client, asked per resource, and the files of the workspace. */
export interface EditorSources extends SettingsSources {
  /** For clients that cannot be asked: the settings of `workspace/didChangeConfiguration`. */
  accept(settings: unknown): void;
  changeFolders(event: WorkspaceFoldersChangeEvent): void;
  /** Called when the client says its settings after the defaults were taken for them. */
  onLate(listener: () => void): void;
  /** The workspace folders; one that lies in another is left out. */
  roots(): readonly string[];
}

interface Surroundings {
  readonly connection: Connection;
  readonly client: ClientAbilities;
  readonly params: InitializeParams;
  readonly files: FileAccess;
  readonly isOpen: (uri: string) => boolean;
}

export function editorSources({ connection, client, params, files, isOpen }: Surroundings): EditorSources {
  const folders = workspaceFolders(params);
  let pushed = client.settings;
  let changed = (): void => {};
  const sectionOf = patientSection(
    (uri) => askSection(connection, uri),
    () => changed(),
  );
  return {
    files,
    rootOf: folders.of,
    standsFor: renderedFile,
    changeFolders: folders.change,
    roots: folders.roots,
    section: async (uri) => (client.configuration ? sectionOf(uri) : pushed),
    onLate(listener) {
      changed = listener;
    },
    report: problemReporter(connection, isOpen),
    watch: createWatcher(connection, client),
    accept(settings) {
      const parsed = z.object({ [sectionName]: z.unknown() }).safeParse(settings);
      if (parsed.success) pushed = parsed.data[sectionName];
    },
  };
}

function renderedFile(uri: string): string | undefined {
  return uri.startsWith(`${renderedScheme}:`)
    ? URI.parse(uri).with({ scheme: "file", query: "", fragment: "" }).toString()
    : undefined;
}

async function askSection(connection: Connection, scopeUri: string): Promise<unknown> {
  try {
    return await connection.workspace.getConfiguration({ scopeUri, section: sectionName });
  } catch {
    // A client that says it can and cannot: the defaults apply.
    return undefined;
  }
}

/** The workspace folders, of which the innermost counts for a file. */
function workspaceFolders({ workspaceFolders: given, rootUri }: InitializeParams) {
  const folders = new Set(given?.map((folder) => folder.uri) ?? (rootUri === null ? [] : [rootUri]));
  return {
    change({ added, removed }: WorkspaceFoldersChangeEvent): void {
      for (const folder of removed) folders.delete(folder.uri);
      for (const folder of added) folders.add(folder.uri);
    },
    roots(): readonly string[] {
      return [...folders].filter((folder) => ![...folders].some((other) => other !== folder && holds(other, folder)));
    },
    of(uri: string): string | undefined {
      const holding = [...folders].filter((folder) => holds(folder, uri));
      return holding.sort((left, right) => right.length - left.length)[0];
    },
  };
}

function holds(folder: string, uri: string): boolean {
  return uri.startsWith(folder.endsWith("/") ? folder : `${folder}/`);
}

/** One notification for each distinct mistake; what stands in an open project file is a diagnostic there instead. */
function problemReporter(connection: Connection, isOpen: (uri: string) => boolean) {
  const told = new Set<string>();
  return (problems: readonly SettingsProblem[]) => {
    for (const problem of problems) {
      if (problem.in === "project" && isOpen(problem.uri)) continue;
      const place = problem.in === "setting" ? `setting podCadence.${problem.key}` : nameOf(problem.uri);
      const message = `Pod Cadence, ${place}: ${problem.message}`;
      if (told.has(message)) continue;
      told.add(message);
      void connection
        .sendNotification(ShowMessageNotification.type, { type: MessageType.Warning, message })
        .catch(() => {});
    }
  };
}
