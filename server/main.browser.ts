import { BrowserMessageReader, BrowserMessageWriter, createConnection } from "vscode-languageserver/browser";
import { startServer } from "./server.ts";

declare const self: ConstructorParameters<typeof BrowserMessageReader>[0];

// A worker has no files: the client reads them for us.
startServer(createConnection(new BrowserMessageReader(self), new BrowserMessageWriter(self)), {});
