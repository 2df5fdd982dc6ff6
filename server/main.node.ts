import { setFlagsFromString } from "node:v8";
import { createConnection } from "vscode-languageserver/node";
import { nodeFiles } from "./schema/node-files.ts";
import { startServer } from "./server.ts";

const ways = /^--(stdio|node-ipc|pipe(=|$)|socket(=|$))/;

// Most of what the server makes is thrown away at once. A young generation that stays small fits into the processor's cache,
// and a heap that grows in smaller steps needs two thirds of the memory: both are in the table of `npm run bench`.
setFlagsFromString("--semi-space-growth-factor=1");
setFlagsFromString("--heap-growing-percent=200");

// createConnection takes the way to talk from the command line, and throws where there is none.
if (process.argv.some((argument) => ways.test(argument))) startServer(createConnection(), nodeFiles);
else {
  process.stderr.write("The language server of Pod Cadence needs --stdio, --node-ipc, --pipe=NAME or --socket=PORT.\n");
  process.exitCode = 2;
}
