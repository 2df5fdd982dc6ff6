import {
  createConnection,
  createServerPipeTransport,
  createServerSocketTransport,
  ProposedFeatures,
} from "vscode-languageserver/node";
import { writeShownText } from "../node-documents.ts";
import { collectGarbage, keepHeapSmall, prepareForLargeFile } from "../node-flags.ts";
import { nodeFiles } from "../schema/files/node-files.ts";
import { startServer } from "../server.ts";
import { type CommandLine, has, optionOf } from "./arguments/command-line.ts";
import { type ExitCode, fail } from "./terminal/terminal.ts";

const portMax = 65_535;

/** `pod-cadence lsp`: serves one editor until it says `exit`, which ends the process. */
export function serveEditor(line: CommandLine): ExitCode | undefined {
  const port = optionOf(line, "port");
  const pipe = optionOf(line, "pipe");
  const ways = [has(line, "stdio"), port !== undefined, pipe !== undefined].filter((isChosen) => isChosen).length;
  if (ways !== 1) return fail(["choose one of --stdio, --port N, --pipe NAME"]);
  if (port !== undefined && !isPort(port))
    return fail([`invalid value ${port} for --port: use a number from 1 to ${portMax}`]);
  keepHeapSmall();
  startServer(connectionOf(port, pipe), { files: nodeFiles, writeShownText, collectGarbage, prepareForLargeFile });
  return undefined;
}

function connectionOf(port: string | undefined, pipe: string | undefined) {
  if (port !== undefined) return createConnection(ProposedFeatures.all, ...createServerSocketTransport(Number(port)));
  if (pipe !== undefined) return createConnection(ProposedFeatures.all, ...createServerPipeTransport(pipe));
  return createConnection(ProposedFeatures.all, process.stdin, process.stdout);
}

function isPort(text: string): boolean {
  return /^\d{1,5}$/.test(text) && Number(text) >= 1 && Number(text) <= portMax;
}
