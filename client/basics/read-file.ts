import * as vscode from "vscode";
import { type AnswerOf, clientRequests } from "../../shared/protocol/request.ts";
import { parseMessage } from "../../shared/protocol/values/parse.ts";

type ReadFileAnswer = AnswerOf<typeof clientRequests.readFile> | null;
type ListFolderAnswer = AnswerOf<typeof clientRequests.listFolder>;

/** As the server's own machine: project files are small, bundles of manifests hold a megabyte or two. */
const longestFileBytes = 4 * 1024 * 1024;

/** Reads a file of a virtual workspace, or of the browser, for the server, which has no way to it. Null: not there, not a file, too long. */
export async function readFileForServer(params: unknown): Promise<ReadFileAnswer> {
  const { value } = parseMessage(clientRequests.readFile.params, params, clientRequests.readFile.method);
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

/** Lists a folder of a virtual workspace, or of the browser, for the server. Null: not there, not a folder. */
export async function listFolderForServer(params: unknown): Promise<ListFolderAnswer | null> {
  const { value } = parseMessage(clientRequests.listFolder.params, params, clientRequests.listFolder.method);
  if (value === undefined) return null;
  try {
    const entries = await vscode.workspace.fs.readDirectory(vscode.Uri.parse(value.uri, true));
    return { entries: entries.flatMap(([name, type]) => entryOf(name, type)) };
  } catch {
    return null;
  }
}

type Entry = ListFolderAnswer["entries"][number];

/** A link to a folder can lead round in a circle. */
function entryOf(name: string, type: vscode.FileType): readonly Entry[] {
  if ((type & vscode.FileType.File) !== 0) return [{ name, kind: "file" }];
  return type === vscode.FileType.Directory ? [{ name, kind: "folder" }] : [];
}
