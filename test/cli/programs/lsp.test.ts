import { spawn } from "node:child_process";
import { createServer } from "node:net";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { createMessageConnection, type MessageReader, type MessageWriter } from "vscode-jsonrpc";
import {
  SocketMessageReader,
  SocketMessageWriter,
  StreamMessageReader,
  StreamMessageWriter,
} from "vscode-jsonrpc/node";

const cli = fileURLToPath(new URL("../../../dist/cli.js", import.meta.url));

describe("lsp", () => {
  it("serves an editor over --stdio and ends when it says so", async () => {
    const child = spawn(process.execPath, [cli, "lsp", "--stdio"]);
    const closed = new Promise((resolve) => child.once("close", resolve));
    const name = await talk(new StreamMessageReader(child.stdout), new StreamMessageWriter(child.stdin));
    expect(name).toBe("pod-cadence");
    expect(await closed).toBe(0);
  });

  it("serves an editor that listens on a port", async () => {
    const listener = createServer();
    const port = await new Promise<number>((resolve) => {
      listener.listen(0, "127.0.0.1", () => {
        const address = listener.address();
        resolve(typeof address === "object" && address !== null ? address.port : 0);
      });
    });
    const child = spawn(process.execPath, [cli, "lsp", "--port", String(port)]);
    const closed = new Promise((resolve) => child.once("close", resolve));
    const name = await new Promise<unknown>((resolve) => {
      listener.once("connection", (socket) =>
        resolve(talk(new SocketMessageReader(socket), new SocketMessageWriter(socket))),
      );
    });
    listener.close();
    expect(name).toBe("pod-cadence");
    expect(await closed).toBe(0);
  });
});

/** Opens, asks for the name, and closes in an orderly way. */
async function talk(reader: MessageReader, writer: MessageWriter): Promise<unknown> {
  const connection = createMessageConnection(reader, writer);
  connection.listen();
  const answer: { serverInfo?: { name?: unknown } } = await connection.sendRequest("initialize", {
    processId: null,
    rootUri: null,
    capabilities: {},
  });
  await connection.sendRequest("shutdown");
  await connection.sendNotification("exit");
  return answer.serverInfo?.name;
}
