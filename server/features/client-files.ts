import type { Connection } from "vscode-languageserver";
import { readFileAnswerSchema, readFileRequest } from "../../shared/protocol/requests.ts";
import type { FileAccess } from "../schema/model.ts";
import type { ClientAbilities } from "./client-abilities.ts";

/** Files that the server's own machine has, and through the client those of virtual workspaces and of the browser. */
export function readableFiles(connection: Connection, client: ClientAbilities, own: FileAccess): FileAccess {
  if (!client.readFile) return own;
  return {
    read: async (uri) => (await own.read(uri)) ?? (uri.startsWith("file:") ? undefined : askClient(connection, uri)),
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
