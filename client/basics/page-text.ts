import { l10n } from "vscode";

/** What is known of a manifest now: a text about it, why there is none for a while, or that nothing of the kind is there any more. */
export type PageContent = { readonly text: string } | { readonly problem: string } | "gone";

export interface PageWords {
  /** For a manifest that no longer contains anything of the kind. */
  readonly gone: string;
}

/**
 * What a page shows that follows a manifest. A manifest that cannot be read for a while takes nothing away: the last text stays, below a
 * line that says why. `problem` is a sentence.
 */
export function pageText(finding: PageContent, last: string | undefined, { gone }: PageWords): string {
  if (finding === "gone") return `${gone}\n`;
  if ("text" in finding) return finding.text;
  const { problem } = finding;
  return last === undefined ? `${problem}\n` : `${l10n.t("{0} The following is from before.", problem)}\n\n${last}`;
}
