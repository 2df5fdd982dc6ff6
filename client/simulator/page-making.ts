import * as vscode from "vscode";
import type { PageOptions } from "./page.ts";

/** The page takes its translations from the extension's table. */
export function translated(): PageOptions["translated"] {
  const { bundle } = vscode.l10n;
  return bundle === undefined ? undefined : { language: vscode.env.language, texts: bundle };
}

/** What is sent in one turn goes to the window as one packet: the workbench makes a webview while the page is on its way. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}
