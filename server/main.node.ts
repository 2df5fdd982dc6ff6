import { createConnection } from "vscode-languageserver/node";
import { provideAlertJudge } from "./analysis/alert-judge.ts";
import { writeShownText } from "./node-documents.ts";
import { collectGarbage, keepHeapSmall, prepareForLargeFile } from "./node-flags.ts";
import { renderSource } from "./render/render-source.ts";
import { nodeFiles } from "./schema/files/node-files.ts";
import { startServer } from "./server.ts";

const ways = /^--(stdio|node-ipc|pipe(=|$)|socket(=|$))/;

keepHeapSmall();
provideAlertJudge(async () => (await import("./prometheus/alerts/judge/main.ts")).alertJudge);

// createConnection takes the way to talk from the command line, and throws where there is none.
if (process.argv.some((argument) => ways.test(argument)))
  startServer(createConnection(), {
    files: nodeFiles,
    writeShownText,
    renderSource,
    collectGarbage,
    prepareForLargeFile,
  });
else {
  process.stderr.write(
    "The Pod Cadence language server requires --stdio, --node-ipc, --pipe=NAME, or --socket=PORT.\n",
  );
  process.exitCode = 2;
}
