import * as vscode from "vscode";
import { isManifestLanguage } from "./languages.ts";

/** Addresses of the files in languages of manifests that stand in a tab and are loaded: the language client shows the problems of these by itself. */
export function shownFiles(): ReadonlySet<string> {
  const inTabs = new Set(vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs.flatMap(({ input }) => urisOf(input))));
  const loaded = vscode.workspace.textDocuments.filter(({ languageId }) => isManifestLanguage(languageId));
  return new Set(loaded.map(({ uri }) => uri.toString()).filter((uri) => inTabs.has(uri)));
}

function urisOf(input: unknown): readonly string[] {
  if (input instanceof vscode.TabInputText) return [input.uri.toString()];
  if (input instanceof vscode.TabInputTextDiff) return [input.original.toString(), input.modified.toString()];
  return [];
}
