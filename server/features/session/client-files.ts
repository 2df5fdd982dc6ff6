import type { Connection } from "vscode-languageserver";
import { clientRequests, type Request } from "../../../shared/protocol/request.ts";
import type { FileAccess } from "../../schema/files/file-access.ts";
import type { ClientAbilities } from "../core/client-abilities.ts";

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
      return client.readFile ? (await askClient(connection, clientRequests.readFile, uri))?.text : undefined;
    },
    async list(uri) {
      if (own !== undefined && (uri.startsWith("file:") || !client.readFile)) return own.list?.(uri);
      return client.readFile ? (await askClient(connection, clientRequests.listFolder, uri))?.entries : undefined;
    },
  };
}

async function askClient<Answer>(
  connection: Connection,
  { method, answer: schema }: Request<unknown, Answer>,
  uri: string,
): Promise<Answer | undefined> {
  try {
    return schema.safeParse(await connection.sendRequest(method, { uri })).data;
  } catch {
    return undefined;
  }
}
