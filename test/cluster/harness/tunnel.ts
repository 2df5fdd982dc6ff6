import { createServer } from "node:http";
import { connect, type Socket } from "node:net";
import * as z from "zod/mini";

const addressSchema = z.object({ port: z.number() });

/** A proxy as companies have it: CONNECT, and then it passes everything on. */
export interface Tunnel {
  readonly address: string;
  readonly connections: () => number;
  readonly close: () => void;
}

export async function startTunnel(): Promise<Tunnel> {
  const sockets = new Set<Socket>();
  let connections = 0;
  const server = createServer((_, answer) => answer.writeHead(405).end());
  server.on("connect", (asked, socket: Socket) => {
    connections += 1;
    const [host, port] = (asked.url ?? "").split(":");
    const far = connect(Number(port), host, () => {
      socket.write("HTTP/1.1 200 Connection established\r\n\r\n");
      socket.pipe(far).pipe(socket);
    });
    for (const each of [socket, far]) {
      sockets.add(each);
      each.on("error", () => each.destroy());
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    address: `http://127.0.0.1:${addressSchema.parse(server.address()).port}`,
    connections: () => connections,
    close: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
