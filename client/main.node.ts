import * as vscode from "vscode";
import { LanguageClient, TransportKind } from "vscode-languageclient/node";
import { fleetPage } from "../shared/drawing/report/page.ts";
import { type Extension, startExtension } from "./extension.ts";
import { forkFleet } from "./fleet/fork-fleet.ts";
import { serverFlags } from "./language-server/server-flags.ts";

let extension: Extension | undefined;

export function activate(context: vscode.ExtensionContext): void {
  const module = vscode.Uri.joinPath(context.extensionUri, "dist", "server.node.cjs").fsPath;
  const run = { module, transport: TransportKind.ipc, options: { execArgv: [...serverFlags] } };
  extension = startExtension(
    context,
    (options) => new LanguageClient("podCadence", "Pod Cadence", { run, debug: run }, options),
    () => import("./cluster/source/main.ts"),
    { run: forkFleet(vscode.Uri.joinPath(context.extensionUri, "dist", "cli.main.cjs").fsPath), page: fleetPage },
  );
}

export async function deactivate(): Promise<void> {
  await extension?.stop();
}
