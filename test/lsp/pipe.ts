import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import * as z from "zod/mini";

/** What comes over the pipe: an answer, a request or a notification. */
const messageSchema = z.object({
  id: z.optional(z.union([z.number(), z.string()])),
  method: z.optional(z.string()),
  params: z.optional(z.unknown()),
  result: z.optional(z.unknown()),
  error: z.optional(z.object({ code: z.number(), message: z.string() })),
});
type Message = z.infer<typeof messageSchema>;

/** What the test's client answers to requests of the server, and notes of its notifications. */
export interface Receiver {
  request(method: string, params: unknown): Promise<unknown>;
  notification(method: string, params: unknown): void;
}

export interface Pipe {
  request(method: string, params: unknown): Promise<unknown>;
  notify(method: string, params: unknown): void;
  /** The request that was sent last is not wanted any more. */
  cancelLast(): void;
  /** What the process wrote to standard error, where crashes and warnings of Node end up. */
  readonly complaints: () => string;
  /** Resolves with the exit code. */
  readonly exited: Promise<number | null>;
}

const serverPath = fileURLToPath(new URL("../../dist/server.node.cjs", import.meta.url));

/** Starts the built server and speaks JSON-RPC with it over its standard streams. */
export function startPipe(receiver: Receiver): Pipe {
  const server = spawn(process.execPath, [serverPath, "--stdio"], { stdio: "pipe" });
  const waiting = new Map<number | string, (message: Message) => void>();
  let lastId = 0;
  let complaints = "";
  server.stderr.on("data", (chunk: Buffer) => {
    complaints += chunk.toString();
  });
  const send = (message: object) => write(server, { jsonrpc: "2.0", ...message });
  readMessages(server, (message) => {
    const { id, method, params } = message;
    if (method === undefined && id !== undefined) waiting.get(id)?.(message);
    else if (method !== undefined && id !== undefined)
      void receiver.request(method, params).then((result) => send({ id, result: result ?? null }));
    else if (method !== undefined) receiver.notification(method, params);
  });
  return {
    request(method, params) {
      lastId += 1;
      const id = lastId;
      const answer = new Promise<unknown>((resolve, reject) => {
        waiting.set(id, ({ result, error }) => {
          waiting.delete(id);
          if (error === undefined) resolve(result);
          else reject(new Error(`${method}: ${error.message}`));
        });
      });
      send({ id, method, params });
      return answer;
    },
    notify: (method, params) => send({ method, params }),
    cancelLast: () => send({ method: "$/cancelRequest", params: { id: lastId } }),
    complaints: () => complaints,
    exited: new Promise((resolve) => server.on("exit", resolve)),
  };
}

function write(server: ChildProcessWithoutNullStreams, message: object): void {
  const body = Buffer.from(JSON.stringify(message));
  server.stdin.write(`Content-Length: ${body.length}\r\n\r\n`);
  server.stdin.write(body);
}

function readMessages(server: ChildProcessWithoutNullStreams, receive: (message: Message) => void): void {
  let buffer = Buffer.alloc(0);
  server.stdout.on("data", (chunk: Buffer) => {
    buffer = Buffer.concat([buffer, chunk]);
    for (;;) {
      const headerEnd = buffer.indexOf("\r\n\r\n");
      if (headerEnd < 0) return;
      const length = Number(/Content-Length: (\d+)/.exec(buffer.subarray(0, headerEnd).toString())?.[1]);
      const end = headerEnd + 4 + length;
      if (buffer.length < end) return;
      const body = buffer.subarray(headerEnd + 4, end).toString();
      buffer = buffer.subarray(end);
      receive(messageSchema.parse(JSON.parse(body)));
    }
  });
}
