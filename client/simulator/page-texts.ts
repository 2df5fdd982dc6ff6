import * as vscode from "vscode";
import { type PageTexts, pageFiles } from "./page.ts";

/** Reads what the panel's page is made of. Rejects where a file of the extension is missing. */
export async function readPageTexts(extension: vscode.Uri): Promise<PageTexts> {
  const read = async (name: string): Promise<string> =>
    new TextDecoder().decode(await vscode.workspace.fs.readFile(vscode.Uri.joinPath(extension, "dist", name)));
  const [styles, first, later] = await Promise.all([
    read(pageFiles.styles),
    read(pageFiles.first),
    read(pageFiles.later),
  ]);
  return { styles, first, later };
}
