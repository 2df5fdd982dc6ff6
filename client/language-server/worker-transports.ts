import { BrowserMessageReader, BrowserMessageWriter, type MessageTransports } from "vscode-languageclient/browser";

/** What the readers and writers take for a worker, whatever library declares it. */
export type LanguageWorker = ConstructorParameters<typeof BrowserMessageReader>[0] & {
  terminate(): void;
  postMessage(message: unknown): void;
  addEventListener(type: "error", listener: () => void): void;
};

/** Speaks to a server in a worker. A worker that dies does not close anything by itself: its error is the end of the connection. */
export function workerTransports(worker: LanguageWorker): MessageTransports {
  return { reader: new WorkerReader(worker), writer: new BrowserMessageWriter(worker) };
}

class WorkerReader extends BrowserMessageReader {
  constructor(worker: LanguageWorker) {
    super(worker);
    worker.addEventListener("error", () => {
      worker.terminate();
      this.fireClose();
    });
  }
}
