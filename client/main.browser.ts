import * as vscode from "vscode";
import type { LanguageClientOptions } from "vscode-languageclient";
import { LanguageClient } from "vscode-languageclient/browser";
import { type Extension, startExtension } from "./extension.ts";
import { type LanguageWorker, workerTransports } from "./language-server/worker-transports.ts";

declare const Worker: new (address: string) => LanguageWorker;

let extension: Extension | undefined;

export function activate(context: vscode.ExtensionContext): void {
  const script = vscode.Uri.joinPath(context.extensionUri, "dist", "server.browser.js").toString(true);
  const start = async () => workerTransports(new Worker(script));
  const alertJudge = vscode.Uri.joinPath(context.extensionUri, "dist", "alerts.browser.js").toString(true);
  const createClient = (options: LanguageClientOptions) => {
    const own: unknown = options.initializationOptions;
    const initializationOptions = () => ({ ...(typeof own === "function" ? own() : {}), alertJudge });
    return new LanguageClient("podCadence", "Pod Cadence", start, { ...options, initializationOptions });
  };
  extension = startExtension(context, createClient, undefined);
}

export async function deactivate(): Promise<void> {
  await extension?.stop();
}
