import { type Connection, DidChangeWatchedFilesNotification, type FileSystemWatcher } from "vscode-languageserver";
import { URI } from "vscode-uri";
import { folderOf, nameOf, projectFileName } from "../../schema/files/find-project.ts";
import { settingsFileNames } from "../../schema/files/settings-files.ts";
import type { ClientAbilities } from "../core/client-abilities.ts";

/** Asks the client to report changes of the files that settings came from, each file once. */
export function createWatcher(connection: Connection, client: ClientAbilities): (uris: readonly string[]) => void {
  const watched = new Set<string>();
  return (uris) => {
    const fresh = uris.filter((uri) => !watched.has(uri));
    for (const uri of fresh) watched.add(uri);
    if (fresh.length > 0)
      register(
        connection,
        client,
        fresh.map((uri) => watcherOf(uri, client)),
      );
  };
}

/** Project files and kustomizations wherever they are in the workspace. */
export function watchProjectFiles(connection: Connection, client: ClientAbilities): void {
  register(
    connection,
    client,
    settingsFileNames.map((name) => ({ globPattern: `**/${name}` })),
  );
}

function watcherOf(uri: string, client: ClientAbilities): FileSystemWatcher {
  // A name can hold what a pattern takes for a wildcard.
  const literally = (name: string) => name.replace(/[[\]{}*?]/g, "?");
  if (client.relativePatterns) return { globPattern: { baseUri: folderOf(uri), pattern: literally(nameOf(uri)) } };
  return { globPattern: literally(URI.parse(uri).path) };
}

function register(connection: Connection, client: ClientAbilities, watchers: FileSystemWatcher[]): void {
  if (!client.registerWatchers) return;
  void connection.client.register(DidChangeWatchedFilesNotification.type, { watchers }).catch(() => {
    connection.console.warn(`Changes to ${projectFileName} are detected when you save the file in the editor.`);
  });
}
