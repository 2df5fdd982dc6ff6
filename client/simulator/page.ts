import { firstMessageId, laterScriptId, type ToPage } from "../../shared/protocol/panel.ts";

/** What the panel's page is made of, as texts: it fetches nothing. The build writes them into dist. */
export interface PageTexts {
  readonly styles: string;
  /** Draws the first picture. */
  readonly script: string;
  /** The first one runs it behind its picture. */
  readonly laterScript: string;
}

export const pageFiles: Readonly<Record<keyof PageTexts, string>> = {
  styles: "webview.css",
  script: "webview.js",
  laterScript: "webview-later.js",
};

export interface PageOptions {
  /** New for each page. */
  readonly nonce: string;
  readonly title: string;
  /** The first message, so that the page need not ask for it; undefined: it is not known yet. */
  readonly first: ToPage | undefined;
}

/** The page of the panel. Nothing in it is fetched or without the nonce; of the manifest it has the title and the pod, as text and as data. */
export function pageHtml({ styles, script, laterScript }: PageTexts, { nonce, title, first }: PageOptions): string {
  const policy = [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src 'nonce-${nonce}'`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${escaped(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}</title>
<style nonce="${nonce}">${styles}</style>
</head>
<body>${first === undefined ? "" : dataBlock(first)}<script nonce="${nonce}">${script}</script>
<script type="text/plain" id="${laterScriptId}">${laterScript}</script></body>
</html>
`;
}

/** Data that a browser does not run. No letter of it can end the block. */
function dataBlock(first: ToPage): string {
  return `<script type="application/json" id="${firstMessageId}">${JSON.stringify(first).replaceAll("<", "\\u003c")}</script>`;
}

const lettersAndDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
const nonceLength = 32;

/** A word that no other page has. */
export function createNonce(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(nonceLength));
  return Array.from(bytes, (byte) => lettersAndDigits[byte % lettersAndDigits.length]).join("");
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
