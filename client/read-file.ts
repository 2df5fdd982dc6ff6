import * as vscode from "vscode";
import { parseMessage } from "../shared/protocol/parse.ts";
import { type ReadFileAnswer, readFileParamsSchema, readFileRequest } from "../shared/protocol/requests.ts";

/** Project files and kubelet configurations are small. */
const longestFileBytes = 1_000_000;

/** Reads a file of a virtual workspace, or of the browser, for the server, which has no way to it. Null: not there, not a file, too long. */
export async function readFileForServer(params: unknown): Promise<ReadFileAnswer> {
  const { value } = parseMessage(readFileParamsSchema, params, readFileRequest);
  if (value === undefined) return null;
  try {
    const uri = vscode.Uri.parse(value.uri, true);
    const { size } = await vscode.workspace.fs.stat(uri);
    if (size > longestFileBytes) return null;
    return { text: new TextDecoder().decode(await vscode.workspace.fs.readFile(uri)) };
  } catch {
    // Asking for a project file that is not there is the usual case.
    return null;
  }
}
