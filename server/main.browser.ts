import { BrowserMessageReader, BrowserMessageWriter, createConnection } from "vscode-languageserver/browser";
import { provideAlertJudge } from "./analysis/alert-judge.ts";
import type { AlertJudge } from "./prometheus/alerts/judge/main.ts";
import { startServer } from "./server.ts";

declare function importScripts(address: string): void;

declare const self: ConstructorParameters<typeof BrowserMessageReader>[0];

// A worker has no files: the client reads them for us.
startServer(createConnection(new BrowserMessageReader(self), new BrowserMessageWriter(self)), {
  useOptions: ({ alertJudge }) => {
    if (alertJudge !== undefined) provideAlertJudge(async () => loadJudge(alertJudge));
  },
});

/** A worker has no modules here: the script leaves what it has in the worker's own global object. */
function loadJudge(address: string): AlertJudge {
  importScripts(address);
  if (globalThis.podCadenceAlertJudge === undefined) throw new Error(`${address} is another script`);
  return globalThis.podCadenceAlertJudge;
}
