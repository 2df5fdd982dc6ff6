import { type TextEdit as Edit, TextDocument as Text } from "vscode-languageserver-textdocument";
import type { URI } from "vscode-uri";

/** A document of the fake `vscode`. */
export class OpenDocument {
  #text: Text;
  readonly uri: URI;
  readonly languageId: string;
  readonly #changed: (change: object) => void;

  constructor(uri: URI, languageId: string, content: string, changed: (change: object) => void) {
    [this.uri, this.languageId, this.#changed] = [uri, languageId, changed];
    this.#text = Text.create(uri.toString(), languageId, 1, content);
  }
  get version(): number {
    return this.#text.version;
  }
  get lineCount(): number {
    return this.#text.lineCount;
  }
  readonly lineAt = (line: number): object => ({ text: this.getText().split("\n")[line] ?? "" });
  readonly getText = (): string => this.#text.getText();
  change(edits: Edit[]): void {
    this.#text = Text.create(this.#text.uri, this.languageId, this.version + 1, Text.applyEdits(this.#text, edits));
    this.#changed({ document: this, contentChanges: edits });
  }
}
