import { firstMessageId, type ToPage } from "../../shared/protocol/panel.ts";

/** What webview.js imports: the page asks for all of it at once, and need not read one to learn of the next. */
export const pageParts: readonly string[] = ["webview-chunk.js", "webview-later.js"];

/** What the panel's page is made of, as addresses that its webview may load. */
export interface PageResources {
  readonly script: string;
  readonly icons: string;
  /** Addresses of `pageParts`. */
  readonly parts: readonly string[];
  /** `webview.cspSource` */
  readonly source: string;
  /** New for each page. */
  readonly nonce: string;
  readonly title: string;
  /** The first message, so that the page need not ask for it; undefined: it is not known yet. */
  readonly first: ToPage | undefined;
}

/** The page of the panel. Nothing in it is remote or inline code; of the manifest it has the title and the pod, as text and as data. */
export function pageHtml({ script, icons, parts, source, nonce, title, first }: PageResources): string {
  const policy = [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src 'nonce-${nonce}'`,
    `font-src ${source}`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
  const preloads = parts.map((part) => `<link rel="modulepreload" nonce="${nonce}" href="${escaped(part)}">\n`);
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${escaped(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" nonce="${nonce}" href="${escaped(icons)}" id="vscode-codicon-stylesheet">
${preloads.join("")}<title>${escaped(title)}</title>
</head>
<body>${first === undefined ? "" : dataBlock(first)}<script type="module" nonce="${nonce}" src="${escaped(script)}"></script></body>
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
