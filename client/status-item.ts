import * as vscode from "vscode";
import { assumptionsAnswerSchema, assumptionsRequest } from "../shared/protocol/requests.ts";
import type { LanguageServer } from "./language-server.ts";
import { couldBeOurs } from "./our-documents.ts";
import { statusText } from "./status-text.ts";

/** Beside the language of a manifest: the Kubernetes version that everything is computed for. A click chooses another. */
export function createStatusItem(server: LanguageServer): vscode.Disposable {
  const item = vscode.languages.createLanguageStatusItem("podCadence.kubernetes", []);
  item.name = "Pod Cadence";
  item.command = { command: "podCadence.selectKubernetesVersion", title: "Select Version" };
  const show = (): void => void showAssumptions(item, server);
  const subscriptions = [
    item,
    server.onDidTurn(show),
    server.onDidChange((uri) => {
      if (uri === vscode.window.activeTextEditor?.document.uri.toString()) show();
    }),
    vscode.window.onDidChangeActiveTextEditor(show),
  ];
  return vscode.Disposable.from(...subscriptions);
}

async function showAssumptions(item: vscode.LanguageStatusItem, server: LanguageServer): Promise<void> {
  const document = vscode.window.activeTextEditor?.document;
  if (document === undefined || !server.isStarted || !isOurs(document)) {
    item.selector = [];
    return;
  }
  const answer = await server.ask(assumptionsRequest, { uri: document.uri.toString() }, assumptionsAnswerSchema);
  if (answer === undefined || document !== vscode.window.activeTextEditor?.document) return;
  const { text, detail, label } = statusText(answer);
  item.text = text;
  item.detail = detail;
  item.accessibilityInformation = { label };
  item.selector = [{ language: "yaml" }];
}

function isOurs(document: vscode.TextDocument): boolean {
  return document.languageId === "yaml" && couldBeOurs(document.uri.path, document.getText());
}
