import * as vscode from "vscode";
import * as z from "zod/mini";
import { parseMessage } from "../shared/protocol/parse.ts";
import { podReferenceSchema } from "../shared/protocol/pod.ts";
import {
  type ForecastAnswer,
  type ForecastRequestParams,
  forecastAnswerSchema,
  forecastRequest,
  forecastRequestParamsSchema,
} from "../shared/protocol/requests.ts";
import type { LanguageServer } from "./language-server.ts";
import { cursorPlace } from "./places.ts";

const scheme = "pod-cadence-forecast";

/** Forecasts as read-only Markdown documents that follow their manifest. What is asked for stands in the address. */
export class Forecasts implements vscode.TextDocumentContentProvider, vscode.Disposable {
  readonly #server: LanguageServer;
  readonly #changed = new vscode.EventEmitter<vscode.Uri>();
  readonly #subscriptions: vscode.Disposable;
  readonly onDidChange = this.#changed.event;

  constructor(server: LanguageServer) {
    this.#server = server;
    this.#subscriptions = vscode.Disposable.from(
      this.#changed,
      vscode.workspace.registerTextDocumentContentProvider(scheme, this),
      server.onDidChange((uri) => this.#refresh(uri)),
    );
  }

  /** Of the pod that the code lens names, else of the one at the cursor. */
  async show(argument: unknown): Promise<void> {
    const place = placeOf(argument);
    const answer = place === undefined ? undefined : await this.#ask(place);
    if (place === undefined || answer === undefined || answer === null) {
      void vscode.window.showInformationMessage(
        "Open a manifest with a pod or a KubeletConfiguration to see its forecast.",
      );
      return;
    }
    const path = `/${answer.title.replaceAll("/", " ")}.md`;
    const address = vscode.Uri.from({ scheme, path, query: JSON.stringify(place) });
    await showMarkdown(address);
  }

  async provideTextDocumentContent(address: vscode.Uri): Promise<string> {
    const place = askedBy(address);
    const answer = place === undefined ? undefined : await this.#ask(place);
    return answer?.markdown ?? "The manifest holds no pod and no KubeletConfiguration here any more.";
  }

  dispose(): void {
    this.#subscriptions.dispose();
  }

  #ask(place: ForecastRequestParams): Promise<ForecastAnswer | null | undefined> {
    return this.#server.ask(forecastRequest, place, forecastAnswerSchema);
  }

  #refresh(uri: string): void {
    for (const { uri: address } of vscode.workspace.textDocuments)
      if (address.scheme === scheme && askedBy(address)?.uri === uri) this.#changed.fire(address);
  }
}

/** As a page where the built-in Markdown extension is there, else as text. */
async function showMarkdown(address: vscode.Uri): Promise<void> {
  try {
    await vscode.commands.executeCommand("markdown.showPreviewToSide", address);
  } catch {
    await vscode.window.showTextDocument(address, { viewColumn: vscode.ViewColumn.Beside, preview: true });
  }
}

function placeOf(argument: unknown): ForecastRequestParams | undefined {
  const { value: reference } = parseMessage(podReferenceSchema, argument, "argument");
  return reference === undefined ? cursorPlace() : { uri: reference.uri, reference };
}

const addressSchema = z.pipe(
  z.string(),
  z.transform((text): unknown => {
    try {
      return JSON.parse(text);
    } catch {
      return undefined;
    }
  }),
);

function askedBy(address: vscode.Uri): ForecastRequestParams | undefined {
  const asked = parseMessage(addressSchema, address.query, "address").value;
  return parseMessage(forecastRequestParamsSchema, asked, "address").value;
}
