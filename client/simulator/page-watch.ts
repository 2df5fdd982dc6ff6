import { l10n } from "vscode";

/** A page that says nothing for this long is taken for dead. The first webview of a browser needs up to 5 s. */
export const readyWithinMs = 20_000;

/** What the watch does to a page. */
interface WatchedPage {
  /** Makes the page anew. */
  load(): void;
  report(message: string): void;
  /** Calls back after a while; the answer cancels that. */
  after(ms: number, callback: () => void): () => void;
}

/** Sees to it that a page lives: one that fails or does not speak is loaded again once, and reported. */
export class PageWatch {
  readonly #page: WatchedPage;
  #reloads = 0;
  #cancel: (() => void) | undefined;

  constructor(page: WatchedPage) {
    this.#page = page;
  }

  /** The page was made, or is made again by VS Code because its tab came to the front. */
  loading(): void {
    this.#cancel?.();
    this.#cancel = this.#page.after(readyWithinMs, () =>
      this.#repair({
        first: l10n.t("The simulator did not start and was reloaded."),
        again: l10n.t("The simulator did not start again. Close the panel and reopen it."),
      }),
    );
  }

  ready(): void {
    this.#cancel?.();
    this.#cancel = undefined;
  }

  /** A hidden page is taken away by VS Code: its silence means nothing. */
  hidden(): void {
    this.ready();
  }

  failed(message: string): void {
    this.#repair({
      first: l10n.t("The simulator failed and was reloaded: {0}", message),
      again: l10n.t("The simulator failed again ({0}). Close the panel and reopen it.", message),
    });
  }

  #repair({ first, again }: { readonly first: string; readonly again: string }): void {
    this.ready();
    this.#reloads += 1;
    if (this.#reloads > 1) {
      // Only the second failure is reported: a page that goes on failing would fill the screen.
      if (this.#reloads === 2) this.#page.report(again);
      return;
    }
    this.#page.report(first);
    this.#page.load();
    this.loading();
  }
}
