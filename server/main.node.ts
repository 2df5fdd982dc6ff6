import { createConnection } from "vscode-languageserver/node";
import { nodeFiles } from "./schema/node-files.ts";
import { startServer } from "./server.ts";

// The way to talk comes from the command line: --stdio, --node-ipc, --pipe or --socket.
startServer(createConnection(), nodeFiles);
