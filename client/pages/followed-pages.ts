import * as vscode from "vscode";
import * as z from "zod/mini";
import { podReferenceSchema } from "../../shared/protocol/pod/pod.ts";
import { type PodPlace, serverRequests } from "../../shared/protocol/request.ts";
import { parseMessage } from "../../shared/protocol/values/parse.ts";
import { openManifest } from "../basics/manifests.ts";
import { type PageContent, type PageWords, pageText } from "../basics/page-text.ts";
import { cursorPlace } from "../basics/places.ts";
import { plainMessage } from "../basics/plain-message.ts";
import type { LanguageServer } from "../language-server/language-server.ts";

/** A page about a place of a manifest. */
export interface FollowedPage {
  readonly title: string;
  readonly text: string;
  /** Where to look the next time. */
  readonly place: PodPlace;
  /** As editors call it; undefined means as the ending of the name says. */
  readonly language: string | undefined;
}

/** Null: nothing of the kind is there. Undefined if there was no answer. */
type PageAnswer = FollowedPage | { readonly problem: string } | null | undefined;

/** A kind of read-only documents that follow a manifest. */
interface PageKind extends PageWords {
  readonly scheme: string;
  /** `.md` */
  readonly ending: string;
  ask(place: PodPlace): Promise<PageAnswer>;
  open(address: vscode.Uri, page: FollowedPage): Promise<void>;
  /** Told where there is nothing to open. */
  readonly nothing: string;
  /** What its pages follow besides manifests and settings. It ends with the pages. */
  readonly also?: vscode.Disposable & { readonly onDidChange: vscode.Event<void> };
  /** What follows when one of its pages is no longer open. */
  closed?(place: PodPlace): void;
}

/** Texts of the server about manifests. What each is about is in its address, so that it is found again after a reload. */
export class FollowedPages implements vscode.TextDocumentContentProvider, vscode.Disposable {
  readonly #kind: PageKind;
  readonly #changed = new vscode.EventEmitter<vscode.Uri>();
  readonly #subscriptions: vscode.Disposable;
  /** The last good text by address. */
  readonly #last = new Map<string, string>();
  readonly onDidChange = this.#changed.event;

  constructor(server: LanguageServer, kind: PageKind) {
    this.#kind = kind;
    this.#subscriptions = vscode.Disposable.from(
      this.#changed,
      vscode.workspace.registerTextDocumentContentProvider(kind.scheme, this),
      server.onDidChange((uri) => this.#refresh((place) => place.uri === uri)),
      server.onDidChangeState(() => this.#refresh(() => true)),
      vscode.workspace.onDidChangeConfiguration((change) => {
        if (change.affectsConfiguration("podCadence")) this.#refresh(() => true);
      }),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => this.#forget(uri)),
      ...(kind.also === undefined ? [] : [kind.also, kind.also.onDidChange(() => this.#refresh(() => true))]),
    );
  }

  /** Of the pod that the code lens names, else of the place at the cursor. */
  async show(argument: unknown): Promise<void> {
    const place = placeOf(argument);
    const answer = place === undefined ? undefined : await this.#kind.ask(place);
    if (answer === undefined || answer === null || "problem" in answer) {
      void vscode.window.showInformationMessage(plainMessage(answer?.problem ?? this.#kind.nothing));
      return;
    }
    const { scheme, ending } = this.#kind;
    const path = `/${answer.title.replaceAll("/", " ")}${ending}`;
    const address = vscode.Uri.from({ scheme, path, query: JSON.stringify(answer.place) });
    await this.#kind.open(address, answer);
  }

  async provideTextDocumentContent(address: vscode.Uri): Promise<string> {
    const key = address.toString();
    const finding = await this.#find(address);
    const text = pageText(finding, this.#last.get(key), this.#kind);
    if (typeof finding === "object" && "text" in finding) this.#last.set(key, text);
    return text;
  }

  dispose(): void {
    this.#subscriptions.dispose();
  }

  async #find(address: vscode.Uri): Promise<PageContent> {
    const place = askedBy(address);
    if (place === undefined) return "gone";
    // The server knows open documents only, and after a window reload or behind a closed tab this one is not.
    if (!(await openManifest(place.uri)))
      return {
        problem: vscode.l10n.t(
          "{0} can no longer be opened.",
          vscode.workspace.asRelativePath(vscode.Uri.parse(place.uri)),
        ),
      };
    const answer = await this.#kind.ask(place);
    if (answer === undefined) return { problem: vscode.l10n.t("The language server is not responding.") };
    return answer ?? "gone";
  }

  #forget(address: vscode.Uri): void {
    this.#last.delete(address.toString());
    const place = address.scheme === this.#kind.scheme ? askedBy(address) : undefined;
    if (place !== undefined) this.#kind.closed?.(place);
  }

  #refresh(isMeant: (place: PodPlace) => boolean): void {
    for (const { uri: address } of vscode.workspace.textDocuments) {
      const place = address.scheme === this.#kind.scheme ? askedBy(address) : undefined;
      if (place !== undefined && isMeant(place)) this.#changed.fire(address);
    }
  }
}

function placeOf(argument: unknown): PodPlace | undefined {
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

function askedBy(address: vscode.Uri): PodPlace | undefined {
  const asked = parseMessage(addressSchema, address.query, "address").value;
  return parseMessage(serverRequests.pod.params, asked, "address").value;
}
