import type { Connection } from "vscode-languageserver";
import { readFileAnswerSchema, readFileRequest } from "../../shared/protocol/requests.ts";
import type { FileAccess } from "../schema/model.ts";
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
  };
}

async function askClient(connection: Connection, uri: string): Promise<string | undefined> {
  try {
    const answer = readFileAnswerSchema.safeParse(await connection.sendRequest(readFileRequest, { uri }));
    return answer.success ? answer.data?.text : undefined;
  } catch {
    return undefined;
  }
}
