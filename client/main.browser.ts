import * as vscode from "vscode";
import type { LanguageClientOptions } from "vscode-languageclient";
import { LanguageClient } from "vscode-languageclient/browser";
import { type Extension, startExtension } from "./extension.ts";
import { type LanguageWorker, workerTransports } from "./language-server/worker-transports.ts";

declare const Worker: new (address: string) => LanguageWorker;

let extension: Extension | undefined;

export function activate(context: vscode.ExtensionContext): void {
  const folder = vscode.Uri.joinPath(context.extensionUri, "dist").toString(true);
  const start = async () => {
    const worker = new Worker(`${folder}/server.browser.js`);
    worker.postMessage(folder);
    return workerTransports(worker);
  };
  const createClient = (options: LanguageClientOptions) =>
    new LanguageClient("podCadence", "Pod Cadence", start, options);
  extension = startExtension(context, createClient, undefined);
}

export async function deactivate(): Promise<void> {
  await extension?.stop();
}
