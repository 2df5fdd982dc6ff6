import { BrowserMessageReader, BrowserMessageWriter, createConnection } from "vscode-languageserver/browser";
import { provideAlertJudge } from "./analysis/alert-judge.ts";
import { startServer } from "./server.ts";

declare const self: ConstructorParameters<typeof BrowserMessageReader>[0];

provideAlertJudge(async () => (await import("./prometheus/alerts/judge/main.ts")).alertJudge);

// A worker has no files: the client reads them for us.
startServer(createConnection(new BrowserMessageReader(self), new BrowserMessageWriter(self)), {});
