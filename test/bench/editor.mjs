// A client of a language server that asks and waits, for measuring.

import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";

export class Editor {
  /** @param {readonly string[]} command */
  constructor([program, ...args]) {
    this.pending = new Map();
    this.buffer = Buffer.alloc(0);
    this.id = 0;
    this.process = spawn(program, args, { stdio: ["pipe", "pipe", "inherit"] });
    this.process.stdout.on("data", (data) => this.read(data));
    this.exited = new Promise((resolve) => this.process.once("exit", resolve));
  }

  read(data) {
    this.buffer = this.buffer.length === 0 ? data : Buffer.concat([this.buffer, data]);
    for (;;) {
      const head = this.buffer.indexOf("\r\n\r\n");
      if (head < 0) return;
      const length = Number(/Content-Length: *(\d+)/i.exec(this.buffer.toString("latin1", 0, head))?.[1]);
      if (this.buffer.length < head + 4 + length) return;
      const message = JSON.parse(this.buffer.toString("utf8", head + 4, head + 4 + length));
      this.buffer = this.buffer.subarray(head + 4 + length);
      this.take(message);
    }
  }

  take(message) {
    if (message.method !== undefined) {
      const settings = message.method === "workspace/configuration" ? message.params.items.map(() => null) : null;
      if (message.id !== undefined) this.write({ id: message.id, result: settings });
      return;
    }
    const waiting = this.pending.get(message.id);
    this.pending.delete(message.id);
    if (message.error) waiting?.reject(new Error(message.error.message));
    else waiting?.resolve(message.result);
  }

  write(message) {
    const body = Buffer.from(JSON.stringify({ jsonrpc: "2.0", ...message }));
    this.process.stdin.write(`Content-Length: ${body.length}\r\n\r\n`);
    this.process.stdin.write(body);
  }

  notify(method, params) {
    this.write({ method, params });
  }

  ask(method, params) {
    this.id += 1;
    const { id } = this;
    return new Promise((resolve, reject) => {
      this.pending.set(id, { resolve, reject });
      this.write({ id, method, params });
    });
  }

  async initialize(initializationOptions = { commandLinks: true, readFile: false, changed: false }) {
    const capabilities = {
      general: { positionEncodings: ["utf-16"] },
      workspace: { configuration: true, workspaceFolders: true, workspaceEdit: { documentChanges: true } },
      textDocument: {
        hover: { contentFormat: ["markdown"] },
        diagnostic: { relatedDocumentSupport: false },
        publishDiagnostics: { relatedInformation: true, codeDescriptionSupport: true, dataSupport: true },
        codeAction: {
          codeActionLiteralSupport: { codeActionKind: { valueSet: ["", "quickfix", "refactor", "source"] } },
          dataSupport: true,
          resolveSupport: { properties: ["edit", "command"] },
        },
        inlayHint: { resolveSupport: { properties: ["tooltip"] } },
      },
    };
    const answer = await this.ask("initialize", {
      processId: process.pid,
      rootUri: null,
      capabilities,
      initializationOptions,
    });
    this.notify("initialized", {});
    return answer;
  }

  status(field) {
    const text = readFileSync(`/proc/${this.process.pid}/status`, "utf8");
    return Number(new RegExp(`^${field}:\\s+(\\d+)`, "m").exec(text)?.[1] ?? 0) / 1024;
  }

  rssMb() {
    return this.status("VmRSS");
  }

  peakMb() {
    return this.status("VmHWM");
  }

  /** User and system time of the process. */
  cpuMs() {
    const text = readFileSync(`/proc/${this.process.pid}/stat`, "utf8");
    const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
    return (Number(fields[11]) + Number(fields[12])) * 10;
  }

  async stop() {
    await this.ask("shutdown", undefined).catch(() => undefined);
    this.notify("exit", undefined);
    await this.exited;
  }
}
