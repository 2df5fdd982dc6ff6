import * as vscode from "vscode";
import { type PageTexts, pageFiles, rolloutPageFiles } from "./page.ts";

/** Reads what the panel's page is made of. Rejects where a file of the extension is missing. */
export async function readPageTexts(extension: vscode.Uri): Promise<PageTexts> {
  const [styles, first, runParts, later] = await Promise.all([
    read(extension, pageFiles.styles),
    read(extension, pageFiles.first),
    read(extension, pageFiles.runParts),
    read(extension, pageFiles.later),
  ]);
  return { styles, first, runParts, later };
}

/** The same of the page of a rollout. */
export async function readRolloutPageTexts(extension: vscode.Uri): Promise<PageTexts> {
  const { styles, first } = rolloutPageFiles;
  const [sheet, script] = await Promise.all([read(extension, styles), read(extension, first)]);
  return { styles: sheet, first: script, runParts: "", later: "" };
}

async function read(extension: vscode.Uri, name: string): Promise<string> {
  return new TextDecoder().decode(await vscode.workspace.fs.readFile(vscode.Uri.joinPath(extension, "dist", name)));
}
