import { setFlagsFromString } from "node:v8";
import { createConnection } from "vscode-languageserver/node";
import { nodeFiles } from "./schema/node-files.ts";
import { startServer } from "./server.ts";

const ways = /^--(stdio|node-ipc|pipe(=|$)|socket(=|$))/;

// A server stands for hours beside others: rather some more collections than a heap that doubles with every burst of edits.
setFlagsFromString("--heap-growing-percent=40");

// createConnection takes the way to talk from the command line, and throws where there is none.
if (process.argv.some((argument) => ways.test(argument))) startServer(createConnection(), nodeFiles);
else {
  process.stderr.write("The language server of Pod Cadence needs --stdio, --node-ipc, --pipe=NAME or --socket=PORT.\n");
  process.exitCode = 2;
}
