import type { Connection } from "vscode-languageserver";
import {
  listFolderAnswerSchema,
  listFolderRequest,
  readFileAnswerSchema,
  readFileRequest,
} from "../../../shared/protocol/requests.ts";
import type { FileAccess, FolderEntry } from "../../schema/file-access.ts";
import type { ClientAbilities } from "./client-abilities.ts";

/**
 * Files that the server's own machine has, and through the client those of virtual workspaces.
 * A server in the browser has no files of its own.
 */
export function readableFiles(
  connection: Connection,
  client: ClientAbilities,
  own: FileAccess | undefined,
): FileAccess {
  return {
    async read(uri) {
      if (own !== undefined && (uri.startsWith("file:") || !client.readFile)) return own.read(uri);
      return client.readFile ? askClient(connection, uri) : undefined;
    },
    async list(uri) {
      if (own !== undefined && (uri.startsWith("file:") || !client.readFile)) return own.list?.(uri);
      return client.readFile ? listThroughClient(connection, uri) : undefined;
    },
  };
}

async function listThroughClient(connection: Connection, uri: string): Promise<readonly FolderEntry[] | undefined> {
  try {
    const answer = listFolderAnswerSchema.safeParse(await connection.sendRequest(listFolderRequest, { uri }));
    return answer.success ? answer.data?.entries : undefined;
  } catch {
    return undefined;
  }
}

async function askClient(connection: Connection, uri: string): Promise<string | undefined> {
  try {
    const answer = readFileAnswerSchema.safeParse(await connection.sendRequest(readFileRequest, { uri }));
    return answer.success ? answer.data?.text : undefined;
  } catch {
    return undefined;
  }
}
